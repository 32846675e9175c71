import type { Table, TableCell } from "../../blocks.ts";
import { isPlain } from "../common/plain-table.ts";
import { type DrawnTable, gridTable, simpleTable } from "./drawn-tables.ts";
import { tableHtml } from "./html-table.ts";
import { inlineMarkdown } from "./inline.ts";
import type { MarkdownStyle } from "./options.ts";
import { inlineStyle, paragraphMarkdown } from "./paragraph.ts";

/**
 * Returns the lines of a table, its caption as a paragraph before it. A table that the chosen form cannot hold is HTML.
 */
export function tableLines(table: Table, style: MarkdownStyle): string[] {
  const caption = paragraphMarkdown(table.caption ?? [], style);
  const lines = (isPlain(table) ? drawnLines(table, style) : undefined) ?? [tableHtml(table, inlineStyle(style))];
  if (!table.rows.some((row) => row.length > 0)) {
    return caption === "" ? [] : [caption];
  }
  return caption === "" ? lines : [caption, "", ...lines];
}

/** Draws a table in the chosen form; undefined where the form cannot hold it. */
function drawnLines(table: Table, style: MarkdownStyle): string[] | undefined {
  // A second row of the head has no place in any form.
  if (style.tableFormat === "html" || table.headRows > 1) {
    return undefined;
  }
  const columns = table.rows.reduce((most, row) => Math.max(most, row.length), 0);
  const rows = table.rows.map((row) =>
    Array.from({ length: columns }, (_, column) => cellMarkdown(row[column], style)),
  );
  const drawn = table.headRows === 1 ? { head: rows[0], body: rows.slice(1) } : { head: undefined, body: rows };
  switch (style.tableFormat) {
    case "pipe":
      return pipeTable(drawn);
    case "grid":
      return gridTable(drawn);
    case "simple":
      return simpleTable(drawn);
  }
}

function cellMarkdown(cell: TableCell | undefined, style: MarkdownStyle): string {
  const without = inlineStyle(style);
  // A header cell is bold by itself.
  return inlineMarkdown(cell?.spans ?? [], cell?.isHeader === true ? { ...without, bold: true } : without);
}

/**
 * Draws a table with pipes (GitHub Flavored Markdown 4.10): there is always a head, and pipes are escaped even within
 * code.
 */
function pipeTable({ head, body }: DrawnTable): string[] {
  const columns = (head ?? body[0] ?? []).length;
  const rule = Array.from({ length: columns }, (_, column) => (isNumeric(body, column) ? "---:" : "---"));
  return [pipeRow(head ?? blank(columns)), `| ${rule.join(" | ")} |`, ...body.map(pipeRow)];
}

/**
 * An amount, a count or a share in figures, which spaces may part by thousands, with a currency or a sign before it, or
 * without markup of its own.
 */
const FIGURE =
  /^(?:\*\*)?[-−–+(]?(?:[\p{Sc}] ?)?\d[\d.,]*(?:[ \u00A0\u2009\u202F]\d{3}[\d.,]*)*(?: ?[%\p{Sc}])?\)?(?:\*\*)?$/u;

/** Returns whether a column holds nothing but figures, and more than one; they are set to the right (GFM 4.10). */
function isNumeric(body: DrawnTable["body"], column: number): boolean {
  const cells = body.map((row) => row[column] ?? "").filter(Boolean);
  return cells.length > 1 && cells.every((cell) => FIGURE.test(cell));
}

const pipeRow = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;

const blank = (length: number): string[] => Array.from({ length }, () => "");
