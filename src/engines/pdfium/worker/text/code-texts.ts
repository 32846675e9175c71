import { type FontText, piFontEncoding, textOfAdobePrivate } from "@quire/fonts";
import { GLYPH } from "@quire/layout";
import type { GlyphArrays } from "./arrays.ts";
import type { PageFont } from "./fonts.ts";
import { isRightToLeft, LAST_UNICODE } from "./runs.ts";

/** What is known of a font that PDFium has loaded, by which it is found among those of the document. */
export interface LoadedFont {
  /** The base font, without the subset tag where PDFium leaves it out; empty for fonts of Type 3. */
  readonly baseFont: string;
  /** The distances from glyphs to the ones after them, in thousandths of the type size, by character code. */
  readonly advances: ReadonlyMap<number, readonly number[]>;
}

/** Finds a font of the page that PDFium has loaded, and the text of its codes; undefined where it is not found. */
export type FindFontText = (font: LoadedFont) => FontText | undefined;

/** A glyph for which PDFium has no text, or a doubtful one. */
interface DoubtfulGlyph {
  /** The place in the arrays. */
  readonly at: number;
  /** The code point, or the character code where there is no Unicode value. */
  readonly unit: number;
  /** Whether PDFium found no Unicode value at all. */
  readonly isCode: boolean;
  /** Whether it stands among text that is read from the right. */
  readonly isInRightToLeft: boolean;
}

/**
 * The texts of glyphs for which PDFium has none, or one that nobody could have meant: they are asked of the font itself,
 * with all of its sources. Other glyphs cost nothing.
 */
export class CodeTexts {
  readonly #find: FindFontText | undefined;
  readonly #byFont = new Map<PageFont, DoubtfulGlyph[]>();

  constructor(find: FindFontText | undefined) {
    this.#find = find;
  }

  /** Adds a glyph, whose text so far is the one of PDFium, or U+FFFD. */
  add(font: PageFont, glyph: DoubtfulGlyph): void {
    const added = this.#byFont.get(font);
    if (added === undefined) {
      this.#byFont.set(font, [glyph]);
    } else {
      added.push(glyph);
    }
  }

  /** Sets the texts of the added glyphs that are known, once all glyphs are read; calls `each` for the others. */
  complete(glyphs: GlyphArrays, each: (font: PageFont, glyph: DoubtfulGlyph) => void): void {
    for (const [font, added] of this.#byFont) {
      const texts = this.#find?.({ baseFont: font.baseFont, advances: advancesOf(glyphs, added) });
      for (const glyph of added) {
        if (texts !== undefined && isCodeAsRightToLeft(glyph, texts)) {
          glyphs.text[glyph.at] = "\ufffd";
          glyphs.flags[glyph.at] = (glyphs.flags[glyph.at] ?? 0) | GLYPH.unmapped;
          each(font, { ...glyph, isCode: true });
          continue;
        }
        const text = (texts && textOfForgottenCode(glyph, texts)) ?? textOf(glyph, font, texts);
        if (text === undefined) {
          each(font, glyph);
        } else {
          glyphs.text[glyph.at] = text;
          glyphs.flags[glyph.at] = (glyphs.flags[glyph.at] ?? 0) & ~GLYPH.unmapped;
        }
      }
    }
  }
}

/**
 * Returns whether a character of a right-to-left script is the code of a glyph that has no Unicode value: PDFium gives the
 * code then, and forgets that it is one when it puts the characters of such scripts into the order of reading.
 */
const isCodeAsRightToLeft = ({ unit, isCode }: DoubtfulGlyph, texts: FontText): boolean =>
  !isCode &&
  isRightToLeft(unit) &&
  texts.widthOf(unit) !== undefined &&
  texts.textOf(unit) === undefined &&
  !texts.hasCharacter(String.fromCodePoint(unit).normalize("NFKC"));

/**
 * Returns the text of a character of Latin that is in truth the code of a letter or point of a right-to-left script, which
 * PDFium does not know and has forgotten to be a code: the font has that one, and the character nowhere.
 */
function textOfForgottenCode({ unit, isCode, isInRightToLeft }: DoubtfulGlyph, texts: FontText): string | undefined {
  if (isCode || !isInRightToLeft || !isCodeOrMadeOfOne(unit)) {
    return undefined;
  }
  const text = texts.textOf(MADE_OF_CODES.get(unit) ?? unit);
  const first = text?.codePointAt(0) ?? 0;
  const isMeant = isRightToLeft(first) || first === WORD_JOINER;
  return isMeant && !texts.hasCharacter(String.fromCodePoint(unit).normalize("NFKC")) ? text : undefined;
}

/** Returns whether a character among right-to-left ones may be a code of one byte that PDFium takes for Latin. */
export const isCodeOrMadeOfOne = (unit: number): boolean => (unit > 0x20 && unit < BYTE) || MADE_OF_CODES.has(unit);

/** What PDFium makes of codes as it orders right-to-left text: mirrored quotation marks, and marks of spacing accents. */
const MADE_OF_CODES: ReadonlyMap<number, number> = new Map([
  [0xab, 0xbb],
  [0xbb, 0xab],
  [0x3_08, 0xa8],
  [0x3_04, 0xaf],
  [0x3_01, 0xb4],
  [0x3_27, 0xb8],
]);

/** The text of glyphs that draw nothing and tell the font alone that a word ends. */
const WORD_JOINER = 0x20_60;

/** The greatest number of advances that are kept of a code. */
const MAX_ADVANCES = 20;

/** Returns how far it is from glyphs without a Unicode value to the ones after them, for all codes of such glyphs. */
function advancesOf(glyphs: GlyphArrays, added: readonly DoubtfulGlyph[]): ReadonlyMap<number, readonly number[]> {
  const advances = new Map<number, number[]>();
  for (const { at, unit, isCode } of added) {
    const known = advances.get(unit) ?? [];
    if (isCode) {
      advances.set(unit, known);
    }
    if (isCode && at + 1 < glyphs.count && known.length < MAX_ADVANCES) {
      const x = (glyphs.originX[at + 1] ?? 0) - (glyphs.originX[at] ?? 0);
      const y = (glyphs.originY[at + 1] ?? 0) - (glyphs.originY[at] ?? 0);
      known.push((Math.hypot(x, y) / (glyphs.sizePt[at] ?? 1)) * THOUSAND);
    }
  }
  return advances;
}

const THOUSAND = 1000;
const BYTE = 0x100;
/** Symbolic fonts have their codes from F000 on (ISO 32000-2, 9.6.5.4). */
const SYMBOL_START = 0xf000;

function textOf({ unit, isCode }: DoubtfulGlyph, font: PageFont, texts: FontText | undefined): string | undefined {
  if (font.hasSignsForLetters || (!isCode && unit < BYTE && font.isWingdings)) {
    return piFontEncoding(font.baseFont)?.(unit);
  }
  const codes = isCode ? [unit] : (texts?.codesOf(String.fromCodePoint(Math.min(unit, LAST_UNICODE))) ?? []);
  const text = texts && onlyText(texts, codes);
  if (text !== undefined || isCode) {
    return text;
  }
  const code = unit - SYMBOL_START;
  const isSymbol = code >= 0 && code < BYTE;
  return (
    (isSymbol ? (piFontEncoding(font.baseFont)?.(code) ?? texts?.textOf(code)) : undefined) ?? textOfAdobePrivate(unit)
  );
}

/** Returns the text that all of the codes have which have any; undefined where they differ. */
function onlyText(texts: FontText, codes: readonly number[]): string | undefined {
  const found = new Set(codes.map((code) => texts.textOf(code)));
  found.delete(undefined);
  const [text] = found;
  return found.size === 1 ? text : undefined;
}

/**
 * Returns whether a character with a Unicode value is doubtful: it is a control character, private, a letter in a font
 * such as Wingdings, whose codes are no letters, anything in a font whose names of glyphs say nothing, or of a script
 * that is read from the right.
 */
export function isDoubtful(unit: number, font: PageFont): boolean {
  if ((unit > 0x20 && font.hasSignsForLetters) || isRightToLeft(unit)) {
    return true;
  }
  if (unit < BYTE) {
    return (unit < 0x20 ? !isKeptControl(unit) : unit >= 0x7f && unit < 0xa0) || (unit > 0x20 && font.isWingdings);
  }
  return (unit >= 0xe000 && unit <= 0xf8ff) || unit >= 0xf_00_00;
}

/** White space, and U+0002, by which PDFium reports hyphens at the ends of lines. */
const isKeptControl = (unit: number): boolean => unit === 2 || (unit >= 9 && unit <= 13);
