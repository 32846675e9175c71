/*
 * Properties of a page's pixels that are quick to find, and that save more time than finding them takes. Both functions
 * take three channels a pixel, without padding.
 */

/** Returns whether red, green and blue are the same everywhere. It ends at the first pixel where they are not. */
export function isGrey(pixels: Uint8Array<ArrayBuffer>): boolean {
  // Four pixels are three words. White ones, which are most of a page of text, are recognized with three comparisons
  // fewer.
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, Math.floor(pixels.length / 12) * 3);
  for (let index = 0; index < words.length; index += 3) {
    const first = words[index] ?? 0;
    const second = words[index + 1] ?? 0;
    const third = words[index + 2] ?? 0;
    if ((first & second & third) !== ALL_ONES && !areFourGrey(first, second, third)) {
      return false;
    }
  }
  for (let index = words.byteLength; index < pixels.length; index += 3) {
    if (pixels[index] !== pixels[index + 1] || pixels[index] !== pixels[index + 2]) {
      return false;
    }
  }
  return true;
}

const ALL_ONES = -1;

/**
 * Returns whether four pixels are grey. Their bytes in memory, little-endian: r0 g0 b0 r1, g1 b1 r2 g2, b2 r3 g3 b3.
 */
function areFourGrey(first: number, second: number, third: number): boolean {
  const differences =
    ((first ^ (first >>> 8)) & 0xffff) |
    (((first >>> 24) ^ second) & 0xff) |
    ((second ^ (second >>> 8)) & 0xff) |
    (((second >>> 16) ^ (second >>> 24)) & 0xff) |
    (((second >>> 24) ^ third) & 0xff) |
    (((third >>> 8) ^ (third >>> 16)) & 0xffff);
  return differences === 0;
}

/**
 * Returns whether neighbouring pixels mostly differ, and by little, as in photographs and most scans: filtered, such a
 * PNG loses a third of its bytes. One of text, of drawings or of noise would grow by a tenth.
 */
export function isContinuousTone(pixels: Uint8Array): boolean {
  let close = 0;
  let samples = 0;
  for (let start = 3; start < pixels.length; start += SAMPLE_STEP_BYTES) {
    const end = Math.min(start + SAMPLE_BYTES, pixels.length);
    for (let index = start; index < end; index += 3) {
      const difference = Math.abs((pixels[index] ?? 0) - (pixels[index - 3] ?? 0));
      close += difference > 0 && difference <= CLOSE ? 1 : 0;
      samples += 1;
    }
  }
  return close > samples / 2;
}

const CLOSE = 8;

/** The length of the runs of pixels that are sampled, one in sixteen; it divides no usual width. */
const SAMPLE_BYTES = 3 * 1009;
const SAMPLE_STEP_BYTES = 16 * SAMPLE_BYTES;
