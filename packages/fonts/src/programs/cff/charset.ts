import type { BinaryView } from "../binary-view.ts";
import { PREDEFINED_CHARSETS } from "./predefined.ts";

/** Returns whether all of a charset is there, in a format that there is; a CID-keyed program may have another one. */
export function hasWholeCharset(
  cff: BinaryView,
  { offset, glyphCount, isCid }: { readonly offset: number; readonly glyphCount: number; readonly isCid: boolean },
): boolean {
  if (offset < PREDEFINED_CHARSETS.length) {
    return offset >= 0;
  }
  const format = cff.u8(offset);
  if (!cff.has(offset, 1) || format === 0) {
    return cff.has(offset, 1 + 2 * (glyphCount - 1));
  }
  let known = 0;
  for (const [first, last] of format > 2 ? [] : rangesOf(cff, { start: offset + 1, leftSize: format, glyphCount })) {
    known += last - first + 1;
  }
  return format > 2 ? isCid : known >= glyphCount;
}

/**
 * Reads the SIDs, or the CIDs of a CID-keyed program, by glyph (Adobe Technical Note 5176, 13); 0 for glyphs that the
 * charset leaves out.
 */
export function readCharset(
  cff: BinaryView,
  { offset, glyphCount, isCid }: { readonly offset: number; readonly glyphCount: number; readonly isCid: boolean },
): Uint16Array {
  const ids = new Uint16Array(glyphCount);
  if (offset < PREDEFINED_CHARSETS.length) {
    // The predefined charsets are those of names; the CIDs of a CID-keyed program that has one count its glyphs.
    fill(ids, isCid ? [[0, glyphCount]] : (PREDEFINED_CHARSETS[offset] ?? []));
    return ids;
  }
  const format = cff.u8(offset);
  if (format === 0) {
    for (let glyph = 1; glyph < glyphCount; glyph++) {
      ids[glyph] = cff.u16(offset + 1 + 2 * (glyph - 1));
    }
  } else if (format === 1 || format === 2) {
    fill(ids, rangesOf(cff, { start: offset + 1, leftSize: format, glyphCount }));
  }
  return ids;
}

function* rangesOf(
  cff: BinaryView,
  { start, leftSize, glyphCount }: { readonly start: number; readonly leftSize: number; readonly glyphCount: number },
): Iterable<readonly [number, number]> {
  yield [0, 0];
  let known = 1;
  for (let offset = start; known < glyphCount && cff.has(offset, 2 + leftSize); offset += 2 + leftSize) {
    const first = cff.u16(offset);
    const left = cff.unsigned(offset + 2, leftSize);
    yield [first, first + left];
    known += left + 1;
  }
}

function fill(ids: Uint16Array, runs: Iterable<readonly [number, number]>): void {
  let glyph = 0;
  for (const [first, last] of runs) {
    for (let id = first; id <= last && glyph < ids.length; id++) {
      ids[glyph] = id;
      glyph += 1;
    }
  }
}
