import { describe, expect, test } from "vitest";
import { findTables } from "./find-tables.ts";
import { type DrawnText, drawnPage, onlyTable, prose, rowsOf } from "./testing/drawn-tables.ts";

const row = (texts: readonly string[], y: number, sizePt = 10, pitch = 120): DrawnText[] =>
  texts.flatMap((text, index) => (text === "" ? [] : [{ text, x: 50 + pitch * index, y, sizePt }]));

const LETTER = prose({ x: 50, y: 300, lines: 10 });
const LABELS = ["Reference", "Sign", "Phone", "Date"];

describe("labels in small type above their values", () => {
  test("are the head of a table of one row, beside which no column of facts reaches down", () => {
    const facts = Array.from({ length: 8 }, (_, line) => ({
      text: "A fact of the sender",
      x: 420,
      y: 100 + 10 * line,
    }));
    const page = drawnPage({
      texts: [...facts, ...row(LABELS, 240, 7), ...row(["ab", "", "555-10", "4 March"], 252), ...LETTER],
    });
    const { table } = onlyTable(findTables(page));
    expect(rowsOf(table)).toEqual(["Reference | Sign | Phone | Date", "ab |  | 555-10 | 4 March"]);
    expect(table.headRows).toBe(1);
  });

  test("are no table where they do not begin where the values do, or where more rows follow", () => {
    const shifted = row(["ab", "cd", "ef", "gh"], 252).map((text) => ({ ...text, x: (text.x ?? 0) + 30 }));
    expect(findTables(drawnPage({ texts: [...row(LABELS, 240, 7), ...shifted, ...LETTER] }))).toEqual([]);
    const names = [252, 264].flatMap((y) => row(["elm oak", "ash yew", "fir", "box"], y));
    expect(findTables(drawnPage({ texts: [...row(LABELS, 240, 7), ...names, ...LETTER] }))).toEqual([]);
  });
});

describe("labels in the type of their values", () => {
  test("are a table where each has a value, and one is a number or a date", () => {
    const values = row(["ab/cd", "ef", "555-10", "4.3.2018"], 252);
    const { table } = onlyTable(findTables(drawnPage({ texts: [...row(LABELS, 240), ...values, ...LETTER] })));
    expect(rowsOf(table)).toEqual(["Reference | Sign | Phone | Date", "ab/cd | ef | 555-10 | 4.3.2018"]);
  });

  test("are none where two rows have nothing but names, or one has no value", () => {
    const names = row(["elm oak", "ash yew", "fir", "box"], 252);
    expect(findTables(drawnPage({ texts: [...row(LABELS, 240), ...names, ...LETTER] }))).toEqual([]);
    const some = row(["ab/cd", "", "555-10", "4.3.2018"], 252);
    expect(findTables(drawnPage({ texts: [...row(LABELS, 240), ...some, ...LETTER] }))).toEqual([]);
  });
});
