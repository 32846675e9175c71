import { type Interval } from "./function-body.ts";

/* The samples of a sampled function (ISO 32000-1, 7.10.2). */

export const UNIT: Interval = { low: 0, high: 1 };

/**
 * The samples, of 1 to 32 bits each, one directly after the other, the high bits first. They are not unpacked, which
 * could take 64 times the memory.
 */
export class Samples {
  readonly greatest: number;
  readonly #bytes: Uint8Array;
  readonly #bits: number;

  constructor(bytes: Uint8Array, bits: number) {
    this.greatest = 2 ** bits - 1;
    this.#bytes = bytes;
    this.#bits = bits;
  }

  /** Returns the sample at `index`; 0 when it is missing. */
  at(index: number): number {
    const bits = this.#bits;
    if (bits === 8) {
      return this.#bytes[index] ?? 0;
    }
    const position = index * bits;
    const firstByte = Math.floor(position / 8);
    const endBit = (position % 8) + bits;
    // A sample spans five bytes at most: 40 bits are exact in a number, but not in bitwise operators.
    let value = 0;
    let byte = firstByte;
    for (let read = 0; read < endBit; read += 8) {
      value = value * 256 + (this.#bytes[byte++] ?? 0);
    }
    const unused = (8 - (endBit % 8)) % 8;
    return Math.floor(value / 2 ** unused) % 2 ** bits;
  }
}
