import type { BinaryView } from "../binary-view.ts";
import { type CffDict, Operator, readDict } from "./dict-data.ts";
import { type CffIndex, readIndex } from "./index-data.ts";

/** The facts that glyphs share, from the Private DICT, which in a CID-keyed program is that of a Font DICT. */
export interface PrivateFacts {
  readonly defaultWidth: number;
  readonly nominalWidth: number;
  readonly subrs: CffIndex | undefined;
  /** The thousandths of text space in a unit of glyph space, horizontally. */
  readonly scale: number;
}

/**
 * Reads the Private DICT that another DICT refers to, and calls `malformed` for each of its numbers that is none, or
 * where it or its subroutines lie beyond the end.
 */
export function readPrivate(
  cff: BinaryView,
  dict: CffDict,
  { scale, malformed }: { readonly scale: number; readonly malformed: () => void },
): PrivateFacts {
  const [lengthBytes = 0, start = 0] = dict.get(Operator.private)?.slice(-2) ?? [];
  const entries = readDict(cff.slice(start, lengthBytes), malformed);
  const subrsOffset = entries.get(Operator.subrs)?.at(-1);
  const subrs = subrsOffset === undefined ? undefined : readIndex(cff, start + subrsOffset);
  if (start + lengthBytes > cff.length || (subrs !== undefined && subrs.end > cff.length)) {
    malformed();
  }
  return {
    defaultWidth: entries.get(Operator.defaultWidthX)?.at(-1) ?? 0,
    nominalWidth: entries.get(Operator.nominalWidthX)?.at(-1) ?? 0,
    subrs,
    scale,
  };
}

/** The scale of the default FontMatrix, 0.001 0 0 0.001 0 0 (table 9). */
const THOUSANDTHS = 1;

const matrixScale = (dict: CffDict): number | undefined => {
  const [horizontal] = dict.get(Operator.fontMatrix) ?? [];
  return horizontal === undefined ? undefined : horizontal * 1000;
};

export const scaleOf = (top: CffDict): number => matrixScale(top) ?? THOUSANDTHS;

/**
 * Reads the Font DICTs of a CID-keyed program: their matrix is followed by that of the Top DICT, where both have one.
 * Calls `malformed` for each number that is none, and where they lie beyond the end.
 */
export function readFontArray(cff: BinaryView, top: CffDict, malformed: () => void): readonly PrivateFacts[] {
  const fonts = readIndex(cff, top.get(Operator.fontArray)?.at(-1) ?? cff.length);
  if (fonts.end > cff.length) {
    malformed();
  }
  const topScale = matrixScale(top);
  return Array.from({ length: fonts.count }, (_, index) => {
    const data = fonts.object(index);
    const dict = data === undefined ? new Map<number, readonly number[]>() : readDict(data, malformed);
    const ownScale = matrixScale(dict);
    const scale =
      ownScale !== undefined && topScale !== undefined ? (ownScale * topScale) / 1000 : (ownScale ?? topScale);
    return readPrivate(cff, dict, { scale: scale ?? THOUSANDTHS, malformed });
  });
}

/**
 * Returns a function from glyphs to the indices of their Font DICTs (Adobe Technical Note 5176, 19). Calls `malformed`
 * where there is none, or one of a format that there is not.
 */
export function readFontSelect(
  cff: BinaryView,
  offset: number | undefined,
  malformed: () => void,
): (glyph: number) => number {
  if (offset === undefined || offset < 0 || offset >= cff.length) {
    malformed();
    return () => 0;
  }
  if (cff.u8(offset) !== 0 && cff.u8(offset) !== 3) {
    malformed();
  }
  if (cff.u8(offset) !== 3) {
    return (glyph) => cff.u8(offset + 1 + glyph);
  }
  const count = cff.u16(offset + 1);
  return (glyph) => {
    let low = 0;
    let high = count;
    // The search finds the last range that begins at the glyph or before it.
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (cff.u16(offset + 3 + 3 * middle) <= glyph) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return cff.u8(offset + 3 + 3 * low + 2);
  };
}
