import { expect, test } from "vitest";
import type { Shape } from "../content.ts";
import { builtLines, builtPage } from "../testing/built-page.ts";
import { prose, shownPages } from "../testing/shown.ts";

const bar: Shape = {
  xMin: 60,
  yMin: 145,
  xMax: 63,
  yMax: 190,
  fill: 0xcccccc,
  stroke: undefined,
  isRectangle: true,
  isArtifact: false,
  markedContentId: -1,
};

test("text next to a bar is a quote, and text above it is not", () => {
  const runs = [...builtLines(prose(3)), ...builtLines(prose(3, { from: 4, letters: 50 }), { x: 75, y: 158 })];
  const lines = shownPages(builtPage(runs, { shapes: [bar] }));
  expect(lines.map((line) => line.startsWith("> "))).toEqual([false, true]);
});

test("text within a frame, or behind a box to tick, is no quote", () => {
  const runs = [...builtLines(prose(3)), ...builtLines(prose(3, { from: 4, letters: 50 }), { x: 75, y: 158 })];
  const frame = [bar, { ...bar, xMin: 400, xMax: 403 }];
  expect(shownPages(builtPage(runs, { shapes: frame })).some((line) => line.startsWith("> "))).toBe(false);
  const side = { ...bar, xMin: 60, xMax: 60.5, yMin: 91.5, yMax: 102.5 };
  const sides = [side, { ...side, xMin: 71, xMax: 71.5 }];
  const ends = [91, 102].map((y) => ({ ...side, xMax: 71.5, yMin: y, yMax: y + 0.5 }));
  const box = { ...side, xMin: 60.5, xMax: 71, yMin: 91.5, yMax: 102 };
  const ticked = [{ text: "One of the answers", x: 76, y: 100 }];
  expect(shownPages(builtPage(ticked, { shapes: [...sides, ...ends] }))).toEqual(["One of the answers"]);
  expect(shownPages(builtPage(ticked, { shapes: [...sides, ...ends, box] }))).toEqual(["- One of the answers"]);
});
