import { standsOut } from "./despeckle.ts";
import type { GreyImage } from "./grey-image.ts";

export interface Noise {
  /**
   * The standard deviation of what varies from pixel to pixel, in grey levels. Paper that is white to the limit hides
   * half of it.
   */
  readonly sigma: number;
  /** The share of pixels that stand out from all their eight neighbours by `speckLevels` or more: salt and pepper. */
  readonly specks: number;
}

const speckLevels = 64;

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
  for (let y = 1; y < heightPx - 1; y += 4) {
    const row = y * widthPx;
    for (let at = row + 1, end = row + widthPx - 1; at < end; at += 2) {
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
      const least = Math.min(n, s, w, e);
      const most = Math.max(n, s, w, e);
      if (middle + speckLevels <= least || middle >= most + speckLevels) {
        specks += standsOut(pixels, at, widthPx, speckLevels) ? 1 : 0;
      }
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
