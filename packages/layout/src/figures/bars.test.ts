import { expect, test } from "vitest";
import type { Shape } from "../content.ts";
import { type BuiltText, builtLines, builtPage } from "../testing/built-page.ts";
import { prose, shownPages } from "../testing/shown.ts";

const bar = (xMin: number, yMin: number, xMax: number, yMax: number): Shape => ({
  xMin,
  yMin,
  xMax,
  yMax,
  fill: 0xff_00_00,
  stroke: undefined,
  isRectangle: true,
  isArtifact: false,
  markedContentId: -1,
});

const label = (text: string, x: number, y: number): BuiltText => ({ text, x, y, sizePt: 8 });
const AROUND = [...builtLines(prose(5)), ...builtLines(prose(5), { y: 370 })];
const HEIGHTS = [30, 75, 60, 90];
const UPRIGHT = HEIGHTS.map((height, at) => bar(210 + 40 * at, 300 - height, 230 + 40 * at, 300));
const LEVEL = HEIGHTS.map((width, at) => bar(210, 200 + 25 * at, 210 + width, 215 + 25 * at));
const NAMES = ["east", "west", "south", "north"].map((name, at) => label(name, 210 + 40 * at, 312));

const figuresOf = (texts: readonly BuiltText[], shapes: readonly Shape[]): string[] =>
  shownPages(builtPage([...AROUND, ...texts], { shapes })).filter((line) => /^(?:figure|label)/.test(line));

test("upright bars beside an axis of numbers are one figure", () => {
  const axis = [0, 1, 2, 3].map((at) => label(`${10 * at}`, 190, 303 - 30 * at));
  expect(figuresOf([...axis, ...NAMES], UPRIGHT)).toEqual([
    "figure undefined",
    "label 30 20 10 0",
    "label east west south north",
  ]);
});

test("level bars above an axis of numbers are one figure", () => {
  const axis = [0, 1, 2, 3].map((at) => label(`${20 * at}`, (at === 0 ? 208 : 206) + 30 * at, 308));
  expect(figuresOf(axis, LEVEL)).toEqual(["figure undefined", "label 0 20 40 60"]);
});

test("fields of a table with texts, and bars that no numbers count, are no figure", () => {
  const axis = [0, 1, 2, 3].map((at) => label(`${10 * at}`, 190, 303 - 30 * at));
  const texts = HEIGHTS.map((_, at) => label("tax", 212 + 40 * at, 295));
  expect(figuresOf([...axis, ...texts], UPRIGHT)).toEqual([]);
  expect(figuresOf(NAMES, UPRIGHT)).toEqual([]);
  const uneven = [0, 1, 4, 9].map((value, at) => label(`${value}`, 190, 303 - 30 * at));
  expect(figuresOf(uneven, UPRIGHT)).toEqual([]);
});
