import { expect, test } from "vitest";
import type { Shape } from "../content.ts";
import { type BuiltText, builtLines, builtPage } from "../testing/built-page.ts";
import { prose, shownPages, shownText } from "../testing/shown.ts";

const item = (label: string, text: string, { x = 60, y = 100 }: { x?: number; y?: number }): BuiltText[] => [
  { text: label, x, y },
  { text, x: x + 15, y },
];

const dot = (x: number, y: number): Shape => ({
  xMin: x,
  yMin: y - 5,
  xMax: x + 3,
  yMax: y - 2,
  fill: 0,
  stroke: undefined,
  isRectangle: false,
  isArtifact: false,
  markedContentId: -1,
});

test("bullets begin items, and lines that hang belong to them", () => {
  const runs = [
    ...item("•", "one that is so long that it wraps", { y: 100 }),
    { text: "to a second line", x: 75, y: 112 },
    ...item("•", "two", { y: 124 }),
  ];
  expect(shownText(...runs)).toEqual(["- one that is so long that it wraps to a second line", "- two"]);
});

test("dots that are drawn next to lines are bullets", () => {
  const runs = builtLines(["first thing", "second thing", "third thing"], { x: 80 });
  const page = builtPage(runs, { shapes: [dot(70, 100), dot(70, 112), dot(70, 124)] });
  expect(shownPages(page)).toEqual(["- first thing", "- second thing", "- third thing"]);
});

test("dots of a border next to text are no bullets", () => {
  const shapes = Array.from({ length: 10 }, (_, index) => dot(70, 100 + index * 5));
  expect(shownPages(builtPage(builtLines(prose(4), { x: 80 }), { shapes }))).toHaveLength(1);
});

test("lists are nested by their indents", () => {
  const runs = [
    ...item("1.", "outer", { y: 100 }),
    ...item("•", "inner", { x: 80, y: 114 }),
    ...item("•", "inner too", { x: 80, y: 128 }),
    ...item("2.", "outer again", { y: 142 }),
  ];
  expect(shownText(...runs)).toEqual(["1. outer", "  - inner", "  - inner too", "2. outer again"]);
});

test("letters and roman numbers count as numbers do", () => {
  const letters = ["a)", "b)", "c)"].flatMap((label, index) => item(label, "letter", { y: 100 + index * 14 }));
  expect(shownText(...letters)).toEqual(["1. letter", "2. letter", "3. letter"]);
  const romans = ["i.", "ii.", "iii."].flatMap((label, index) => item(label, "roman", { y: 100 + index * 14 }));
  expect(shownText(...romans)).toEqual(["1. roman", "2. roman", "3. roman"]);
});

test("a list goes on over the end of a page", () => {
  const first = builtPage([
    ...builtLines(prose(3)),
    ...item("1.", "first", { y: 150 }),
    ...item("2.", "second", { y: 164 }),
  ]);
  const second = builtPage([...item("3.", "third", { y: 100 }), ...builtLines(prose(3), { y: 130 })], { page: 2 });
  expect(shownPages(first, second).filter((line) => /^\d\./.test(line))).toEqual(["1. first", "2. second", "3. third"]);
});

test("a number that begins a sentence begins no list, nor does a dash before a name", () => {
  const lines = shownText(
    ...item("42.", "is what they answered when they were asked", { x: 50, y: 100 }),
    ...item("—", "Douglas", { x: 50, y: 140 }),
  );
  expect(lines.every((line) => !/^(?:- |1\. )/.test(line))).toBe(true);
});

test("a paragraph at the text of an item belongs to it, and one at the margin ends the list", () => {
  const runs = [
    ...item("•", "an item", { y: 100 }),
    { text: "More of what it says.", x: 75, y: 122 },
    ...item("•", "another", { y: 144 }),
    { text: "Text behind the list.", x: 45, y: 166 },
  ];
  expect(shownText(...runs)).toEqual(["- an item", "  More of what it says.", "- another", "Text behind the list."]);
});
