import type { TableCell } from "../../blocks.ts";
import { columnsOf, rowsOf } from "../common/plain-table.ts";
import { attributes } from "./escape-html.ts";
import { type InlineOptions, linesHtml } from "./inline.ts";

export interface RowOptions extends InlineOptions {
  /**
   * Whether the row is in the head, for the `scope` of its header cells; undefined for rows whose header cells have
   * none.
   */
  readonly isHead?: boolean;
}

export const tableRow = (cells: readonly TableCell[], options: RowOptions): string =>
  `<tr>${cells.map((cell) => cellHtml(cell, options)).join("")}</tr>`;

function cellHtml(cell: TableCell, { isHead, ...inline }: RowOptions): string {
  const columns = columnsOf(cell);
  const rows = rowsOf(cell);
  const name = cell.isHeader ? "th" : "td";
  // A header cell is bold by itself.
  const content = linesHtml(
    cell.spans,
    cell.isHeader ? { ...inline, without: { ...inline.without, bold: true } } : inline,
  );
  const scope = cell.isHeader && isHead !== undefined ? scopeOf({ isHead, columns, rows }) : undefined;
  const span = { scope, colspan: columns > 1 ? columns : undefined, rowspan: rows > 1 ? rows : undefined };
  return `<${name}${attributes(span)}>${content}</${name}>`;
}

/**
 * Returns the `scope` of a header cell. A cell that spans is the head of a group only where there is one, which HTML
 * requires colgroup and tbody elements for.
 */
const scopeOf = ({ isHead, columns, rows }: { isHead: boolean; columns: number; rows: number }): string | undefined =>
  isHead ? (columns > 1 ? undefined : "col") : rows > 1 ? undefined : "row";
