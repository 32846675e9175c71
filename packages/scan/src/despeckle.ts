import type { GreyImage } from "./grey-image.ts";

/**
 * Removes specks of one pixel, salt and pepper, and leaves everything else as it is: a pixel that stands out from all
 * its eight neighbours by `levels` becomes their mean. A median would also thin the strokes of small print (conditional
 * replacement: Gonzalez and Woods, Digital Image Processing, 5.3.3). The outermost pixels stay.
 */
export function despeckle(image: GreyImage, levels: number): GreyImage {
  const { widthPx, heightPx, pixels: from } = image;
  // A Buffer's slice would share its memory.
  const pixels = new Uint8Array(from.subarray(0, widthPx * heightPx));
  for (let y = 1; y < heightPx - 1; y++) {
    const row = y * widthPx;
    for (let at = row + 1, end = row + widthPx - 1; at < end; at++) {
      const middle = from[at]!;
      const left = from[at - 1]!;
      const apart = middle - left;
      // Nearly all pixels are like the one before them, and end here.
      if (apart < levels && apart > -levels) {
        continue;
      }
      if (standsOut(from, at, widthPx, levels)) {
        pixels[at] = around(from, at, widthPx);
      }
    }
  }
  return { widthPx, heightPx, pixels };
}

/** Returns whether a pixel is brighter, or darker, than all its eight neighbours by `levels`. */
function standsOut(pixels: Uint8Array, at: number, widthPx: number, levels: number): boolean {
  const middle = pixels[at]!;
  const sign = middle < pixels[at - 1]! ? -1 : 1;
  const limit = sign * middle - levels;
  for (let row = at - widthPx; row <= at + widthPx; row += widthPx) {
    for (let neighbour = row - 1; neighbour <= row + 1; neighbour++) {
      if (neighbour !== at && sign * pixels[neighbour]! > limit) {
        return false;
      }
    }
  }
  return true;
}

function around(pixels: Uint8Array, at: number, widthPx: number): number {
  let sum = 4 - pixels[at]!;
  for (let row = at - widthPx; row <= at + widthPx; row += widthPx) {
    sum += pixels[row - 1]! + pixels[row]! + pixels[row + 1]!;
  }
  return sum >> 3;
}
