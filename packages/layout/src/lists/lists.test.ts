import { expect, test } from "vitest";
import type { Shape } from "../content.ts";
import { type BuiltText, builtLines, builtPage, ITALIC } from "../testing/built-page.ts";
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

const square = (y: number): Shape => ({ ...dot(70, y), yMin: y - 5, yMax: y, xMax: 75, fill: undefined });

test("squares that fill most of their lines' height are bullets, not a border", () => {
  const runs = builtLines(["first thing", "second thing", "third thing"], { x: 82 });
  const page = builtPage(runs, { shapes: [square(100), square(112), square(124)] });
  expect(shownPages(page)).toEqual(["- first thing", "- second thing", "- third thing"]);
});

test("squares that are drawn as rules are bullets", () => {
  const runs = builtLines(["first thing", "second thing", "third thing"], { x: 82 });
  const rules = [100, 112, 124].map((y) => ({ ...square(y), thicknessPt: 5, color: 0 }));
  expect(shownPages(builtPage(runs, { rules }))).toEqual(["- first thing", "- second thing", "- third thing"]);
});

const boxAt = (x: number): Shape => ({ ...square(100), xMin: x, xMax: x + 5, isRectangle: true });

test("boxes to tick side by side are items of one list", () => {
  const row = [
    { text: "Accra", x: 80, y: 100 },
    { text: "Ankara", x: 180, y: 100 },
    { text: "Apia", x: 280, y: 100 },
  ];
  const shapes = [70, 170, 270].map(boxAt);
  expect(shownPages(builtPage(row, { shapes }))).toEqual(["- Accra", "- Ankara", "- Apia"]);
});

test("numbers on shapes begin items without a point behind them", () => {
  const numbered = ["1", "2"].flatMap((label, index) => item(label, "thing to do", { y: 100 + index * 14 }));
  const shapes = [100, 114].map((y): Shape => ({ ...dot(58, y), yMin: y - 9, yMax: y + 2, xMax: 69 }));
  expect(shownPages(builtPage(numbered, { shapes }))).toEqual(["1. thing to do", "2. thing to do"]);
  expect(shownPages(builtPage(numbered))).toEqual(["1 thing to do 2 thing to do"]);
});

const signed = (text: string, y: number): BuiltText[] => [
  { text: "\uE0A7", x: 60, y, font: ITALIC },
  { text, x: 75, y },
];

test("signs that have no Unicode value begin items where several lines begin with them", () => {
  expect(shownText(...signed("first thing", 100), ...signed("second thing", 114))).toEqual([
    "- first thing",
    "- second thing",
  ]);
  expect(shownText(...signed("only thing", 100))[0]?.startsWith("- ")).toBe(false);
});

test("numbers within an item's number are items within it, and elsewhere clauses", () => {
  const inner = [...item("2.1", "inner", { x: 80, y: 128 }), ...item("2.2", "inner too", { x: 80, y: 142 })];
  const outer = [...item("1.", "outer", { y: 100 }), ...item("2.", "second", { y: 114 })];
  expect(shownText(...outer, ...inner)).toEqual(["1. outer", "2. second", "  1. inner", "  2. inner too"]);
  expect(shownText(...inner).every((line) => !line.includes("1. "))).toBe(true);
});

test("numbered entries of a table of contents are no items, though a title leaves no gap before its page number", () => {
  const [first = ""] = prose(2);
  const entries = [
    ...item("3.", "Chapter", { y: 100 }),
    ...item("3.1", "Section", { x: 80, y: 114 }),
    { text: "8", x: 350, y: 114 },
    ...item("3.2", `${first} 8`, { x: 80, y: 128 }),
  ];
  expect(shownText(...item("2.", "Chapter", { y: 86 }), ...entries).filter((line) => /^ +\d\. /.test(line))).toEqual(
    [],
  );
});

test("a circumflex, as the bullet of a TeX font is read, begins items where others do", () => {
  const lines = [...item("\u02C6", "one thing", { y: 100 }), ...item("\u02C6", "another", { y: 114 })];
  expect(shownText(...lines)).toEqual(["- one thing", "- another"]);
});

test("entries of a table of contents whose leaders reach the page number are one each", () => {
  const leaders = " . . . . . . . . . . . . .";
  const entries = ["Options of the class", "Dates"].map((title, index) => ({
    text: `${title}${leaders}1${index}`,
    x: 60,
    y: 100 + index * 12,
  }));
  expect(shownText(...entries)).toEqual(["Options of the class 10", "Dates 11"]);
});

test("lists beside each other are two", () => {
  const left = ["•", "•"].flatMap((label, index) => item(label, "left", { y: 100 + index * 14 }));
  const right = ["•", "•"].flatMap((label, index) => item(label, "right", { x: 200, y: 100 + index * 14 }));
  expect(shownText(...left, ...right)).toEqual(["- left", "- left", "- right", "- right"]);
});

test("an initial before a name begins no list", () => {
  expect(shownText(...item("A.", "Person, who wrote it", {}))[0]?.startsWith("A. Person")).toBe(true);
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

test("a line that begins further out than the markers ends a list, however close it stands", () => {
  const runs = [
    ...builtLines(prose(4), { y: 60 }),
    { text: "Linux:", x: 50, y: 130 },
    ...item("•", "one", { x: 80, y: 142 }),
    ...item("•", "one that is longer than others", { x: 80, y: 154 }),
    { text: "Windows:", x: 50, y: 166 },
    ...item("•", "another", { x: 80, y: 178 }),
  ];
  expect(shownText(...runs).slice(1)).toEqual([
    "Linux:",
    "- one",
    "- one that is longer than others",
    "Windows:",
    "- another",
  ]);
});

test("a letter at the text of an item begins a list within it", () => {
  const runs = [
    ...builtLines(prose(4), { y: 60 }),
    ...item("(1)", "the widest of these lines", { y: 130 }),
    ...item("a.", "inner", { x: 75, y: 142 }),
    ...item("b.", "inner too", { x: 75, y: 154 }),
    ...item("(2)", "outer again", { y: 166 }),
  ];
  expect(shownText(...runs).slice(1)).toEqual([
    "1. the widest of these lines",
    "  1. inner",
    "  2. inner too",
    "2. outer again",
  ]);
});

test("a letter does not count on from a number", () => {
  const runs = [
    ...item("a)", "first way", { y: 100 }),
    ...item("1)", "one", { y: 114 }),
    ...item("2)", "two", { y: 128 }),
    ...item("b)", "second way", { y: 150 }),
    ...item("1)", "one", { y: 164 }),
    ...item("2)", "two", { y: 178 }),
  ];
  expect(shownText(...runs)).toEqual(["1. first way", "1. one", "2. two", "2. second way", "1. one", "2. two"]);
});
