import { expect, test } from "vitest";
import type { Draft, PlacedWord } from "./found-table.ts";
import { isTable } from "./plausible.ts";

const FONT = { name: "Test", weight: 400, isItalic: false, isFixedPitch: false, isSerif: false };

/** Returns the words of one line, each of the same width. */
const line = (text: string, { x, y }: { readonly x: number; readonly y: number }): PlacedWord[] =>
  text.split(" ").map((word, index) => {
    const place = {
      xMin: x + index * 30,
      xMax: x + index * 30 + 25,
      yMin: y - 8,
      yMax: y + 2,
      baselineY: y,
      sizePt: 10,
    };
    const style = { font: FONT, isBold: false, color: 0, markedContentId: -1, isArtifact: false };
    return { ...place, order: index, word: { text: word, glyphs: [], ...place, ...style } };
  });

const draftOf = (rows: readonly (readonly [left: string, right: string])[]): Draft => ({
  evidence: "bands",
  rowCount: rows.length,
  columnEdges: [40, 400, 560],
  headRows: undefined,
  box: { xMin: 40, xMax: 560, yMin: 80, yMax: 300 },
  cells: rows.flatMap(([left, right], row) =>
    [left, right].map((text, column) => ({
      row,
      column,
      rowSpan: 1,
      colSpan: 1,
      words: text === "" ? [] : line(text, { x: column === 0 ? 50 : 420, y: 100 + row * 12 }),
    })),
  ),
});

const TEXT: Parameters<typeof isTable>[1] = { starts: new Set(), isFixedPitch: false };
const prose = "and have read each of its lines with care";

test("a letter beside the column of its sender, between two rules, is no table", () => {
  const rows = Array.from({ length: 12 }, (_, row): [string, string] => [prose, row % 3 === 0 ? "Telephone 222" : ""]);
  expect(isTable(draftOf(rows), TEXT)).toBe(false);
});

test("a table between rules may have a column of sentences", () => {
  const rows = Array.from({ length: 12 }, (_, row): [string, string] => [prose, `${row},50`]);
  expect(isTable(draftOf(rows), TEXT)).toBe(true);
});
