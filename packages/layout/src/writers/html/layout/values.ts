/** Rounds to hundredths of a point; 0 for numbers that are not finite. */
export const rounded = (points: number): number => (Number.isFinite(points) ? Math.round(points * 100) / 100 : 0);

/** Returns the CSS value of a colour 0xRRGGBB. */
export const colorValue = (color: number): string => `#${(color & 0xff_ff_ff).toString(16).padStart(6, "0")}`;

/** Returns whether a colour is too light to be seen on white paper. */
export const isLight = (color: number): boolean =>
  ((color >> 16) & 0xff) > 0xd8 && ((color >> 8) & 0xff) > 0xd8 && (color & 0xff) > 0xd8;
