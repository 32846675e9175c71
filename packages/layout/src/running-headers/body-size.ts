import { Tally } from "../geometry/statistics.ts";
import type { PageLines } from "../words.ts";

/** Returns the size of most letters of a document, in points. */
export function bodySizeOf(pages: readonly PageLines[]): number {
  const sizes = new Tally<number>();
  for (const { lines } of pages) {
    for (const { words } of lines) {
      for (const { sizePt, text, font } of words) {
        // Code may be most of a document, in type smaller than its text.
        sizes.add(Math.round(sizePt * 4) / 4, font.isFixedPitch ? text.length * CODE_WEIGHT : text.length);
      }
    }
  }
  return sizes.most() ?? 10;
}

export const CODE_WEIGHT = 0.2;
