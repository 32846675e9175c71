import type { Box } from "../../content.ts";

/** In points from the page's top left corner, in the spelling of the published interface. */
export const boxElement = ({ xMin, yMin, xMax, yMax }: Box): object => ({
  x_min: rounded(xMin),
  y_min: rounded(yMin),
  x_max: rounded(xMax),
  y_max: rounded(yMax),
});

/** To hundredths of a point. JSON has no infinity. */
export const rounded = (points: number): number => (Number.isFinite(points) ? Math.round(points * 100) / 100 : 0);
