import { expect, test } from "vitest";
import type { Shape } from "../content.ts";
import { type BuiltText, builtLines, builtPage } from "../testing/built-page.ts";
import { prose, shownPages } from "../testing/shown.ts";

const curve = (xMin: number): Shape => ({
  xMin,
  yMin: 220,
  xMax: xMin + 50,
  yMax: 270,
  fill: undefined,
  stroke: 0,
  isRectangle: false,
  isArtifact: false,
  markedContentId: -1,
});

const SIGNS = [120, 260, 400].map(curve);
const LABELS = ["plain dashes", "dots", "long dashes"].map(
  (text, at): BuiltText => ({ text, x: 118 + 140 * at, y: 214 }),
);
const CAPTION = { text: "Figure 1: kinds of lines", x: 240, y: 310 };
const AROUND = [...builtLines(prose(5)), ...builtLines(prose(5), { y: 370 })];

const figuresOf = (texts: readonly BuiltText[]): string[] =>
  shownPages(builtPage([...AROUND, ...texts], { shapes: SIGNS })).filter((line) => /^(?:figure|label)/.test(line));

test("small drawings side by side over the caption of a figure are one figure with their labels", () => {
  expect(figuresOf([...LABELS, CAPTION])).toEqual(["figure undefined", "label plain dashes dots long dashes"]);
});

test("small drawings without a caption, or with text between, are no figure", () => {
  expect(figuresOf(LABELS)).toEqual([]);
  const between = { text: "Here the text goes on for a line of many words", x: 150, y: 290 };
  expect(figuresOf([...LABELS, between, CAPTION])).toEqual([]);
  expect(figuresOf([...LABELS, { ...CAPTION, text: "Table 1: kinds of lines" }])).toEqual([]);
  expect(figuresOf([...LABELS, { ...CAPTION, text: "Lines of three kinds" }])).toEqual([]);
});
