import { expect, test } from "vitest";
import { partsOf, separatorsOf } from "./columns.ts";
import { visualRows } from "./rows/visual-rows.ts";
import { type DrawnText, drawnPage, textRows } from "./testing/drawn-tables.ts";
import { uprightPage } from "./upright.ts";

const TYPE = { sizePt: 10, columnGapEm: 0.4 };
const rowsOfTexts = (texts: readonly DrawnText[]) =>
  visualRows(uprightPage(drawnPage({ texts }), 0).words, TYPE.columnGapEm);
const COLUMNS = { columns: [50, 200, 300] };
const BODY = [
  ["Pine", "9,411", "12%"],
  ["Meadow", "6,275", "31%"],
  ["Birch", "2,816", "39%"],
  ["Grove", "84", "8%"],
  ["Ember", "1", "9%"],
];

test("columns are parted where all rows are white", () => {
  const separators = separatorsOf(rowsOfTexts(textRows(BODY, COLUMNS)), TYPE);
  expect(separators.map(({ from, to }) => [Math.round(from), Math.round(to)])).toEqual([
    [80, 175],
    [200, 285],
  ]);
});

test("one row of many may cross, and its cell is then over several columns", () => {
  const rows = rowsOfTexts([
    ...textRows(BODY, COLUMNS),
    { text: "Everything that was sold in the year, and all that was not", x: 50, y: 200 },
    { text: "99%", right: 300, y: 200 },
  ]);
  const separators = separatorsOf(rows, TYPE);
  expect(separators).toHaveLength(2);
  expect(
    rows
      .slice(-1)
      .flatMap((row) => partsOf(row, separators))
      .map(({ column, colSpan }) => [column, colSpan]),
  ).toEqual([[0, 3]]);
});

test("a column in which one row has something is a column", () => {
  const rows = rowsOfTexts([...textRows(BODY, { columns: [50, 200, 400] }), { text: "note", x: 250, y: 100 }]);
  expect(separatorsOf(rows, TYPE)).toHaveLength(3);
});

test("a text a little too long for its column stays in it", () => {
  const rows = rowsOfTexts([
    { text: "abcdefgh", x: 50, y: 100 },
    { text: "x", x: 120, y: 100 },
  ]);
  const parts = partsOf(rows[0] ?? { segments: [], baselineY: 0, sizePt: 0, yMin: 0, yMax: 0 }, [{ from: 89, to: 89 }]);
  expect(parts.map(({ column, colSpan }) => [column, colSpan])).toEqual([
    [0, 1],
    [1, 1],
  ]);
});
