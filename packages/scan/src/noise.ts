import type { GreyImage } from "./grey-image.ts";

export interface Noise {
  /**
   * The standard deviation of what varies from pixel to pixel, in grey levels. Paper that is white to the limit hides
   * half of it.
   */
  readonly sigma: number;
  /** The share of pixels that are specks, salt and pepper, also of those that a change of the scan's size has spread. */
  readonly specks: number;
}

/** The grey levels by which a speck stands out from everything around it. */
const speckLevels = 40;
/** The grey levels that a speck has more or less than what is around it, over all its pixels: less is grain, more is a dot. */
const leastSpeck = 64;
const mostSpeck = 1.5 * 255;

/**
 * Measures how noisy a page is. The Laplacian difference of Immerkaer (Fast Noise Variance Estimation, 1996) is not
 * affected by slopes; its median, unlike its mean, is not affected by the edges of text either (Donoho and Johnstone,
 * 1994, for the median absolute deviation). It samples one pixel of eight.
 */
export function noiseOf(image: GreyImage): Noise {
  const { widthPx, heightPx, pixels } = image;
  const histogram = new Uint32Array(256 * 8);
  let count = 0;
  let specks = 0;
  for (let y = 2; y < heightPx - 2; y += 4) {
    const row = y * widthPx;
    for (let at = row + 2, end = row + widthPx - 2; at < end; at += 2) {
      const above = at - widthPx;
      const below = at + widthPx;
      const n = pixels[above]!;
      const s = pixels[below]!;
      const w = pixels[at - 1]!;
      const e = pixels[at + 1]!;
      const middle = pixels[at]!;
      const corners = pixels[above - 1]! + pixels[above + 1]! + pixels[below - 1]! + pixels[below + 1]!;
      const difference = corners - 2 * (n + s + w + e) + 4 * middle;
      histogram[difference < 0 ? -difference : difference]!++;
      count++;
      specks += isSpeck(pixels, at, widthPx) ? 1 : 0;
    }
  }
  if (count === 0) {
    return { sigma: 0, specks: 0 };
  }
  let median = 0;
  for (let seen = histogram[0]!; 2 * seen < count; seen += histogram[median]!) {
    median++;
  }
  // The mask's weights have a norm of 6; 0.6745 is the median of a normal variable's absolute value.
  return { sigma: median / (6 * 0.6745), specks: specks / count };
}

/**
 * Returns whether a pixel is the middle of a speck: darker, or brighter, than all sixteen pixels at a distance of two, by as
 * much as one pixel in all. A speck of one pixel has become one of four, each as faint, once a scan was made a per cent
 * smaller.
 */
function isSpeck(pixels: Uint8Array, at: number, widthPx: number): boolean {
  const middle = pixels[at]!;
  const sign = middle < pixels[at - 2]! ? -1 : 1;
  const limit = sign * middle - speckLevels;
  const [above, below] = [at - 2 * widthPx, at + 2 * widthPx];
  // Nearly all pixels are like one of these, and end here.
  if (
    sign * pixels[at - 2]! > limit ||
    sign * pixels[at + 2]! > limit ||
    sign * pixels[above]! > limit ||
    sign * pixels[below]! > limit
  ) {
    return false;
  }
  let around = 0;
  for (let step = -2; step < 2; step++) {
    const [top, bottom] = [pixels[above + step]!, pixels[below - step]!];
    const [left, right] = [pixels[at - step * widthPx - 2]!, pixels[at + step * widthPx + 2]!];
    if (sign * top > limit || sign * bottom > limit || sign * left > limit || sign * right > limit) {
      return false;
    }
    around += top + bottom + left + right;
  }
  let sum = (-9 * around) / 16;
  for (let row = at - widthPx; row <= at + widthPx; row += widthPx) {
    for (let neighbour = row - 1; neighbour <= row + 1; neighbour++) {
      if (sign * pixels[neighbour]! > sign * middle) {
        return false;
      }
      sum += pixels[neighbour]!;
    }
  }
  return sign * sum >= leastSpeck && sign * sum <= mostSpeck;
}
