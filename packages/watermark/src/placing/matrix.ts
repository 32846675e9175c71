/** As the operands of `cm` (ISO 32000-2, 8.3.4): x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** What `first` does, and then what `second` does. */
export function multiplied(first: Matrix, second: Matrix): Matrix {
  const [a, b, c, d, e, f] = first;
  const [g, h, i, j, k, l] = second;
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l];
}

/** The matrix as content streams have it. */
export const matrixText = (matrix: Matrix): string => matrix.map(real).join(" ");

/** A number as 7.3.3 writes it: without an exponent, and no longer than it is worth. */
export function real(value: number): string {
  const bounded = Math.max(-MAX_REAL, Math.min(value, MAX_REAL));
  const text = bounded.toFixed(Math.abs(bounded) < 1 ? 9 : 4).replace(/\.?0+$/, "");
  return text === "-0" || text === "NaN" ? "0" : text;
}

/** Beyond everything that a page can show; boxes of broken documents may be larger than all numbers. */
const MAX_REAL = 1e15;
