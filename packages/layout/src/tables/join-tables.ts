import type { Table, TableCell } from "../blocks.ts";
import type { Box } from "../content.ts";
import { median } from "../geometry/statistics.ts";
import type { PageLines } from "../words.ts";
import { PART_OF_NUMBER, REST_OF_NUMBER } from "./cell-text.ts";
import type { FoundTable } from "./found-table.ts";

/** A page and its tables, from the top. */
export interface PageTables {
  readonly page: PageLines;
  readonly tables: readonly FoundTable[];
}

/** The greatest number of lines of running headers or footers, and the share of the page's height that they keep to. */
const RUNNING_HEADER_LINES = 3;
const RUNNING_HEADER_SHARE = 0.14;

/** The size of a line above which it is the title of something, as a multiple of the size of the table's type. */
const TITLE_RATIO = 1.2;

/** The greatest distance between edges of the same columns, in points: 1.5 lines of type of 10 points. */
const SAME_EDGE_PT = 15;

/**
 * The greatest distance between edges of the same columns as a share of the narrower of the columns they part, if that
 * is more.
 */
const SAME_EDGE_SHARE = 0.3;

/**
 * Returns all tables of a document, and joins those that go on over pages: the last of a page and the first of the next
 * that have the same columns and nothing but running headers and footers between them. A head that is repeated is left
 * out. With `keepsPagesApart` the two stay as they are, and the first says that it goes on.
 */
export function joinTables(pages: readonly PageTables[], keepsPagesApart = false): FoundTable[] {
  const joined: FoundTable[] = [];
  let open: { table: FoundTable; last: FoundTable; page: PageLines } | undefined;
  for (const { page, tables: own } of pages) {
    const tables = joinedBesides(own);
    for (const [index, table] of tables.entries()) {
      if (index === 0 && open !== undefined && goesOn(open, { table, page })) {
        const whole = keepsPagesApart ? continuing(open.table, table) : append(open.table, table);
        joined[joined.length - 1] = whole;
        if (keepsPagesApart) {
          joined.push(table);
        }
        open = { table: keepsPagesApart ? table : whole, last: table, page };
      } else {
        joined.push(table);
        open = { table, last: table, page };
      }
    }
    if (tables.length === 0) {
      open = undefined;
    }
  }
  return joined;
}

/** Returns a table that goes on in the next, on the page of that. */
const continuing = (first: FoundTable, next: FoundTable): FoundTable => ({
  ...first,
  table: { ...first.table, continues: true },
  lastPage: next.table.page,
});

/** The greatest number of tables of a page that are compared in pairs. */
const MOST_BESIDES = 40;

/** Joins tables of one page that go on in its next column, with their head repeated. */
function joinedBesides(tables: readonly FoundTable[]): FoundTable[] {
  let joined = [...tables];
  for (const next of tables.slice(0, MOST_BESIDES)) {
    const before = joined.find(
      (table) =>
        table !== next &&
        table.rotation === 0 &&
        next.rotation === 0 &&
        table.box.xMax <= next.box.xMin + SAME_EDGE_PT &&
        table.box.yMax > next.box.yMin &&
        repeatedHead(table.table, next.table) > 0 &&
        table.columnEdges.length === next.columnEdges.length,
    );
    if (before !== undefined) {
      joined = joined.flatMap((table) => (table === next ? [] : table === before ? [append(before, next)] : [table]));
    }
  }
  return joined;
}

function goesOn(
  before: { readonly table: FoundTable; readonly last: FoundTable; readonly page: PageLines },
  after: { readonly table: FoundTable; readonly page: PageLines },
): boolean {
  return (
    after.page.content.page === before.page.content.page + 1 &&
    after.table.table.caption === undefined &&
    isSameColumns(before.table, after.table) &&
    isFree(before.page, { table: before.last, side: "below" }) &&
    isFree(after.page, { table: after.table, side: "above" })
  );
}

function isSameColumns(a: FoundTable, b: FoundTable): boolean {
  if (a.rotation !== b.rotation || a.columnEdges.length !== b.columnEdges.length) {
    return false;
  }
  if (repeatedHead(a.table, b.table) > 0) {
    return true;
  }
  // Margins change sides from page to page.
  const shift = (b.columnEdges[0] ?? 0) - (a.columnEdges[0] ?? 0);
  return a.columnEdges.every((edge, index) => {
    const other = (b.columnEdges[index] ?? 0) - shift;
    const width = Math.min(
      edge - (a.columnEdges[index - 1] ?? Number.NEGATIVE_INFINITY),
      (a.columnEdges[index + 1] ?? Number.POSITIVE_INFINITY) - edge,
    );
    return Math.abs(edge - other) <= Math.max(SAME_EDGE_PT, SAME_EDGE_SHARE * width);
  });
}

/** Returns whether nothing but running headers or footers stands between a table and the end of its page. */
function isFree(page: PageLines, { table, side }: { table: FoundTable; side: "above" | "below" }): boolean {
  const { widthPt, heightPt } = page.content;
  const along = { box: table.box, rotation: table.rotation, side };
  const height = table.rotation % 180 === 0 ? heightPt : widthPt;
  const sizePt = median(
    Array.from(table.words, (word) => word.sizePt),
    0,
  );
  const baselines = new Set<number>();
  for (const line of page.lines) {
    if (line.words.some((word) => word.isArtifact || table.words.has(word))) {
      continue;
    }
    const { distance, margin } = beyond(line, along, { widthPt, heightPt });
    if (distance <= 0) {
      continue;
    }
    if (margin > RUNNING_HEADER_SHARE * height || line.words.every((word) => word.sizePt > TITLE_RATIO * sizePt)) {
      return false;
    }
    baselines.add(Math.round(margin / 3));
  }
  return baselines.size <= RUNNING_HEADER_LINES;
}

/**
 * Returns how far a box is beyond a table, in the direction in which its pages follow each other, and how near to the
 * page's end; both in points.
 */
function beyond(
  box: Box,
  { box: table, rotation, side }: { readonly box: Box; readonly rotation: number; readonly side: "above" | "below" },
  { widthPt, heightPt }: { readonly widthPt: number; readonly heightPt: number },
): { distance: number; margin: number } {
  const isBelow = side === "below";
  switch (rotation) {
    case 90:
      return isBelow
        ? { distance: table.xMin - middleX(box), margin: box.xMax }
        : { distance: middleX(box) - table.xMax, margin: widthPt - box.xMin };
    case 180:
      return isBelow
        ? { distance: table.yMin - middleY(box), margin: box.yMax }
        : { distance: middleY(box) - table.yMax, margin: heightPt - box.yMin };
    case 270:
      return isBelow
        ? { distance: middleX(box) - table.xMax, margin: widthPt - box.xMin }
        : { distance: table.xMin - middleX(box), margin: box.xMax };
    default:
      return isBelow
        ? { distance: middleY(box) - table.yMax, margin: heightPt - box.yMin }
        : { distance: table.yMin - middleY(box), margin: box.yMax };
  }
}

const middleX = ({ xMin, xMax }: Box): number => (xMin + xMax) / 2;
const middleY = ({ yMin, yMax }: Box): number => (yMin + yMax) / 2;

function append(first: FoundTable, next: FoundTable): FoundTable {
  const rows = next.table.rows.slice(repeatedHead(first.table, next.table)).map((row) =>
    // A table without a head on the first page has none in the middle.
    row.map((cell) => ({ ...cell, isHeader: false })),
  );
  const above = first.table.rows;
  const cut = isCutRow(above.at(-1), rows[0]);
  const joined = cut
    ? [...above.slice(0, -1), joinedRow(above.at(-1) ?? [], rows[0] ?? []), ...rows.slice(1)]
    : [...above, ...rows];
  return {
    ...first,
    table: { ...first.table, rows: joined },
    words: new Set([...first.words, ...next.words]),
    lastPage: next.lastPage,
  };
}

/** Returns the number of rows at the top of a table that repeat the head of the one before; 0 where they do not. */
function repeatedHead(first: Table, next: Table): number {
  const count = Math.max(1, first.headRows);
  const head = first.rows.slice(0, count);
  const isRepeated =
    next.rows.length > count &&
    head.every((row, index) => {
      const text = rowText(row);
      return text !== "" && text === rowText(next.rows[index] ?? []);
    });
  return isRepeated ? count : 0;
}

const rowText = (row: readonly TableCell[]): string => row.map(cellText).join("\t").trim();

const cellText = (cell: TableCell): string => cell.spans.map(({ text }) => text).join("");

/**
 * Returns whether a row is the rest of one that the end of the page has cut: only some of its cells go on, with text
 * and not with figures.
 */
function isCutRow(above: readonly TableCell[] | undefined, row: readonly TableCell[] | undefined): boolean {
  if (above === undefined || row === undefined || above.length !== row.length) {
    return false;
  }
  const filled = row.filter((cell) => cellText(cell) !== "").length;
  const filledAbove = above.filter((cell) => cellText(cell) !== "").length;
  const isFirstFilled = row[0] !== undefined && cellText(row[0]) !== "";
  return (
    filled > 0 &&
    filled * 2 <= filledAbove &&
    !(isFirstFilled && filled === 1) &&
    row.every(
      (cell, index) =>
        cell.colSpan === 1 &&
        cell.rowSpan === 1 &&
        (cellText(cell) === "" ||
          (cellText(above[index] ?? cell) !== "" && (index === 0 || !/\d/.test(cellText(cell))))),
    )
  );
}

const joinedRow = (above: readonly TableCell[], row: readonly TableCell[]): TableCell[] =>
  above.map((cell, index) => {
    const spans = row[index]?.spans ?? [];
    const isPartOfNumber =
      PART_OF_NUMBER.test(cellText(cell)) && REST_OF_NUMBER.test(spans.map((s) => s.text).join(""));
    return spans.length === 0
      ? cell
      : { ...cell, spans: [...cell.spans, ...(isPartOfNumber ? [] : [{ text: " " }]), ...spans] };
  });
