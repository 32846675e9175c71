import { type FontText, piFontEncoding, textOfAdobePrivate } from "@quire/fonts";
import type { PageFunctions } from "../binding/page-functions.ts";
import type { PageFont } from "./fonts.ts";
import { LAST_UNICODE } from "./runs.ts";

/** What is known of a font that PDFium has loaded, to find it among those of the document. */
export interface LoadedFont {
  /** The base font with its subset tag; empty for fonts of Type 3. */
  readonly baseFont: string;
  /** Returns the width of a code in thousandths of text space; undefined where PDFium has none. */
  readonly widthOf: (code: number) => number | undefined;
}

/** Finds the font of a page that PDFium has loaded, and the text of its codes; undefined where it is not found. */
export type FindFontText = (font: LoadedFont) => FontText | undefined;

/** A character as PDFium reports it. */
interface ReportedCharacter {
  /** The code point, or the character code where there is no Unicode value. */
  readonly unit: number;
  /** Whether PDFium found no Unicode value at all. */
  readonly isCode: boolean;
}

/**
 * The texts of characters for which PDFium has none, or one that nobody could have meant: they are asked of the font
 * itself, with all of its sources. Other characters cost nothing.
 */
export class CodeTexts {
  readonly #functions: PageFunctions;
  readonly #find: FindFontText | undefined;
  readonly #fonts = new Map<number, FontText | undefined>();

  constructor(functions: PageFunctions, find: FindFontText | undefined) {
    this.#functions = functions;
    this.#find = find;
  }

  /** Returns the text of a character for which `isDoubtful` holds; undefined where nothing tells it. */
  textOf(font: PageFont, { unit, isCode }: ReportedCharacter): string | undefined {
    if (!isCode && isWingdings(font) && unit < BYTE) {
      return piFontEncoding(font.baseFont)?.(unit);
    }
    const texts = this.#textsOf(font);
    const codes = isCode ? [unit] : (texts?.codesOf(String.fromCodePoint(Math.min(unit, LAST_UNICODE))) ?? []);
    const text = texts && onlyText(texts, codes);
    if (text !== undefined || isCode) {
      return text;
    }
    // Symbolic fonts have their codes from F000 on (ISO 32000-2, 9.6.5.4).
    const code = unit - SYMBOL_START;
    const bySymbol = code >= 0 && code < BYTE ? (piFontEncoding(font.baseFont)?.(code) ?? texts?.textOf(code)) : undefined;
    return bySymbol ?? textOfAdobePrivate(unit);
  }

  #textsOf({ handle, baseFont }: PageFont): FontText | undefined {
    if (!this.#fonts.has(handle)) {
      const widthOf = (code: number): number | undefined => this.#widthOf(handle, code);
      this.#fonts.set(handle, this.#find?.({ baseFont, widthOf }));
    }
    return this.#fonts.get(handle);
  }

  #widthOf(handle: number, code: number): number | undefined {
    const { raw, scratch } = this.#functions;
    return raw.FPDFFont_GetGlyphWidth(handle, code, THOUSAND, scratch.address) === 0 ? undefined : scratch.floats[0];
  }
}

const BYTE = 0x100;
const SYMBOL_START = 0xf000;
const THOUSAND = 1000;

/** Returns the text that all of the codes have which have any; undefined where they differ. */
function onlyText(texts: FontText, codes: readonly number[]): string | undefined {
  const found = new Set(codes.map((code) => texts.textOf(code)));
  found.delete(undefined);
  const [text] = found;
  return found.size === 1 ? text : undefined;
}

/**
 * Returns whether a character with a Unicode value is doubtful: it is a control character, private, or a letter in
 * Wingdings, whose codes are no letters.
 */
export function isDoubtful(unit: number, font: PageFont): boolean {
  if (unit < BYTE) {
    return (unit < 0x20 ? !isKeptControl(unit) : unit >= 0x7f && unit < 0xa0) || (unit > 0x20 && isWingdings(font));
  }
  return (unit >= 0xe000 && unit <= 0xf8ff) || unit >= 0xf_00_00;
}

/** White space, and U+0002, by which PDFium reports hyphens at the ends of lines. */
const isKeptControl = (unit: number): boolean => unit === 2 || (unit >= 9 && unit <= 13);

const isWingdings = ({ font }: PageFont): boolean => font.name.startsWith("Wingdings") && piFontEncoding(font.name) !== undefined;
