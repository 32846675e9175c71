import { expect, test } from "vitest";
import { builtPage } from "../testing/built-page.ts";
import { rotationOfPage, turnedPage } from "./turned-page.ts";
import { turning, turningBack } from "./turning.ts";

const page = { widthPt: 600, heightPt: 800 };

test.each([0, 90, 180, 270] as const)("a box turned by %i degrees comes back to its place", (rotation) => {
  const box = { xMin: 10, yMin: 20, xMax: 110, yMax: 50 };
  expect(turningBack(page, rotation)(turning(page, rotation)(box))).toEqual(box);
});

test("text that reads downward along the right edge reads along the top once it is turned", () => {
  expect(turning(page, 90)({ xMin: 580, yMin: 0, xMax: 600, yMax: 100 })).toEqual({
    xMin: 0,
    yMin: 0,
    xMax: 100,
    yMax: 20,
  });
});

test.each([90, 180, 270] as const)("a page whose text is at %i degrees is turned upright", (angle) => {
  const content = builtPage([{ text: "upside", x: 300, y: 400, angle }]);
  expect(rotationOfPage(content.glyphs)).toBe(angle);
  const turned = turnedPage(content, angle);
  expect([...turned.glyphs.angleDegrees]).toEqual([0, 0, 0, 0, 0, 0]);
  const starts = [...turned.glyphs.xMin];
  expect(starts).toEqual(starts.toSorted((a, b) => a - b));
  expect(turned.widthPt).toBe(angle === 180 ? 600 : 800);
});
