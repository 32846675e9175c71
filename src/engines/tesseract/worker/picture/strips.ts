import { type GreyImage, rowChanges } from "@quire/scan";
import type { Band } from "./bands.ts";

/** How much of a strip lies in the next one. */
const OVERLAP = 0.1;
/** How far a cut may lie from its place to meet less ink, as a share of a strip: two of them leave some overlap. */
const SEARCH = 0.04;

/** The rows of `count` strips from top to bottom, cut where there is least ink; fewer for a page of fewer rows. */
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

/** The row about `place` that, with its neighbours, has least changes; of those alike, the nearest. */
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
