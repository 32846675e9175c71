import type { Box } from "@quire/layout";

/** A transformation (ISO 32000-2, 8.3.3): x' = a x + c y + e, y' = b x + d y + f. */
export interface Matrix {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

/** Returns the matrix that applies first `inner`, then `outer`. */
export function concatenated(inner: Matrix, outer: Matrix): Matrix {
  return {
    a: inner.a * outer.a + inner.b * outer.c,
    b: inner.a * outer.b + inner.b * outer.d,
    c: inner.c * outer.a + inner.d * outer.c,
    d: inner.c * outer.b + inner.d * outer.d,
    e: inner.e * outer.a + inner.f * outer.c + outer.e,
    f: inner.e * outer.b + inner.f * outer.d + outer.f,
  };
}

export const xOf = (matrix: Matrix, x: number, y: number): number => matrix.a * x + matrix.c * y + matrix.e;
export const yOf = (matrix: Matrix, x: number, y: number): number => matrix.b * x + matrix.d * y + matrix.f;

/** Returns whether points that a matrix transforms can be shown; hostile documents have others. */
export const isUsable = ({ a, b, c, d, e, f }: Matrix): boolean => Math.abs(a + b + c + d + e + f) < FAR;

/** A distance from the page's corner, in points, beyond everything that is seen. */
const FAR = 1e9;

/** Returns the factor by which lengths grow, in the mean of all directions. */
export const scaleOf = ({ a, b, c, d }: Matrix): number => Math.sqrt(Math.abs(a * d - b * c));

/** Returns the box around a transformed box. */
export function boxThrough(matrix: Matrix, { xMin, yMin, xMax, yMax }: Box): Box {
  const x1 = xOf(matrix, xMin, yMin);
  const x2 = xOf(matrix, xMax, yMin);
  const x3 = xOf(matrix, xMin, yMax);
  const x4 = xOf(matrix, xMax, yMax);
  const y1 = yOf(matrix, xMin, yMin);
  const y2 = yOf(matrix, xMax, yMin);
  const y3 = yOf(matrix, xMin, yMax);
  const y4 = yOf(matrix, xMax, yMax);
  return {
    xMin: Math.min(x1, x2, x3, x4),
    yMin: Math.min(y1, y2, y3, y4),
    xMax: Math.max(x1, x2, x3, x4),
    yMax: Math.max(y1, y2, y3, y4),
  };
}

/** Returns the common part of two boxes; where there is none, `xMin` is greater than `xMax`, or `yMin` than `yMax`. */
export const intersection = (one: Box, other: Box): Box => ({
  xMin: Math.max(one.xMin, other.xMin),
  yMin: Math.max(one.yMin, other.yMin),
  xMax: Math.min(one.xMax, other.xMax),
  yMax: Math.min(one.yMax, other.yMax),
});

/** Returns whether a box contains anything, even if it is as thin as a line. It is false for NaN. */
export const isThere = ({ xMin, yMin, xMax, yMax }: Box): boolean => xMin <= xMax && yMin <= yMax;

/** The part of default user space that is shown, and how (ISO 32000-2, table 31). */
export interface PageView {
  readonly widthPt: number;
  readonly heightPt: number;
  /** The transformation from default user space to points of the page as it is seen, from its top left. */
  readonly matrix: Matrix;
}

/** Returns the view of a page. `box`: the crop box, its y upward; `quarterTurns`: /Rotate, clockwise. */
export function pageView(box: Box, quarterTurns: number, userUnit: number): PageView {
  const width = (box.xMax - box.xMin) * userUnit;
  const height = (box.yMax - box.yMin) * userUnit;
  const u = userUnit;
  const { xMin, yMin, xMax, yMax } = box;
  switch (((quarterTurns % 4) + 4) % 4) {
    case 1:
      return { widthPt: height, heightPt: width, matrix: { a: 0, b: u, c: u, d: 0, e: -yMin * u, f: -xMin * u } };
    case 2:
      return { widthPt: width, heightPt: height, matrix: { a: -u, b: 0, c: 0, d: u, e: xMax * u, f: -yMin * u } };
    case 3:
      return { widthPt: height, heightPt: width, matrix: { a: 0, b: -u, c: -u, d: 0, e: yMax * u, f: xMax * u } };
    default:
      return { widthPt: width, heightPt: height, matrix: { a: u, b: 0, c: 0, d: -u, e: -xMin * u, f: yMax * u } };
  }
}
