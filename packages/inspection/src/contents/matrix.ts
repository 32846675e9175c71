import { type CosArray, resolve } from "@quire/cos";

/** A transformation (ISO 32000-2, 8.3.3): x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** Returns the transformation that does `first`, then `then`. */
export const product = (first: Matrix, then: Matrix): Matrix => [
  first[0] * then[0] + first[1] * then[2],
  first[0] * then[1] + first[1] * then[3],
  first[2] * then[0] + first[3] * then[2],
  first[2] * then[1] + first[3] * then[3],
  first[4] * then[0] + first[5] * then[2] + then[4],
  first[4] * then[1] + first[5] * then[3] + then[5],
];

/** Returns the matrix of six numbers; undefined for anything else. */
export function matrixOf(array: CosArray | undefined): Matrix | undefined {
  const [a, b, c, d, e, f] = (array ?? []).map(resolve);
  return isNumber(a) && isNumber(b) && isNumber(c) && isNumber(d) && isNumber(e) && isNumber(f)
    ? [a, b, c, d, e, f]
    : undefined;
}

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
