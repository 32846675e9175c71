import type { TableCell } from "../../blocks.ts";
import { columnsOf, rowsOf } from "../common/plain-table.ts";
import { attributes } from "./escape-html.ts";
import { type InlineOptions, linesHtml } from "./inline.ts";

export interface RowOptions extends InlineOptions {
  /** Says of which cells a head is one; undefined: it is not told. */
  readonly isHead?: boolean;
}

export const tableRow = (cells: readonly TableCell[], options: RowOptions): string =>
  `<tr>${cells.map((cell) => cellHtml(cell, options)).join("")}</tr>`;

function cellHtml(cell: TableCell, { isHead, ...inline }: RowOptions): string {
  const columns = columnsOf(cell);
  const rows = rowsOf(cell);
  const name = cell.isHeader ? "th" : "td";
  // A head is bold by itself.
  const content = linesHtml(
    cell.spans,
    cell.isHeader ? { ...inline, without: { ...inline.without, bold: true } } : inline,
  );
  const scope = cell.isHeader && isHead !== undefined ? scopeOf({ isHead, columns, rows }) : undefined;
  const span = { scope, colspan: columns > 1 ? columns : undefined, rowspan: rows > 1 ? rows : undefined };
  return `<${name}${attributes(span)}>${content}</${name}>`;
}

/** A cell that spans is the head of a group only where there is one: HTML wants colgroup and tbody elements for it. */
const scopeOf = ({ isHead, columns, rows }: { isHead: boolean; columns: number; rows: number }): string | undefined =>
  isHead ? (columns > 1 ? undefined : "col") : rows > 1 ? undefined : "row";
