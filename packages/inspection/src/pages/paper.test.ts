import { expect, test } from "vitest";
import { paperName } from "./paper.ts";

test.each([
  [595, 842, "A4"],
  [595.276, 841.89, "A4"],
  [842, 595, "A4"],
  [612, 792, "Letter"],
  [792, 1224, "Tabloid"],
  [516, 729, "JIS B5"],
  [600, 800, null],
  [0, 0, null],
])("%d x %d points is %s", (widthPt, heightPt, name) => {
  expect(paperName(widthPt, heightPt)).toBe(name);
});
