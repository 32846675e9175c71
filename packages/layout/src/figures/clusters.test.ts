import { expect, test } from "vitest";
import { clustersOf } from "./clusters.ts";

const box = (x: number, y: number): { xMin: number; yMin: number; xMax: number; yMax: number } => ({
  xMin: x,
  yMin: y,
  xMax: x + 20,
  yMax: y + 20,
});

test("boxes are together where a chain of gaps that are small leads from one to the other", () => {
  const near = [box(0, 0), box(28, 0), box(28, 28)];
  const far = box(120, 0);
  expect(clustersOf([...near, far], 14)).toEqual([near, [far]]);
  expect(clustersOf([], 14)).toEqual([]);
});

test("boxes as large as the largest page are together", () => {
  const boxes = [0, 1, 2].map((at) => ({ xMin: 0, yMin: at, xMax: 14_400, yMax: 14_400 }));
  expect(clustersOf(boxes, 14)).toHaveLength(1);
});
