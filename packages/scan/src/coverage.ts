import { histogramOf, otsu } from "./background.ts";
import type { GreyImage, PixelBox } from "./grey-image.ts";

/**
 * Returns the share of a page's print that lies in none of `boxes`, 0 to 1. Recognition that lost lines is confident of
 * the words that it found, and only what it did not cover shows the loss. Print is ink in runs of at most
 * `mostStrokePx` along its row; rules and pictures are left out.
 */
export function inkOutside(image: GreyImage, boxes: readonly PixelBox[], mostStrokePx: number): number {
  const { widthPx, heightPx, pixels } = image;
  const threshold = otsu(histogramOf(image));
  const covered = new Uint8Array(widthPx * heightPx);
  for (const { xMin, yMin, xMax, yMax } of boxes) {
    for (let y = Math.max(0, Math.floor(yMin)); y < Math.min(heightPx, yMax); y++) {
      covered.fill(1, y * widthPx + Math.max(0, Math.floor(xMin)), y * widthPx + Math.min(widthPx, Math.ceil(xMax)));
    }
  }
  let all = 0;
  let outside = 0;
  for (let y = 0; y < heightPx; y++) {
    const end = (y + 1) * widthPx;
    for (let at = y * widthPx; at < end; at++) {
      if (pixels[at]! > threshold) {
        continue;
      }
      const start = at;
      while (at < end && pixels[at]! <= threshold) {
        at++;
      }
      if (at - start <= mostStrokePx) {
        all += at - start;
        outside += covered[(start + at) >> 1] === 0 ? at - start : 0;
      }
    }
  }
  return all === 0 ? 0 : outside / all;
}
