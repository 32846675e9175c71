import type { Block, TableCell } from "../../blocks.ts";
import { type SpanSources, spansOfLines } from "../../spans/spans-of-lines.ts";
import { withWholeNumbers } from "../../tables/cell-text.ts";
import type { TaggedLine } from "../parts/lines-of-content.ts";
import { type CellPart, linesOfParts, type RowPart, type TablePart } from "../parts/parts.ts";
import { boxOfLines } from "./drafts-of-parts.ts";
import { filledRows } from "./filled-rows.ts";

export function tableBlock({ rows, caption, continuesOnPage }: TablePart, sources: SpanSources): Block[] {
  const lines = rows.flatMap(({ cells }) => cells.flatMap(({ parts }) => linesOfParts(parts)));
  const [first] = lines;
  if (first === undefined) {
    return [];
  }
  return [
    {
      kind: "table",
      page: first.page,
      box: boxOfLines(lines),
      rows: filledRows(rows).map(({ cells }) => cells.map((cell) => tableCell(cell, sources))),
      headRows: headRowsOf(rows),
      caption: caption.length === 0 ? undefined : spansOfLines(caption, sources),
      ...(continuesOnPage !== undefined && { continues: true }),
    },
  ];
}

const tableCell = ({ isHeader, rowSpan, colSpan, parts }: CellPart, sources: SpanSources): TableCell => ({
  rowSpan,
  colSpan,
  isHeader,
  spans: spansOfLines(withWholeNumbers(onceOnly(linesOfParts(parts))), sources),
});

/** Removes repeated text of cells of a head, which is drawn again on each page. */
function onceOnly(lines: readonly TaggedLine[]): readonly TaggedLine[] {
  const [first, ...others] = [...Map.groupBy(lines, ({ page }) => page).values()];
  if (first === undefined || others.length === 0) {
    return lines;
  }
  const said = textOf(first);
  return [...first, ...others.filter((own) => textOf(own) !== said).flat()];
}

const textOf = (lines: readonly TaggedLine[]): string => lines.map(({ text }) => text).join(" ");

/**
 * Returns the number of rows that are tagged as the head, or else of those from the top that have headers of columns
 * alone.
 */
function headRowsOf(rows: readonly RowPart[]): number {
  const first = rows.findIndex((row) => !isHead(row));
  // A table of nothing but headers has been tagged by its looks.
  return first < 0 ? Math.min(1, rows.length) : first;
}

const isHead = ({ isHead: isReported, cells }: RowPart): boolean =>
  isReported || cells.every(({ isHeader, scope }) => isHeader && scope !== "Row");
