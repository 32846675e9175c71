import { expect, test } from "vitest";
import type { Word } from "../../words.ts";
import type { Draft, DraftCell, PlacedWord } from "../found-table.ts";
import { headRowsOf } from "./head-rows.ts";

const GREY = 0x4d4d4d;

const word = (text: string, color: number): PlacedWord => {
  const box = { xMin: 0, yMin: 0, xMax: 40, yMax: 10, baselineY: 8, sizePt: 10 };
  const font = { name: "Text", weight: 400, isItalic: false, isFixedPitch: false, isSerif: true };
  const own: Word = { text, ...box, font, color, isBold: false, glyphs: [], markedContentId: -1, isArtifact: false };
  return { ...box, word: own, order: 0 };
};

/** Builds a table of texts, with the colour of each row. */
const table = (rows: readonly (readonly [color: number, ...texts: readonly string[]])[]): Draft => ({
  evidence: "text",
  box: { xMin: 0, yMin: 0, xMax: 300, yMax: 300 },
  columnEdges: [0, 100, 200, 300],
  rowCount: rows.length,
  cells: rows.flatMap(([color, ...texts], row) =>
    texts.map(
      (text, column): DraftCell => ({
        row,
        column,
        rowSpan: 1,
        colSpan: 1,
        words: text === "" ? [] : [word(text, color)],
      }),
    ),
  ),
  headRows: undefined,
});

const BODY: readonly (readonly [number, ...string[]])[] = [
  [0, "Mary", "Anna", "Tom"],
  [0, "Quay", "Lane", ""],
  [0, "Galway", "Cork", ""],
];

test("a first row that names every column in a colour of its own is the head", () => {
  expect(headRowsOf(table([[GREY, "Sender", "Invoice", "Delivery"], ...BODY]))).toBe(1);
});

test("a coloured row is none where it leaves a column out, has figures, or where another row has its colour", () => {
  expect(headRowsOf(table([[GREY, "Sender", "", "Delivery"], ...BODY]))).toBe(0);
  expect(headRowsOf(table([[GREY, "12", "40", "7"], ...BODY]))).toBe(0);
  expect(headRowsOf(table([[GREY, "Sender", "Invoice", "Delivery"], ...BODY, [GREY, "Ann", "Eve", "Jim"]]))).toBe(0);
  expect(headRowsOf(table([[0, "Sender", "Invoice", "Delivery"], ...BODY]))).toBe(0);
});
