import type { Table } from "../../blocks.ts";
import { displayWidth, padTo } from "../common/display-width.ts";
import { columnsOf, rowsOf } from "../common/plain-table.ts";
import { plainText } from "../common/tidy-spans.ts";

/**
 * The greatest width of a column, in characters. Longer cells push the cells to their right out of line: one alone
 * would fill all rows with spaces.
 */
const MAX_COLUMN = 60;
const MAX_COLUMNS = 200;

const GAP = "  ";

interface PlacedText {
  readonly column: number;
  readonly columns: number;
  readonly text: string;
}

/** Returns the rows of a table, each column as wide as its longest text. A cell that spans stands where it begins. */
export function alignedTable({ rows }: Table): string[] {
  const placed = placedTexts(
    rows.map((row) =>
      row.map((cell) => ({ columns: columnsOf(cell), rows: rowsOf(cell), text: plainText(cell.spans) })),
    ),
  );
  const widths = placed.flat().reduce<number[]>((all, { column }) => {
    while (all.length <= column) {
      all.push(0);
    }
    return all;
  }, []);
  for (const row of placed) {
    for (const { column, columns, text } of row) {
      const own = columns === 1 ? Math.min(displayWidth(text), MAX_COLUMN) : 0;
      widths[column] = Math.max(widths[column] ?? 0, own);
    }
  }
  return placed.map((row) => rowLine(row, widths)).filter((line) => line !== "");
}

function placedTexts(
  rows: readonly (readonly { readonly columns: number; readonly rows: number; readonly text: string }[])[],
): PlacedText[][] {
  /** The row until which each column is taken by a cell from above. */
  const takenUntil: number[] = [];
  return rows.map((row, index) => {
    let column = 0;
    return row.map(({ columns, rows: high, text }) => {
      while ((takenUntil[column] ?? 0) > index) {
        column++;
      }
      const place = { column, columns, text };
      for (const end = Math.min(column + columns, MAX_COLUMNS); column < end; column++) {
        takenUntil[column] = index + high;
      }
      column = Math.max(column, place.column + 1);
      return place;
    });
  });
}

function rowLine(row: readonly PlacedText[], widths: readonly number[]): string {
  let line = "";
  let next = 0;
  for (const { column, columns, text } of row) {
    for (; next < column; next++) {
      line += " ".repeat(widths[next] ?? 0) + GAP;
    }
    const own = widths.slice(column, column + columns);
    const width = own.reduce((sum, each) => sum + (each ?? 0) + GAP.length, -GAP.length);
    line += padTo(text, width) + GAP;
    next = column + columns;
  }
  return line.trimEnd();
}
