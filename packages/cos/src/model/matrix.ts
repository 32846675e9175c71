import type { Rectangle } from "./rectangle.ts";

/** The operands of `cm` (ISO 32000-2, 8.3.4): x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** Returns the matrix that applies `first` and then `second`. */
export function multiplied(first: Matrix, second: Matrix): Matrix {
  const [a, b, c, d, e, f] = first;
  const [g, h, i, j, k, l] = second;
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l];
}

/** Returns the matrix that undoes `matrix`, whose determinant must not be 0. */
export function inverted([a, b, c, d, e, f]: Matrix): Matrix {
  const determinant = a * d - b * c;
  return [
    d / determinant,
    -b / determinant,
    -c / determinant,
    a / determinant,
    (c * f - d * e) / determinant,
    (b * e - a * f) / determinant,
  ];
}

/** Returns the point that `matrix` takes a point to. */
export const mappedPoint = ([a, b, c, d, e, f]: Matrix, { x, y }: Point): Point => ({
  x: a * x + c * y + e,
  y: b * x + d * y + f,
});

/** Returns the smallest upright rectangle around what `matrix` makes of a rectangle. */
export function mappedRectangle(matrix: Matrix, { left, bottom, right, top }: Rectangle): Rectangle {
  const corners = [
    { x: left, y: bottom },
    { x: right, y: bottom },
    { x: left, y: top },
    { x: right, y: top },
  ].map((corner) => mappedPoint(matrix, corner));
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  return { left: Math.min(...xs), bottom: Math.min(...ys), right: Math.max(...xs), top: Math.max(...ys) };
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Returns the matrix as content streams write it. */
export const matrixText = (matrix: Matrix): string => matrix.map(real).join(" ");

/** Writes a number as 7.3.3 asks: without an exponent, and with no more digits than it needs. */
export function real(value: number): string {
  const bounded = Math.max(-MAX_REAL, Math.min(value, MAX_REAL));
  // oxlint-disable-next-line quire/linear-patterns -- it reads a number that was just written
  const text = bounded.toFixed(Math.abs(bounded) < 1 ? 9 : 4).replace(/\.?0+$/, "");
  return text === "-0" || text === "NaN" ? "0" : text;
}

/**
 * The largest number that is written, beyond everything that a page can show; boxes of broken documents may be larger
 * than all numbers.
 */
const MAX_REAL = 1e15;
