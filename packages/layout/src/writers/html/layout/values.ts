import type { Box } from "../../../content.ts";
import type { Paint } from "./painting.ts";

/** Rounds to hundredths of a point; 0 for numbers that are not finite. */
export const rounded = (points: number): number => (Number.isFinite(points) ? Math.round(points * 100) / 100 : 0);

/** Returns the CSS value of a colour 0xRRGGBB. */
export const colorValue = (color: number): string => `#${(color & 0xff_ff_ff).toString(16).padStart(6, "0")}`;

/** Returns whether a colour is too light to be seen on white paper. */
export const isLight = (color: number): boolean =>
  ((color >> 16) & 0xff) > 0xd8 && ((color >> 8) & 0xff) > 0xd8 && (color & 0xff) > 0xd8;

/** Rounds to six significant digits; 0 for numbers that are not finite. */
export const significant = (value: number): number => (Number.isFinite(value) ? Number(value.toPrecision(6)) : 0);

/** Returns the attributes of an element that fills a box. */
export const boxAttributes = ({ xMin, yMin, xMax, yMax }: Box): Record<string, number> => ({
  x: rounded(xMin),
  y: rounded(yMin),
  width: rounded(Math.max(0, xMax - xMin)),
  height: rounded(Math.max(0, yMax - yMin)),
});

/** Returns the attributes of a paint, without those that are as if nothing was said: black and opaque, no stroke. */
export const paintAttributes = ({ fill, stroke }: Paint): Record<string, string | number> => ({
  ...(fill === undefined ? { fill: "none" } : fill.color === 0 ? {} : { fill: colorValue(fill.color) }),
  ...(fill !== undefined && fill.opacity < 1 && { "fill-opacity": significant(fill.opacity) }),
  ...(stroke !== undefined && {
    stroke: colorValue(stroke.color),
    "stroke-width": significant(stroke.widthPt),
    ...(stroke.opacity < 1 && { "stroke-opacity": significant(stroke.opacity) }),
  }),
});
