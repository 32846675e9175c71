/**
 * A step of a contour, in ems from the glyph's origin, y upward: a line to a point, or a cubic Bézier curve by its two
 * control points and its end.
 */
export type ContourStep =
  | readonly [x: number, y: number]
  | readonly [x1: number, y1: number, x2: number, y2: number, x: number, y: number];

/** A closed line around an area that a glyph fills; areas are filled by the nonzero winding number rule. */
export interface Contour {
  readonly startX: number;
  readonly startY: number;
  readonly steps: readonly ContourStep[];
}

/** A glyph of a font that is made. */
export interface WebGlyph {
  readonly contours: readonly Contour[];
  /** The distance to the origin of the next glyph, in ems. */
  readonly advance: number;
}
