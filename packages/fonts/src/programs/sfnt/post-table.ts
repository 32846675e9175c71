import type { BinaryView } from "../binary-view.ts";
import { MACINTOSH_GLYPH_NAMES } from "./macintosh-glyph-names.ts";

/** Reads the glyph names of post (ISO/IEC 14496-22, 5.2.9), by glyph; empty where it has none (format 3, no table). */
export function readPostNames(post: BinaryView | undefined, glyphCount: number): readonly (string | undefined)[] {
  if (post === undefined) {
    return [];
  }
  switch (post.u32(0)) {
    case 0x00010000:
      return MACINTOSH_GLYPH_NAMES.slice(0, glyphCount);
    case 0x00020000:
      return listedNames(post, glyphCount);
    case 0x00025000:
      return shiftedNames(post, glyphCount);
    default:
      return [];
  }
}

/** Reads format 2: indices of the standard names, and after those of names that follow as Pascal strings. */
function listedNames(post: BinaryView, glyphCount: number): readonly (string | undefined)[] {
  const count = Math.min(post.u16(32), glyphCount);
  const own: string[] = [];
  for (let offset = 34 + 2 * post.u16(32); offset < post.length; offset += 1 + post.u8(offset)) {
    own.push(post.latin1(offset + 1, post.u8(offset)));
  }
  const standard = MACINTOSH_GLYPH_NAMES.length;
  return Array.from({ length: count }, (_, glyph) => {
    const index = post.u16(34 + 2 * glyph);
    return index < standard ? MACINTOSH_GLYPH_NAMES[index] : own[index - standard];
  });
}

/** Reads format 2.5, which is deprecated: the standard order, with a shift for each glyph. */
const shiftedNames = (post: BinaryView, glyphCount: number): readonly (string | undefined)[] =>
  Array.from({ length: Math.min(post.u16(32), glyphCount) }, (_, glyph) => {
    return MACINTOSH_GLYPH_NAMES[glyph + post.i8(34 + glyph)];
  });
