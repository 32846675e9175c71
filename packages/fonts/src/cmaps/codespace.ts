/**
 * A range of codes with as many bytes as `low` has: each byte lies between those of `low` and `high` (ISO 32000-2,
 * 9.7.6.3).
 */
export interface CodespaceRange {
  readonly low: Uint8Array;
  readonly high: Uint8Array;
}

export type EachCode = (code: number, lengthBytes: number) => void;

const USUAL_LENGTH = 2;

/** Splits strings into codes. Without any range, codes have two bytes. */
export class Codespace {
  readonly ranges: readonly CodespaceRange[];
  readonly #byFirstByte = new Map<number, readonly CodespaceRange[]>();
  readonly #shortest: number;
  /** The length of all codes, where all ranges allow any byte. */
  readonly #fixedLength: number | undefined;

  constructor(ranges: readonly CodespaceRange[]) {
    this.ranges = ranges.toSorted((one, other) => one.low.length - other.low.length);
    this.#shortest = this.ranges[0]?.low.length ?? USUAL_LENGTH;
    this.#fixedLength = fixedLengthOf(ranges);
  }

  eachCode(bytes: Uint8Array, each: EachCode): void {
    let offset = 0;
    while (offset < bytes.length) {
      const wanted = this.#fixedLength ?? this.#lengthAt(bytes, offset);
      const lengthBytes = Math.min(wanted, bytes.length - offset);
      each(codeOf(bytes, offset, lengthBytes), lengthBytes);
      offset += lengthBytes;
    }
  }

  /** Returns whether a code of that length is in one of the ranges. */
  has(code: number, lengthBytes: number): boolean {
    const bytes = Uint8Array.from(
      { length: lengthBytes },
      (_, index) => (code / 256 ** (lengthBytes - 1 - index)) & 0xff,
    );
    return this.ranges.some(
      (range) => range.low.length === lengthBytes && matchingBytes(range, bytes, 0) === lengthBytes,
    );
  }

  /**
   * Returns the length of the shortest range that contains the bytes. A code in no range has the length of the range
   * that matches its first bytes farthest; of several such, the shortest.
   */
  #lengthAt(bytes: Uint8Array, offset: number): number {
    let best = { lengthBytes: this.#shortest, matching: 0 };
    for (const range of this.#beginningWith(bytes[offset] ?? 0)) {
      const matching = matchingBytes(range, bytes, offset);
      const lengthBytes = range.low.length;
      if (matching === lengthBytes) {
        return lengthBytes;
      }
      if (matching > best.matching) {
        best = { lengthBytes, matching };
      }
    }
    return best.lengthBytes;
  }

  #beginningWith(byte: number): readonly CodespaceRange[] {
    let ranges = this.#byFirstByte.get(byte);
    if (ranges === undefined) {
      ranges = this.ranges.filter(({ low, high }) => byte >= (low[0] ?? 0) && byte <= (high[0] ?? 0));
      this.#byFirstByte.set(byte, ranges);
    }
    return ranges;
  }
}

function fixedLengthOf(ranges: readonly CodespaceRange[]): number | undefined {
  const [first] = ranges;
  const isAll = ranges.every(({ low, high }) => low.every((byte) => byte === 0) && high.every((byte) => byte === 255));
  const length = first?.low.length ?? USUAL_LENGTH;
  return isAll && ranges.every(({ low }) => low.length === length) ? length : undefined;
}

function matchingBytes({ low, high }: CodespaceRange, bytes: Uint8Array, offset: number): number {
  for (let index = 0; index < low.length; index++) {
    const byte = bytes[offset + index];
    if (byte === undefined || byte < (low[index] ?? 0) || byte > (high[index] ?? 0)) {
      return index;
    }
  }
  return low.length;
}

export function codeOf(bytes: Uint8Array, offset = 0, lengthBytes: number = bytes.length): number {
  let code = 0;
  for (let index = 0; index < lengthBytes; index++) {
    code = code * 256 + (bytes[offset + index] ?? 0);
  }
  return code;
}
