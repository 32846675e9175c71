import { array, assert, integer, nat, property } from "fast-check";
import { expect, test } from "vitest";
import type { Line } from "../words.ts";
import { ByBaseline } from "./by-baseline.ts";

const itemAt = (baselineY: number): { readonly line: Line } => ({
  line: { words: [], xMin: 0, yMin: 0, xMax: 0, yMax: 0, baselineY, sizePt: 10, rotation: 0 },
});
const baselinesOf = (items: readonly { readonly line: Line }[]): number[] => items.map(({ line }) => line.baselineY);
const ascending = (a: number, b: number): number => a - b;

const HEIGHT = integer({ min: 0, max: 60 });

test("the lines between two heights, and those nearest to one, are those that a look at all lines finds", () => {
  const asByHand = property(array(HEIGHT), HEIGHT, HEIGHT, nat({ max: 12 }), (heights, from, to, count) => {
    const lines = new ByBaseline(heights.map(itemAt));
    const between = heights.filter((y) => y > from && y <= to).toSorted(ascending);
    expect(baselinesOf(lines.between(from, to))).toEqual(between);
    const distances = heights.map((y) => Math.abs(y - from)).toSorted(ascending);
    const found = baselinesOf(lines.nearest(from, count)).map((y) => Math.abs(y - from));
    expect(found.toSorted(ascending)).toEqual(distances.slice(0, count));
  });
  assert(asByHand);
});
