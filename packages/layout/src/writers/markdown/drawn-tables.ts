import { displayWidth, padTo } from "../common/display-width.ts";

/** Cells as inline markup, all rows of the same length. */
export interface DrawnTable {
  readonly head: readonly string[] | undefined;
  readonly body: readonly (readonly string[])[];
}

/**
 * The greatest width of a drawn table, in characters: wider ones are no longer read as drawings, and one long cell
 * would fill every row with spaces.
 */
const MAX_WIDTH = 400;

/** Draws a table as Pandoc's `grid_tables`; undefined where it is too wide. */
export function gridTable(table: DrawnTable): string[] | undefined {
  const { head, body } = mapped(table, (cell) => cell.replaceAll("|", "\\|"));
  const widths = widthsOf({ head, body });
  if (total(widths) > MAX_WIDTH) {
    return undefined;
  }
  const rule = (sign: string): string => `+${widths.map((width) => sign.repeat(width + 2)).join("+")}+`;
  const row = (cells: readonly string[]): string =>
    `|${cells.map((cell, column) => ` ${padTo(cell, widths[column] ?? 0)} `).join("|")}|`;
  return [
    rule("-"),
    ...(head === undefined ? [] : [row(head), rule("=")]),
    ...body.flatMap((cells) => [row(cells), rule("-")]),
  ];
}

/**
 * Draws a table as Pandoc's `simple_tables`; undefined where it is too wide, has one column alone or a row without
 * text.
 */
export function simpleTable(table: DrawnTable): string[] | undefined {
  const widths = widthsOf(table);
  const isHeld = [...(table.head === undefined ? [] : [table.head]), ...table.body].every((row) => row.some(Boolean));
  if (!isHeld || widths.length < 2 || total(widths) > MAX_WIDTH || table.body.length === 0) {
    return undefined;
  }
  const rule = widths.map((width) => "-".repeat(width)).join("  ");
  const row = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => padTo(cell, widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  return table.head === undefined
    ? [rule, ...table.body.map(row), rule]
    : [row(table.head), rule, ...table.body.map(row)];
}

const mapped = ({ head, body }: DrawnTable, change: (cell: string) => string): DrawnTable => ({
  head: head?.map(change),
  body: body.map((row) => row.map(change)),
});

/** Returns the widths of columns, each at least three: shorter rules are not seen as such. */
function widthsOf({ head, body }: DrawnTable): number[] {
  const widths = (head ?? body[0] ?? []).map(() => 3);
  for (const row of head === undefined ? body : [head, ...body]) {
    for (const [column, cell] of row.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, displayWidth(cell));
    }
  }
  return widths;
}

const total = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width + 3, 1);
