import type { Box } from "../content.ts";

/** Returns the smallest box around all boxes; without any, an empty one that is inside out. */
export function boxAround(boxes: Iterable<Box>): Box {
  const around = { xMin: Infinity, yMin: Infinity, xMax: -Infinity, yMax: -Infinity };
  for (const { xMin, yMin, xMax, yMax } of boxes) {
    around.xMin = Math.min(around.xMin, xMin);
    around.yMin = Math.min(around.yMin, yMin);
    around.xMax = Math.max(around.xMax, xMax);
    around.yMax = Math.max(around.yMax, yMax);
  }
  return around;
}

export const widthOf = (box: Box): number => box.xMax - box.xMin;
export const heightOf = (box: Box): number => box.yMax - box.yMin;

/** Returns how far two boxes share the same x, in points; a negative number is the gap between them. */
export const sharedX = (a: Box, b: Box): number => Math.min(a.xMax, b.xMax) - Math.max(a.xMin, b.xMin);
export const holdsPoint = (box: Box, x: number, y: number): boolean =>
  x >= box.xMin && x <= box.xMax && y >= box.yMin && y <= box.yMax;

/** Returns whether the middle of `inner` lies within `outer`. */
export const holdsMiddle = (outer: Box, inner: Box): boolean =>
  holdsPoint(outer, (inner.xMin + inner.xMax) / 2, (inner.yMin + inner.yMax) / 2);
