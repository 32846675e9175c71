import { histogramOf, quantile } from "./background.ts";
import type { GreyImage } from "./grey-image.ts";

/** The smallest step from paper to ink, in grey levels: paper itself varies. */
const leastStep = 12;

/**
 * Counts how often each row goes from paper to ink and back, whatever its light: many times where there is print, never
 * between lines. A step is a quarter of the difference between the page's ink and its paper.
 */
export function rowChanges(image: GreyImage): Int32Array {
  const { widthPx, heightPx, pixels } = image;
  const histogram = histogramOf(image);
  const step = Math.max(leastStep, (quantile(histogram, 0.5) - quantile(histogram, 0.005)) / 4);
  const changes = new Int32Array(heightPx);
  for (let y = 0; y < heightPx; y++) {
    let count = 0;
    for (let at = y * widthPx + 1, end = (y + 1) * widthPx; at < end; at++) {
      const change = pixels[at]! - pixels[at - 1]!;
      count += change > step || change < -step ? 1 : 0;
    }
    changes[y] = count;
  }
  return changes;
}
