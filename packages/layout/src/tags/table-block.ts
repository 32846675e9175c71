import type { Block, TableCell } from "../blocks.ts";
import { PART_OF_NUMBER, REST_OF_NUMBER } from "../tables/cell-text.ts";
import { type SpanSources, spansOfLines } from "../spans/spans-of-lines.ts";
import { filledRows } from "./filled-rows.ts";
import { boxOfLines } from "./drafts-of-parts.ts";
import type { TaggedLine } from "./lines-of-content.ts";
import { type CellPart, linesOfParts, type RowPart, type TablePart } from "./parts.ts";

export function tableBlock({ rows, caption }: TablePart, sources: SpanSources): Block[] {
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
    },
  ];
}

const tableCell = ({ isHeader, rowSpan, colSpan, parts }: CellPart, sources: SpanSources): TableCell => ({
  rowSpan,
  colSpan,
  isHeader,
  spans: spansOfLines(withWholeNumbers(linesOfParts(parts)), sources),
});

/** Dates and amounts that a narrow column has cut are put together again. */
function withWholeNumbers(lines: readonly TaggedLine[]): TaggedLine[] {
  const whole: TaggedLine[] = [];
  for (const next of lines) {
    const before = whole.at(-1);
    const last = before?.line.words.at(-1);
    const [head, ...rest] = next.line.words;
    if (
      before === undefined ||
      last === undefined ||
      head === undefined ||
      !PART_OF_NUMBER.test(last.text) ||
      !REST_OF_NUMBER.test(head.text)
    ) {
      whole.push(next);
      continue;
    }
    const words = [...before.line.words, { ...head, isJoined: true }, ...rest];
    whole[whole.length - 1] = { ...before, line: { ...before.line, words } };
  }
  return whole;
}

/** Rows that are told to be the head; else those from the top that have headers of columns alone. */
function headRowsOf(rows: readonly RowPart[]): number {
  const first = rows.findIndex((row) => !isHead(row));
  // A table of nothing but headers has been tagged by its looks.
  return first < 0 ? Math.min(1, rows.length) : first;
}

const isHead = ({ isHead: isTold, cells }: RowPart): boolean =>
  isTold || cells.every(({ isHeader, scope }) => isHeader && scope !== "Row");
