import type { Box } from "../../content.ts";

/** Returns a box in points from the page's top left corner, with the names of the published interface. */
export const boxElement = ({ xMin, yMin, xMax, yMax }: Box): object => ({
  x_min: rounded(xMin),
  y_min: rounded(yMin),
  x_max: rounded(xMax),
  y_max: rounded(yMax),
});

/** Rounds to hundredths of a point; 0 for numbers that are not finite, since JSON has no infinity. */
export const rounded = (points: number): number => (Number.isFinite(points) ? Math.round(points * 100) / 100 : 0);
