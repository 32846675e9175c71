import { expect, test } from "vitest";
import { type DrawnText, drawnPage } from "../testing/drawn-tables.ts";
import { uprightPage } from "../upright.ts";
import { areSeveralRows, cutRow, groupRows } from "./row-groups.ts";
import { visualRows } from "./visual-rows.ts";

const SEPARATORS = [140, 300].map((x) => ({ from: x, to: x }));

const cut = (texts: readonly DrawnText[]) =>
  visualRows(uprightPage(drawnPage({ texts }), 0).words).map((row) => cutRow(row, SEPARATORS));

const firsts = (texts: readonly DrawnText[]): string[] =>
  groupRows(cut(texts)).map((group) =>
    group.map(({ parts }) => parts.map(({ words }) => words[0]?.word.text).join(" ")).join(" / "),
  );

const line = (y: number, ...texts: string[]): DrawnText[] =>
  texts.flatMap((text, column) => (text === "" ? [] : [{ text, x: [50, 150, 310][column] ?? 0, y }]));

test("lines nearer to each other than rows are one row", () => {
  const texts = [
    ...line(100, "a", "long text in a", "1"),
    ...line(112, "", "cell"),
    ...line(132, "b", "longer text in", "2"),
    ...line(144, "", "it too"),
    ...line(164, "c", "short", "3"),
  ];
  expect(firsts(texts)).toEqual(["a long 1 / cell", "b longer 2 / it", "c short 3"]);
});

test("cells in the middle of a tall row are part of it", () => {
  const texts = [
    ...line(100, "", "long text in a"),
    ...line(106, "a", "", "1"),
    ...line(112, "", "cell here it is"),
    ...line(132, "", "long text in a"),
    ...line(138, "b", "", "2"),
    ...line(144, "", "cell"),
  ];
  expect(firsts(texts)).toEqual(["long / a 1 / cell", "long / b 2 / cell"]);
});

test("rows whose lines all stand half beside cells that are centred next to them are several", () => {
  const texts = [
    ...line(100, "a", "text", "1"),
    ...line(114, "", "long text in a"),
    ...line(120, "b", "", "2"),
    ...line(126, "", "cell"),
    ...line(140, "", "longer text in a"),
    ...line(146, "c", "", "3"),
    ...line(152, "", "cell"),
  ];
  expect(firsts(texts)).toEqual(["a text 1", "long / b 2 / cell", "longer / c 3 / cell"]);
  expect(areSeveralRows(cut(texts))).toBe(true);
});

test("where rows stand as near as lines, lines with nothing in the first column go on", () => {
  const texts = [
    ...line(100, "a", "long text in a", "1"),
    ...line(112, "", "cell"),
    ...line(124, "b", "short", "2"),
    ...line(136, "c", "short", "3"),
  ];
  expect(firsts(texts)).toEqual(["a long 1 / cell", "b short 2", "c short 3"]);
});

test("a second figure is the next row's, and so is a text that had room in the line before", () => {
  const texts = [
    ...line(100, "a", "text", "1"),
    ...line(112, "", "next", "2"),
    ...line(124, "b", "a very long text", "3"),
    ...line(136, "Total", "", "6"),
  ];
  expect(firsts(texts)).toEqual(["a text 1", "next 2", "b a 3", "Total 6"]);
});

test("lines of cells side by side are one row, lines of rows are several", () => {
  const full = [100, 112, 124, 136].flatMap((y) => line(y, "river silver", "window garden candle", "mirror"));
  const rows = [100, 112, 124, 136].flatMap((y, at) =>
    line(y, "river", at === 1 ? "window garden candle" : "mirror", String(at)),
  );
  expect(areSeveralRows(cut(full))).toBe(false);
  expect(areSeveralRows(cut(rows))).toBe(true);
});
