import { type Bounds, type Dict, decodeStream, resolve, Stream } from "@quire/cos";
import { lazy } from "../encodings/code-table.ts";
import type { ToUnicodeCMap } from "../cmaps/cmap.ts";
import { readToUnicode } from "../cmaps/read-cmap.ts";
import { Font } from "../font.ts";
import { cidWidths, simpleWidths } from "../font-widths.ts";
import { type FontProgram, isUnreadable } from "../programs/font-program.ts";
import { readFontProgram } from "../programs/read-font-program.ts";
import { compositeText, longCodesOf } from "./composite-text.ts";
import { isPlausible } from "./plausible-text.ts";
import { simpleText } from "./simple-text.ts";

/** The text that the codes of a font stand for, by all that the font says. */
export interface FontText {
  /**
   * Returns the text of a character code: by ToUnicode (ISO 32000-2, 9.10.3) where that has something plausible, then by
   * encoding, character collection, program and glyph names. Returns undefined where nothing tells it.
   */
  textOf(code: number): string | undefined;
  /** Returns the width of a code in thousandths of text space; undefined where the dictionary has none. */
  widthOf(code: number): number | undefined;
  /** Returns the codes that ToUnicode gives a text to, however implausible that is. */
  codesOf(text: string): readonly number[];
  /** Returns whether a code stands for a text with this character, or with a presentation form of it. */
  hasCharacter(character: string): boolean;
}

/**
 * Returns the texts of a font's codes. Encoding, CMaps and program are read at the first question.
 * @param dict the font dictionary
 * @throws CosError `too_complex`, also from the functions of the result
 */
export function fontText(dict: Dict, bounds: Bounds): FontText {
  const font = new Font(dict);
  return font.kind === "composite" ? textOfComposite(font, bounds) : textOfSimple(font, bounds);
}

function textOfSimple(font: Font, bounds: Bounds): FontText {
  const toUnicode = toUnicodeOf(font, bounds);
  // Few fonts with ToUnicode need their program as well, and reading that takes longest.
  const otherwise = lazy(() => simpleText(font, programOf(font, bounds)));
  // A code of one byte may be written with two in ToUnicode.
  const given = (code: number): string | undefined => toUnicode?.textOf(code, 1) ?? toUnicode?.textOf(code, 2);
  return new CodeTexts({
    given,
    otherwise: (code) => otherwise()(code),
    widthOf: widthsOfSimple(font),
    lastCode: 0xff,
  });
}

function widthsOfSimple({ dict, kind }: Font): Sources["widthOf"] {
  const first = dict.integer("FirstChar") ?? 0;
  const last = first + (dict.array("Widths")?.length ?? 0) - 1;
  const widths = simpleWidths(dict);
  // Widths of Type 3 are in the font's own space (ISO 32000-2, 9.6.4).
  const matrix = kind === "type3" ? resolve(dict.array("FontMatrix")?.[0]) : undefined;
  const scale = typeof matrix === "number" ? matrix * 1000 : 1;
  return (code) => {
    const width = code < first || code > last ? undefined : widths(code);
    return width === undefined ? undefined : width * scale;
  };
}

function textOfComposite(font: Font, bounds: Bounds): FontText {
  const toUnicode = toUnicodeOf(font, bounds);
  const { descendantDict } = font;
  const cidFont = new Font(descendantDict ?? font.dict);
  const codes = longCodesOf(font, bounds);
  const lengths = codeLengths(codes.cmap?.codespace.ranges.map(({ low }) => low.length));
  const texts = lazy(() => compositeText({ font, cidFont, codes, program: programOf(cidFont, bounds) }, bounds));
  const widths = cidWidths(cidFont.dict, bounds);
  const cidOf = firstOf((code, lengthBytes) => codes.cmap?.cidOf(code, lengthBytes), lengths);
  return new CodeTexts({
    widthOf: (code) => widths(cidOf(code) ?? code),
    given: firstOf((code, lengthBytes) => toUnicode?.textOf(code, lengthBytes), [...lengths, ...ANY_LENGTH]),
    otherwise: firstOf((code, lengthBytes) => texts()(code, lengthBytes), lengths),
    lastCode: 0xffff,
  });
}

/** Returns a function from codes to the value that they have in the first of these lengths which has one. */
const firstOf =
  <Value>(valueOf: (code: number, lengthBytes: number) => Value | undefined, all: readonly number[]) =>
  (code: number): Value | undefined => {
    for (const lengthBytes of all) {
      const value = fits(code, lengthBytes) ? valueOf(code, lengthBytes) : undefined;
      if (value) {
        return value;
      }
    }
    return undefined;
  };

const ANY_LENGTH = [2, 1, 3, 4] as const;

/** Returns the lengths that codes have, the most usual first; two bytes where the CMap does not say. */
function codeLengths(lengths: readonly number[] = []): readonly number[] {
  const known = new Set(lengths);
  return known.size === 0 ? [2] : ANY_LENGTH.filter((length) => known.has(length));
}

const fits = (code: number, lengthBytes: number): boolean => code < 256 ** lengthBytes;

interface Sources {
  /** The text by ToUnicode. */
  readonly given: (code: number) => string | undefined;
  readonly otherwise: (code: number) => string | undefined;
  readonly widthOf: (code: number) => number | undefined;
  readonly lastCode: number;
}

class CodeTexts implements FontText {
  readonly #sources: Sources;
  readonly #texts = new Map<number, string | undefined>();
  #codes: Map<string, number[]> | undefined;
  #characters: Set<string> | undefined;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  textOf(code: number): string | undefined {
    if (!this.#texts.has(code)) {
      this.#texts.set(code, this.#read(code));
    }
    return this.#texts.get(code);
  }

  widthOf(code: number): number | undefined {
    return this.#sources.widthOf(code);
  }

  codesOf(text: string): readonly number[] {
    if (this.#codes === undefined) {
      this.#codes = new Map();
      for (let code = 0; code <= this.#sources.lastCode; code++) {
        const given = this.#sources.given(code);
        if (given !== undefined && !isPlausible(given)) {
          this.#codes.set(given, [...(this.#codes.get(given) ?? []), code]);
        }
      }
    }
    return this.#codes.get(text) ?? [];
  }

  hasCharacter(character: string): boolean {
    if (this.#characters === undefined) {
      this.#characters = new Set();
      for (let code = 0; code <= this.#sources.lastCode; code++) {
        for (const own of this.#read(code)?.normalize("NFKC") ?? "") {
          this.#characters.add(own);
        }
      }
    }
    return this.#characters.has(character);
  }

  #read(code: number): string | undefined {
    const { given, otherwise } = this.#sources;
    const own = given(code);
    if (own !== undefined && isPlausible(own)) {
      return own;
    }
    const other = otherwise(code);
    return other !== undefined && isPlausible(other) ? other : undefined;
  }
}

function toUnicodeOf({ dict }: Font, bounds: Bounds): ToUnicodeCMap | undefined {
  const value = dict.get("ToUnicode");
  return value instanceof Stream ? readToUnicode(value, bounds) : undefined;
}

function programOf({ fontFile }: Font, bounds: Bounds): FontProgram | undefined {
  if (fontFile === undefined) {
    return undefined;
  }
  const { key, stream, subtype } = fontFile;
  const program = readFontProgram({ bytes: decodeStream(stream, bounds).bytes, key, subtype });
  return isUnreadable(program) ? undefined : program;
}
