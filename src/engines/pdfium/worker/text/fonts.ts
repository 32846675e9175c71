import { hasSignsForLetters, piFontEncoding } from "@quire/fonts";
import type { Font } from "@quire/layout";
import type { PageFunctions } from "../binding/page-functions.ts";
import { outlinesOf, styleByStems } from "./stems.ts";

/** A font that texts of a page are set in. */
export interface PageFont {
  readonly handle: number;
  /** The base font as the file has it, with the tag of a subset; empty where there is none. */
  readonly baseFont: string;
  /** Ascent and descent as parts of the type size; both 0 when the font does not state them. */
  readonly ascent: number;
  readonly descent: number;
  /** Whether PDFium's loose boxes have heights: without any, PDFium uses the box of what a glyph draws. */
  readonly hasLooseBoxes: boolean;
  /** Whether the font is set in vertical writing (ISO 32000-2, 9.7.4.3); undefined while that is not known. */
  isVertical: boolean | undefined;
  readonly font: Font;
  /** Whether its signs have the names of letters, which count for nothing (`hasSignsForLetters`). */
  readonly hasSignsForLetters: boolean;
  /** Whether it is known by its name to have signs where other fonts have letters, as Wingdings does. */
  readonly isWingdings: boolean;
}

/** The imitation of another style of a font by its producer. */
export interface MadeStyle {
  /** Whether the matrix is slanting. */
  readonly isSlanted: boolean;
  /** Whether a stroke follows the outlines. */
  readonly isStroked: boolean;
}

/** The fonts of a page, each style of them once. */
export class PageFonts {
  readonly list: Font[] = [];
  readonly #functions: PageFunctions;
  readonly #fonts = new Map<number, PageFont>();
  readonly #indices = new Map<string, number>();

  constructor(functions: PageFunctions) {
    this.#functions = functions;
  }

  get(handle: number): PageFont {
    let font = this.#fonts.get(handle);
    if (font === undefined) {
      font = readFont(this.#functions, handle);
      this.#fonts.set(handle, font);
    }
    return font;
  }

  /** Returns the index of a font's style in the list, to which it is added if new. */
  indexOf({ handle, font }: PageFont, { isSlanted, isStroked }: MadeStyle): number {
    const key = `${handle}${isSlanted ? "/" : ""}${isStroked ? "+" : ""}`;
    let index = this.#indices.get(key);
    if (index === undefined) {
      index = Math.min(this.list.length, MAX_FONTS - 1);
      this.#indices.set(key, index);
      if (index === this.list.length) {
        const weight = isStroked ? Math.max(BOLD, font.weight) : font.weight;
        this.list.push({ ...font, weight, isItalic: font.isItalic || isSlanted });
      }
    }
    return index;
  }
}

/** The largest number of fonts, which is what an index in 16 bits can distinguish. */
const MAX_FONTS = 65_536;
const BOLD = 700;
/** Font descriptor flags (ISO 32000-2, table 121). */
const FLAGS = { fixedPitch: 1, serif: 2, italic: 64, forceBold: 1 << 18 };

function readFont(functions: PageFunctions, handle: number): PageFont {
  const { raw, scratch } = functions;
  if (handle === 0) {
    const font = { name: "", weight: 0, isItalic: false, isFixedPitch: false, isSerif: false };
    const signs = { hasSignsForLetters: false, isWingdings: false };
    return { handle, baseFont: "", ascent: 0, descent: 0, hasLooseBoxes: false, isVertical: false, font, ...signs };
  }
  const { address } = scratch;
  const lengthBytes = raw.FPDFFont_GetBaseFontName(handle, address, MAX_NAME_BYTES);
  const baseFont =
    lengthBytes > 0 && lengthBytes <= MAX_NAME_BYTES
      ? Buffer.from(scratch.bytes.subarray(0, lengthBytes - 1)).toString("utf8")
      : "";
  const name = baseFont.replace(SUBSET_TAG, "");
  const flags = Math.max(0, raw.FPDFFont_GetFlags(handle));
  const angle = raw.FPDFFont_GetItalicAngle(handle, address) === 0 ? 0 : (scratch.integers[0] ?? 0);
  const ascent = raw.FPDFFont_GetAscent(handle, 1, address) === 0 ? 0 : (scratch.floats[0] ?? 0);
  const descent = raw.FPDFFont_GetDescent(handle, 1, address) === 0 ? 0 : (scratch.floats[0] ?? 0);
  // The weight that PDFium returns is /StemV, which most producers make up.
  const weight = weightByName(name) ?? ((flags & FLAGS.forceBold) === 0 ? undefined : BOLD);
  const drawn = weight === undefined ? styleByStems(outlinesOf(functions, handle)) : undefined;
  const isSaidItalic = (flags & FLAGS.italic) !== 0 || Math.abs(angle) >= 3;
  const font = {
    name,
    weight: weight ?? (drawn?.isBold === true ? BOLD : 0),
    isItalic: isSaidItalic || ITALIC.test(name) || TEX_ITALIC.test(name) || drawn?.isItalic === true,
    isFixedPitch: (flags & FLAGS.fixedPitch) !== 0 || MONOSPACED.test(name),
    isSerif: (flags & FLAGS.serif) !== 0,
  };
  return {
    handle,
    baseFont,
    ...trusted(ascent, descent),
    hasLooseBoxes: ascent !== descent,
    isVertical: undefined,
    font,
    hasSignsForLetters: hasSignsForLetters(name),
    isWingdings: name.startsWith("Wingdings") && piFontEncoding(name) !== undefined,
  };
}

const MAX_NAME_BYTES = 512;
/** Matches the tag of a font subset (ISO 32000-2, 9.9.2). */
const SUBSET_TAG = /^[A-Z]{6}\+/;

/**
 * Returns ascent and descent if they are plausible, otherwise 0 for both. Descriptors state heights from 0 to many
 * times the size, and PDFium those of two letters where there is no descriptor. Heights that no typeface has are
 * treated as missing; ascenders and descenders have some room in any case.
 */
function trusted(ascent: number, descent: number): { ascent: number; descent: number } {
  const below = descent > 0 ? -descent : descent;
  const height = ascent - below;
  return height >= MIN_HEIGHT && height <= MAX_HEIGHT && ascent > 0
    ? { ascent: Math.max(MIN_ASCENT, ascent), descent: Math.min(-MIN_DESCENT, below) }
    : { ascent: 0, descent: 0 };
}

const MIN_HEIGHT = 0.4;
const MAX_HEIGHT = 3;
const MIN_ASCENT = 0.7;
const MIN_DESCENT = 0.2;

const ITALIC = /italic|oblique|slanted|kursiv|(?:^|[-,\s])(?:bold)?it(?:al)?\b/i;
const MONOSPACED =
  /mono|courier|consol|typewriter|fixed|\bcode\b|^(?:cm|ec|sf|lm)(?:s|it|c|v)?tt\d|^menlo|monaco|terminal/i;
/** Matches bold families of Computer Modern, whose names say it in two letters: `CMBX10`, `SFTI1200`. */
const TEX_BOLD = /^(?:cm|ec|sf|la|tc|eo)(?:bx|b|ssbx|sx|bxsl|bxti|bi)\d/i;
const TEX_ITALIC = /^(?:cm|ec|sf|la|tc|eo)(?:ti|sl|mi|mmi|bxti|bxsl|ssi|itt|sltt|bi|it)\d/i;

const NAMED_WEIGHTS: readonly (readonly [RegExp, number])[] = [
  [/semi-?bold|demi/i, 600],
  [/extra-?bold|ultra-?bold|heavy/i, 800],
  [/black(?!adder|letter)|fat\b/i, 900],
  [/bold|fett|(?:^|[-,\s])bd\b|-medi(?:ital)?$/i, 700],
  [/extra-?light|ultra-?light/i, 200],
  [/thin\b|hairline/i, 100],
  [/light(?!house)/i, 300],
  [/medium/i, 500],
  [/regular|roman\b|book\b|normal/i, 400],
];

function weightByName(name: string): number | undefined {
  return TEX_BOLD.test(name) ? BOLD : NAMED_WEIGHTS.find(([pattern]) => pattern.test(name))?.[1];
}
