import { type Bounds, type Dict, decodeStream, Stream } from "@quire/cos";
import type { ToUnicodeCMap } from "../cmaps/cmap.ts";
import { readToUnicode } from "../cmaps/read-cmap.ts";
import { Font } from "../font.ts";
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
  /** Returns the codes that ToUnicode gives a text to, however implausible that is. */
  codesOf(text: string): readonly number[];
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
  const otherwise = simpleText(font, programOf(font, bounds));
  // A code of one byte may be written with two in ToUnicode.
  const given = (code: number): string | undefined => toUnicode?.textOf(code, 1) ?? toUnicode?.textOf(code, 2);
  return new CodeTexts({ given, otherwise, lastCode: 0xff });
}

function textOfComposite(font: Font, bounds: Bounds): FontText {
  const toUnicode = toUnicodeOf(font, bounds);
  const { descendantDict } = font;
  const cidFont = new Font(descendantDict ?? font.dict);
  const codes = longCodesOf(font, bounds);
  const lengths = codeLengths(codes.cmap?.codespace.ranges.map(({ low }) => low.length));
  const texts = compositeText({ font, cidFont, codes, program: programOf(cidFont, bounds) }, bounds);
  const firstOf =
    (textOf: (code: number, lengthBytes: number) => string | undefined, all: readonly number[]) =>
    (code: number): string | undefined =>
      all.map((lengthBytes) => (fits(code, lengthBytes) ? textOf(code, lengthBytes) : undefined)).find(Boolean);
  return new CodeTexts({
    given: firstOf((code, lengthBytes) => toUnicode?.textOf(code, lengthBytes), [...lengths, ...ANY_LENGTH]),
    otherwise: firstOf(texts, lengths),
    lastCode: 0xffff,
  });
}

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
  readonly lastCode: number;
}

class CodeTexts implements FontText {
  readonly #sources: Sources;
  readonly #texts = new Map<number, string | undefined>();
  #codes: Map<string, number[]> | undefined;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  textOf(code: number): string | undefined {
    if (!this.#texts.has(code)) {
      this.#texts.set(code, this.#read(code));
    }
    return this.#texts.get(code);
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
