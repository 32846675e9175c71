import { Font } from "@quire/fonts";
import type { Dict } from "@quire/cos";
import type { ShownText } from "../content/subjects.ts";
import type { Place } from "../place.ts";
import type { Validation } from "../validation.ts";
import type { GlyphReader } from "./glyph-reader.ts";
import { glyphReaderOf } from "./glyph-readers.ts";

/** The use of a character code in shown text. */
interface CodeUse {
  readonly code: number;
  /** The number of bytes of the code: <20> and <0020> are different codes. */
  readonly lengthBytes: number;
  /** The place where it was shown first. */
  readonly place: Place;
  isRendered: boolean;
  hasActualText: boolean;
}

/** The use of a font in shown text. */
export interface FontUse {
  readonly font: Font;
  readonly reader: GlyphReader;
  readonly place: Place;
  isRendered: boolean;
  readonly codes: Map<number, CodeUse>;
  /** For each code of one byte, 1 where no further use can change what is known of it. */
  readonly settledBytes: Uint8Array;
}

/** The text rendering mode in which text is neither filled, stroked nor used to clip (ISO 32000-2, table 104). */
const INVISIBLE = 3;
/**
 * The offsets of the keys of codes of one to four bytes, each after those of the shorter ones: the usual keys are small
 * integers, which maps find faster.
 */
const FIRST_KEYS = [0, 0, 0x100, 0x1_01_00, 0x1_01_01_00] as const;

/** Records which fonts and codes are shown, and how; fonts are identified by their dictionaries. */
export class FontUses {
  readonly #uses = new Map<Dict, FontUse>();
  readonly #validation: Validation;

  constructor(validation: Validation) {
    this.#validation = validation;
  }

  get all(): Iterable<FontUse> {
    return this.#uses.values();
  }

  add({ font, bytes, renderingMode }: ShownText, hasActualText: boolean, place: Place): void {
    const use = this.#useOf(font, place);
    const isRendered = renderingMode !== INVISIBLE;
    use.isRendered ||= isRendered;
    const { reader, settledBytes } = use;
    const text = { isRendered, hasActualText, place };
    if (reader.eachCode !== undefined) {
      reader.eachCode(bytes, (code, lengthBytes) => this.#addCode(use, code, lengthBytes, text));
      return;
    }
    // Most documents show the same few codes millions of times.
    for (const byte of bytes) {
      if (settledBytes[byte] !== 1) {
        const code = this.#addCode(use, byte, 1, text);
        settledBytes[byte] = code.isRendered && !code.hasActualText ? 1 : 0;
      }
    }
  }

  #addCode(
    { codes }: FontUse,
    code: number,
    lengthBytes: number,
    { isRendered, hasActualText, place }: Omit<CodeUse, "code" | "lengthBytes">,
  ): CodeUse {
    const key = code + (FIRST_KEYS[lengthBytes] ?? 0);
    let use = codes.get(key);
    if (use === undefined) {
      this.#validation.bounds.step();
      use = { code, lengthBytes, place, isRendered, hasActualText };
      codes.set(key, use);
    } else {
      use.isRendered ||= isRendered;
      use.hasActualText &&= hasActualText;
    }
    return use;
  }

  #useOf(dict: Dict, place: Place): FontUse {
    let use = this.#uses.get(dict);
    if (use === undefined) {
      const font = new Font(dict);
      use = {
        font,
        reader: glyphReaderOf(font, this.#validation),
        place,
        isRendered: false,
        codes: new Map(),
        settledBytes: new Uint8Array(0x100),
      };
      this.#uses.set(dict, use);
    }
    return use;
  }
}
