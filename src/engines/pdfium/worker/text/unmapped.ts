import { GLYPH } from "@quire/layout";
import type { GlyphArrays } from "./arrays.ts";

/**
 * Codes without a known Unicode value, in fonts without a name: those of Type 3, of which TeX makes many. Their codes
 * are those of TeX's own encodings, close enough to ASCII to be recognized by their frequencies: in each font that has
 * enough of them, and in all others of the page together.
 */
export class UnmappedCodes {
  readonly #byFont = new Map<number, CodePlace[]>();

  /** Adds the glyph at that place of the arrays, whose text is U+FFFD so far, and the handle of its font. */
  add(at: number, code: number, font: number): void {
    const known = this.#byFont.get(font);
    if (known === undefined) {
      this.#byFont.set(font, [{ at, code }]);
    } else {
      known.push({ at, code });
    }
  }

  /** Sets the texts of the added glyphs, once all glyphs are read. */
  complete(glyphs: GlyphArrays): void {
    const fonts = [...this.#byFont.values()];
    const all = fonts.flat();
    for (const places of areText(all) ? [all] : fonts.filter((own) => own.length >= FEWEST && areText(own))) {
      // Pages with many codes above ASCII are of another script there, in an encoding that nothing tells.
      const isLatin = places.filter(({ code }) => code >= HIGH_START).length <= places.length / 5;
      for (const { at, code } of places) {
        const text = code < HIGH_START || isLatin ? textOf(code) : undefined;
        if (text !== undefined) {
          glyphs.text[at] = text;
          glyphs.flags[at] = (glyphs.flags[at] ?? 0) & ~GLYPH.unmapped;
        }
      }
    }
  }
}

interface CodePlace {
  readonly at: number;
  readonly code: number;
}

/**
 * Returns whether codes are those of text: half of those in ASCII are small letters, or nearly all are small letters,
 * digits and the full stops of leaders. Fonts whose codes were assigned one after the other begin at the first ones, and
 * have any letter at any code.
 */
function areText(places: readonly CodePlace[]): boolean {
  let low = 0;
  let lowerCase = 0;
  let digits = 0;
  for (const { code } of places) {
    low += code < HIGH_START ? 1 : 0;
    lowerCase += code >= LOWER_A && code <= LOWER_Z ? 1 : 0;
    digits += (code >= 0x30 && code <= 0x39) || code === FULL_STOP ? 1 : 0;
  }
  return (lowerCase > 0 && lowerCase >= low / 2) || lowerCase + digits >= NUMBERED * Math.max(low, FEWEST);
}

/** The least share of small letters, digits and full stops, and the number of glyphs that show it. */
const NUMBERED = 0.75;
const FEWEST = 20;
const FULL_STOP = 0x2e;
const HIGH_START = 0x80;
const LOWER_A = 0x61;
const LOWER_Z = 0x7a;

function textOf(code: number): string | undefined {
  if (code < 0x20) {
    return CONTROLS[code];
  }
  if (code < 0x7f) {
    return code === 0x27 ? "’" : code === 0x60 ? "‘" : String.fromCharCode(code);
  }
  return code < HIGH_START ? "-" : HIGH[code - HIGH_START];
}

/**
 * The texts of codes below the space in the Cork encoding (T1), except for ligatures where Knuth's own (OT1) has them
 * and Cork has rare signs. Two of them have no shape.
 */
const CONTROLS: readonly (string | undefined)[] =
  "` ´ ˆ ˜ ¨ ˝ ˚ ˇ ˘ ¯ ˙ ff fi fl ffi ffl “ ” „ « » – —   ı ȷ ff fi fl ffi ffl".split(" ");

/** The texts of codes from 0x80 in the Cork encoding. */
const HIGH: readonly (string | undefined)[] = Array.from(
  "ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖŒØÙÚÛÜÝÞẞàáâãäåæçèéêëìíîïðñòóôõöœøùúûüýþß",
);
