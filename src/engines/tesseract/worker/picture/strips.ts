import { type GreyImage, rowChanges } from "@quire/scan";
import type { Band } from "./bands.ts";

/** The share of a strip that lies in the next one. */
const OVERLAP = 0.1;
/** The furthest that a cut may be moved to meet less ink, as a share of a strip: two such moves leave some overlap. */
const SEARCH = 0.04;

/**
 * Returns the rows of `count` strips from top to bottom, cut where there is least ink; fewer for a page of fewer rows.
 */
export function stripsOf(image: GreyImage, count: number): readonly Band[] {
  const strips = Math.min(count, image.heightPx);
  const changes = rowChanges(image);
  const height = image.heightPx / (strips - OVERLAP * (strips - 1));
  const cutAt = (place: number): number => quietestRow(changes, place, SEARCH * height);
  return Array.from({ length: strips }, (_, index) => {
    const top = index * (1 - OVERLAP) * height;
    const yMin = index === 0 ? 0 : cutAt(top);
    const yMax = index === strips - 1 ? image.heightPx : cutAt(top + height);
    return { yMin: Math.min(yMin, image.heightPx - 1), yMax: Math.max(yMin + 1, yMax) };
  });
}

/** Returns the row about `place` that, with its neighbours, has the fewest changes; of equal ones, the nearest. */
function quietestRow(changes: Int32Array, place: number, reach: number): number {
  const nearest = Math.round(place);
  let best = nearest;
  let least = Number.POSITIVE_INFINITY;
  for (let distance = 0; distance <= reach; distance++) {
    for (const row of [nearest - distance, nearest + distance]) {
      const ink = (changes[row - 1] ?? 0) + (changes[row] ?? 0) + (changes[row + 1] ?? 0);
      if (ink < least) {
        least = ink;
        best = row;
      }
    }
  }
  return best;
}
