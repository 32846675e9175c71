import type { Dict } from "@quire/cos";
import type { ShownText } from "../content/subjects.ts";
import type { Place, Validation } from "../validation.ts";
import { Font } from "./font.ts";
import type { GlyphReader } from "./glyph-reader.ts";
import { glyphReaderOf } from "./glyph-readers.ts";

/** What was shown of a character code. */
interface CodeUse {
  readonly code: number;
  /** How many bytes the code has: <20> and <0020> are two. */
  readonly lengthBytes: number;
  /** Where it was shown first. */
  readonly place: Place;
  isRendered: boolean;
  hasActualText: boolean;
}

/** What was shown of a font. */
export interface FontUse {
  readonly font: Font;
  readonly reader: GlyphReader;
  readonly place: Place;
  isRendered: boolean;
  readonly codes: Map<number, CodeUse>;
}

/** Neither filled nor stroked nor clipped with (ISO 32000-2, table 104). */
const INVISIBLE = 3;
/**
 * Where the keys of the codes of one to four bytes begin, each behind those of the shorter ones: the usual keys are small
 * integers, which maps find faster.
 */
const FIRST_KEYS = [0, 0, 0x100, 0x1_01_00, 0x1_01_01_00] as const;

/** Remembers which fonts and codes are shown, and how; fonts are told apart by their dictionaries. */
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
    const { codes } = use;
    use.reader.eachCode(bytes, (code, lengthBytes) => {
      const key = code + (FIRST_KEYS[lengthBytes] ?? 0);
      const known = codes.get(key);
      if (known === undefined) {
        this.#validation.bounds.step();
        codes.set(key, { code, lengthBytes, place, isRendered, hasActualText });
      } else {
        known.isRendered ||= isRendered;
        known.hasActualText &&= hasActualText;
      }
    });
  }

  #useOf(dict: Dict, place: Place): FontUse {
    let use = this.#uses.get(dict);
    if (use === undefined) {
      const font = new Font(dict);
      use = { font, reader: glyphReaderOf(font, this.#validation), place, isRendered: false, codes: new Map() };
      this.#uses.set(dict, use);
    }
    return use;
  }
}
