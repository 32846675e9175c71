/** To hundredths of a point. */
export const rounded = (points: number): number => (Number.isFinite(points) ? Math.round(points * 100) / 100 : 0);

/** Of 0xRRGGBB. */
export const colorValue = (color: number): string => `#${(color & 0xff_ff_ff).toString(16).padStart(6, "0")}`;

/** White paper would swallow it. */
export const isLight = (color: number): boolean =>
  ((color >> 16) & 0xff) > 0xd8 && ((color >> 8) & 0xff) > 0xd8 && (color & 0xff) > 0xd8;
