import type { Table, TableCell } from "../../blocks.ts";

/**
 * The greatest numbers of columns and rows of a cell that HTML allows (the table model, "algorithm for processing
 * rows").
 */
const MAX_COLUMNS_OF_CELL = 1000;
const MAX_ROWS_OF_CELL = 65_534;

export const columnsOf = ({ colSpan }: TableCell): number => within(colSpan, MAX_COLUMNS_OF_CELL);
export const rowsOf = ({ rowSpan }: TableCell): number => within(rowSpan, MAX_ROWS_OF_CELL);

const within = (span: number, most: number): number => (span >= 1 ? Math.min(Math.floor(span), most) : 1);

/** Returns whether every cell is one row high, one column wide and of one line. */
export const isPlain = ({ rows }: Table): boolean =>
  rows.every((row) =>
    row.every(
      (cell) => columnsOf(cell) === 1 && rowsOf(cell) === 1 && !cell.spans.some(({ text }) => hasLineBreak(text)),
    ),
  );

/** Returns whether a cell's text has a line break within, which is intended there. */
const hasLineBreak = (text: string): boolean => text.trim().includes("\n");
