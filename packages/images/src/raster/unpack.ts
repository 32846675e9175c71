import { rowBytes } from "./raster.ts";

/** Rows of samples that each begin at a byte. */
export interface PackedSamples {
  readonly data: Uint8Array;
  readonly samplesInRow: number;
  readonly rows: number;
  /** The bits of a sample: 1, 2, 4, 8 or 16. */
  readonly bits: number;
}

/**
 * Returns one byte for each sample, without gaps between the rows: the value itself or, of 16 bits, the upper eight.
 */
export function unpacked({ data, samplesInRow, rows, bits }: PackedSamples): Uint8Array {
  if (bits === 8) {
    return data;
  }
  const samples = new Uint8Array(samplesInRow * rows);
  if (bits === 16) {
    for (let index = 0; index < samples.length; index++) {
      samples[index] = data[2 * index] ?? 0;
    }
    return samples;
  }
  const stride = rowBytes(samplesInRow, bits);
  const mask = (1 << bits) - 1;
  let position = 0;
  for (let row = 0; row < rows; row++) {
    let byte = row * stride;
    let shift = 8 - bits;
    for (let index = 0; index < samplesInRow; index++) {
      samples[position++] = ((data[byte] ?? 0) >> shift) & mask;
      shift -= bits;
      if (shift < 0) {
        shift = 8 - bits;
        byte++;
      }
    }
  }
  return samples;
}

/** Reverses `unpacked`, for 1, 2, 4 and 8 bits; values are not checked. */
export function packed(samples: Uint8Array, { samplesInRow, rows, bits }: Omit<PackedSamples, "data">): Uint8Array {
  if (bits === 8) {
    return samples;
  }
  const stride = rowBytes(samplesInRow, bits);
  const data = new Uint8Array(stride * rows);
  let position = 0;
  for (let row = 0; row < rows; row++) {
    let byte = row * stride;
    let shift = 8 - bits;
    for (let index = 0; index < samplesInRow; index++) {
      data[byte] = (data[byte] ?? 0) | ((samples[position++] ?? 0) << shift);
      shift -= bits;
      if (shift < 0) {
        shift = 8 - bits;
        byte++;
      }
    }
  }
  return data;
}
