import type { BinaryView } from "../binary-view.ts";

/** Returns the glyph of a code; 0 for a code that has none. */
export type GlyphLookup = (code: number) => number;

/** Returns the lookup of a cmap subtable by its format (ISO/IEC 14496-22, 5.2.1.3); an unknown format has no glyphs. */
export function glyphLookupOf(subtable: BinaryView): GlyphLookup {
  switch (subtable.u16(0)) {
    case 0:
      return (code) => (code < 256 ? subtable.u8(6 + code) : 0);
    case 2:
      return highByteMapping(subtable);
    case 4:
      return segmentMapping(subtable);
    case 6:
      return trimmed({ subtable, first: subtable.u16(6), count: subtable.u16(8), start: 10 });
    case 10:
      return trimmed({ subtable, first: subtable.u32(12), count: subtable.u32(16), start: 20 });
    case 12:
      return groups(subtable, (group, code) => group.glyph + (code - group.first));
    case 13:
      return groups(subtable, (group) => group.glyph);
    default:
      return () => 0;
  }
}

/** A range of codes that may have glyphs; `last` is within it. */
interface CodeSpan {
  readonly first: number;
  readonly last: number;
}

/** Returns the ranges of codes that a cmap subtable speaks of, within Unicode, in its own order. */
export function codeSpansOf(subtable: BinaryView): readonly CodeSpan[] {
  switch (subtable.u16(0)) {
    case 0:
      return [{ first: 0, last: 0xff }];
    case 2:
      return [{ first: 0, last: 0xffff }];
    case 4:
      return segmentSpans(subtable);
    case 6:
      return span(subtable.u16(6), subtable.u16(8));
    case 10:
      return span(subtable.u32(12), subtable.u32(16));
    case 12:
    case 13:
      return Array.from({ length: groupCount(subtable) }, (_, index) => ({
        first: subtable.u32(16 + 12 * index),
        last: Math.min(LAST_UNICODE, subtable.u32(16 + 12 * index + 4)),
      }));
    default:
      return [];
  }
}

const LAST_UNICODE = 0x10_ff_ff;

const span = (first: number, count: number): readonly CodeSpan[] => [
  { first, last: Math.min(LAST_UNICODE, first + count - 1) },
];

function segmentSpans(subtable: BinaryView): readonly CodeSpan[] {
  const { segments, ends, starts } = segmentTables(subtable);
  return Array.from({ length: segments }, (_, index) => ({
    first: subtable.u16(starts + 2 * index),
    last: subtable.u16(ends + 2 * index),
  }));
}

/** Returns the count of segments in format 4 and where their first and last codes stand. */
function segmentTables(subtable: BinaryView): {
  readonly segments: number;
  readonly ends: number;
  readonly starts: number;
} {
  const segments = Math.min(subtable.u16(6) >> 1, subtable.length >> 3);
  const ends = 14;
  return { segments, ends, starts: ends + 2 * segments + 2 };
}

/** Returns the count of groups in formats 12 and 13. */
const groupCount = (subtable: BinaryView): number =>
  Math.min(subtable.u32(12), Math.floor(Math.max(subtable.length - 16, 0) / 12));

/** Looks codes up in format 2: codes of one and two bytes, for the old encodings of East Asia. */
function highByteMapping(subtable: BinaryView): GlyphLookup {
  const headers = 6 + 512;
  return (code) => {
    const high = code >> 8;
    const key = subtable.u16(6 + 2 * (code > 0xff ? high : code)) & ~7;
    // A single byte has the key 0; a byte that begins codes of two bytes is no code by itself.
    if (code > 0xffff || code <= 0xff !== (key === 0)) {
      return 0;
    }
    const header = headers + key;
    const index = (code & 0xff) - subtable.u16(header);
    if (index < 0 || index >= subtable.u16(header + 2)) {
      return 0;
    }
    const glyph = subtable.u16(header + 6 + subtable.u16(header + 6) + 2 * index);
    return glyph === 0 ? 0 : (glyph + subtable.i16(header + 4)) & 0xffff;
  };
}

/** Looks codes up in format 4: ranges of the Basic Multilingual Plane. */
function segmentMapping(subtable: BinaryView): GlyphLookup {
  const { segments, ends, starts } = segmentTables(subtable);
  const deltas = starts + 2 * segments;
  const offsets = deltas + 2 * segments;
  const find = isAscending(subtable, ends, segments) ? firstNotBelow : firstNotBelowLinear;
  return (code) => {
    const segment = code > 0xffff ? segments : find(code, { subtable, ends, segments });
    const start = subtable.u16(starts + 2 * segment);
    if (segment >= segments || code < start) {
      return 0;
    }
    const delta = subtable.u16(deltas + 2 * segment);
    const place = offsets + 2 * segment;
    const rangeOffset = subtable.u16(place);
    // Some programs end with the range offset FFFF, for a segment without glyphs.
    if (rangeOffset === 0 || rangeOffset === 0xffff) {
      return rangeOffset === 0 ? (code + delta) & 0xffff : 0;
    }
    const glyph = subtable.u16(place + rangeOffset + 2 * (code - start));
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  };
}

interface Ends {
  readonly subtable: BinaryView;
  readonly ends: number;
  readonly segments: number;
}

function isAscending(subtable: BinaryView, ends: number, segments: number): boolean {
  for (let segment = 1; segment < segments; segment++) {
    if (subtable.u16(ends + 2 * segment) < subtable.u16(ends + 2 * segment - 2)) {
      return false;
    }
  }
  return true;
}

function firstNotBelow(code: number, { subtable, ends, segments }: Ends): number {
  let low = 0;
  let high = segments;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (subtable.u16(ends + 2 * middle) < code) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

function firstNotBelowLinear(code: number, { subtable, ends, segments }: Ends): number {
  for (let segment = 0; segment < segments; segment++) {
    if (subtable.u16(ends + 2 * segment) >= code) {
      return segment;
    }
  }
  return segments;
}

interface Trimmed {
  readonly subtable: BinaryView;
  readonly first: number;
  readonly count: number;
  /** The offset of the glyph indices. */
  readonly start: number;
}

/** Looks codes up in formats 6 and 10: one run of codes. */
const trimmed =
  ({ subtable, first, count, start }: Trimmed): GlyphLookup =>
  (code) =>
    code >= first && code - first < count ? subtable.u16(start + 2 * (code - first)) : 0;

interface Group {
  readonly first: number;
  readonly glyph: number;
}

/** Looks codes up in formats 12 and 13: groups of first code, last code and glyph, in ascending order. */
function groups(subtable: BinaryView, glyphIn: (group: Group, code: number) => number): GlyphLookup {
  const count = groupCount(subtable);
  return (code) => {
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (subtable.u32(16 + 12 * middle + 4) < code) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    const first = subtable.u32(16 + 12 * low);
    return low < count && code >= first ? glyphIn({ first, glyph: subtable.u32(16 + 12 * low + 8) }, code) : 0;
  };
}
