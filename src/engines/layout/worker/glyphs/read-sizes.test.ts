import { expect, test } from "vitest";
import { sizesOfType } from "./read-sizes.ts";

test("lines of one type have one size, whatever letters they have", () => {
  const sizes = sizesOfType([10, 9.4, 10.6, 10, 10.5, 9.3, 20, 22, 10]);
  expect(new Set(sizes.slice(0, 6))).toEqual(new Set([10]));
  expect(new Set(sizes.slice(6, 8))).toEqual(new Set([20]));
});

test("another type stays another", () => {
  expect(sizesOfType([10, 10, 10, 14])).toEqual([10, 10, 10, 14]);
});

test("there may be none", () => {
  expect(sizesOfType([])).toEqual([]);
});
