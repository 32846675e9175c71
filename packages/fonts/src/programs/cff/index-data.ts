import type { BinaryView } from "../binary-view.ts";

/** An INDEX of CFF (Adobe Technical Note 5176, 5): objects by number. */
export interface CffIndex {
  readonly count: number;
  /** The offset at which the data after the INDEX begin; infinite where not all of its offsets are there and valid. */
  readonly end: number;
  /** Returns as much of the object as is present; undefined for a number beyond the last one. */
  object(index: number): BinaryView | undefined;
}

export function readIndex(cff: BinaryView, start: number): CffIndex {
  const declared = cff.u16(start);
  const offsetSize = cff.u8(start + 2);
  if (declared === 0 || offsetSize < 1 || offsetSize > 4) {
    return { count: 0, end: declared === 0 ? start + 2 : Number.POSITIVE_INFINITY, object: () => undefined };
  }
  const offsets = start + 3;
  // A truncated INDEX has as many objects as have their offsets.
  const count = Math.min(declared, Math.floor((cff.length - offsets) / offsetSize) - 1);
  const data = offsets + (declared + 1) * offsetSize - 1;
  const offsetOf = (index: number): number => cff.unsigned(offsets + index * offsetSize, offsetSize);
  return {
    count: Math.max(count, 0),
    end: count < declared || offsetOf(declared) < 1 ? Number.POSITIVE_INFINITY : data + offsetOf(declared),
    object: (index) =>
      index >= 0 && index < count
        ? cff.slice(data + offsetOf(index), offsetOf(index + 1) - offsetOf(index))
        : undefined,
  };
}

/** Returns the bias that is added to the operand of callsubr and callgsubr (Adobe Technical Note 5176, 16). */
export function subrBias({ count }: CffIndex): number {
  if (count < 1240) {
    return 107;
  }
  return count < 33_900 ? 1131 : 32_768;
}
