import { GLYPH } from "@quire/layout";
import type { GlyphArrays } from "./arrays.ts";

/**
 * Codes that no Unicode value is known of, in fonts without a name: those of Type 3, of which TeX makes many. Their
 * codes are those of TeX's own encodings, near enough to ASCII to be told by how often they come.
 */
export class UnmappedCodes {
  readonly #places: { readonly at: number; readonly code: number }[] = [];
  #lowerCase = 0;
  #high = 0;

  /** The glyph at that place of the arrays, whose text is U+FFFD so far. */
  add(at: number, code: number): void {
    this.#places.push({ at, code });
    this.#lowerCase += code >= LOWER_A && code <= LOWER_Z ? 1 : 0;
    this.#high += code >= 0x80 ? 1 : 0;
  }

  /** Once all glyphs are there. */
  complete(glyphs: GlyphArrays): void {
    const count = this.#places.length;
    // Fonts whose codes were given out one after the other begin at the first ones, and have any letter at any code.
    if (this.#lowerCase < count / 2 || this.#high > count / 5) {
      return;
    }
    for (const { at, code } of this.#places) {
      const text = textOf(code);
      if (text !== undefined) {
        glyphs.text[at] = text;
        glyphs.flags[at] = (glyphs.flags[at] ?? 0) & ~GLYPH.unmapped;
      }
    }
  }
}

const LOWER_A = 0x61;
const LOWER_Z = 0x7a;

function textOf(code: number): string | undefined {
  if (code < 0x20) {
    return CONTROLS[code];
  }
  if (code < 0x7f) {
    return code === 0x27 ? "’" : code === 0x60 ? "‘" : String.fromCharCode(code);
  }
  return code < 0x80 ? "-" : HIGH[code - 0x80];
}

/**
 * Codes below the space in the Cork encoding (T1), but ligatures where Knuth's own has them (OT1) and Cork rare signs.
 * Two of them have no shape.
 */
const CONTROLS: readonly (string | undefined)[] =
  "` ´ ˆ ˜ ¨ ˝ ˚ ˇ ˘ ¯ ˙ ff fi fl ffi ffl “ ” „ « » – —   ı ȷ ff fi fl ffi ffl".split(" ");

/** Codes from 0x80 in the Cork encoding. */
const HIGH: readonly (string | undefined)[] = Array.from(
  "ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖŒØÙÚÛÜÝÞẞàáâãäåæçèéêëìíîïðñòóôõöœøùúûüýþß",
);
