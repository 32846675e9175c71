import { GLYPH } from "@quire/layout";
import type { GlyphArrays } from "./arrays.ts";

/**
 * Codes without a known Unicode value, in fonts without a name: those of Type 3, of which TeX makes many. Their codes
 * are those of TeX's own encodings, close enough to ASCII to be recognized by their frequencies.
 */
export class UnmappedCodes {
  readonly #places: { readonly at: number; readonly code: number }[] = [];
  #lowerCase = 0;
  #high = 0;

  /** Adds the glyph at that place of the arrays, whose text is U+FFFD so far. */
  add(at: number, code: number): void {
    this.#places.push({ at, code });
    this.#lowerCase += code >= LOWER_A && code <= LOWER_Z ? 1 : 0;
    this.#high += code >= 0x80 ? 1 : 0;
  }

  /** Sets the texts of the added glyphs, once all glyphs are read. */
  complete(glyphs: GlyphArrays): void {
    const count = this.#places.length;
    // Fonts whose codes were assigned one after the other begin at the first ones, and have any letter at any code.
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
 * The texts of codes below the space in the Cork encoding (T1), except for ligatures where Knuth's own (OT1) has them
 * and Cork has rare signs. Two of them have no shape.
 */
const CONTROLS: readonly (string | undefined)[] =
  "` ´ ˆ ˜ ¨ ˝ ˚ ˇ ˘ ¯ ˙ ff fi fl ffi ffl “ ” „ « » – —   ı ȷ ff fi fl ffi ffl".split(" ");

/** The texts of codes from 0x80 in the Cork encoding. */
const HIGH: readonly (string | undefined)[] = Array.from(
  "ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖŒØÙÚÛÜÝÞẞàáâãäåæçèéêëìíîïðñòóôõöœøùúûüýþß",
);
