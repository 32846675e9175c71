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
