import type { TaggedLine } from "./lines-of-content.ts";
import {
  type CellPart,
  type ItemPart,
  type ListPart,
  linesOfParts,
  type Part,
  type RowPart,
  type TablePart,
} from "./parts.ts";

/**
 * Returns parts of which each is on one page: what the end of a page cuts becomes a part on each of its pages, in their
 * order, and all but the last say where they go on.
 */
export const partsByPage = (parts: readonly Part[]): Part[] =>
  parts.flatMap((part) => {
    const pages = pagesOf([part]);
    return pages.length < 2
      ? [part]
      : pages.flatMap((page, index) => partOnPage(part, { page, isFirst: index === 0, nextPage: pages[index + 1] }));
  });

/** One page of those that a part is on. */
interface PartPage {
  readonly page: number;
  readonly isFirst: boolean;
  /** The next page that the part is on; undefined for the last. */
  readonly nextPage: number | undefined;
}

/** Returns the pages of parts in the order in which they come in the text. */
const pagesOf = (parts: readonly Part[]): number[] => [
  ...new Set(
    parts.flatMap((part) => (part.kind === "figure" ? [part.page] : linesOfParts([part]).map(({ page }) => page))),
  ),
];

function partOnPage(part: Part, at: PartPage): Part[] {
  const goesOn = at.nextPage === undefined ? {} : { continuesOnPage: at.nextPage };
  switch (part.kind) {
    case "text":
      return [{ ...part, ...goesOn, lines: linesOn(part.lines, at) }];
    case "caption":
    case "note":
      return [{ ...part, lines: linesOn(part.lines, at) }];
    case "figure":
      return at.page === part.page ? [part] : [];
    case "quote":
      return [{ ...part, parts: part.parts.flatMap((own) => within(own, at)) }];
    case "list":
      return [{ ...part, ...goesOn, items: itemsOn(part, at) }];
    case "table":
      return [{ ...part, ...goesOn, rows: rowsOn(part, at), caption: linesOn(part.caption, at) }];
  }
}

const linesOn = (lines: readonly TaggedLine[], { page }: PartPage): readonly TaggedLine[] =>
  lines.filter((line) => line.page === page);

/** Returns what of a part within another is on a page. */
function within(part: Part, { page, isFirst }: PartPage): Part[] {
  const pages = pagesOf([part]);
  const index = pages.indexOf(page);
  if (index < 0) {
    return pages.length === 0 && isFirst ? [part] : [];
  }
  return partOnPage(part, { page, isFirst: index === 0, nextPage: pages[index + 1] });
}

function itemsOn({ items }: ListPart, at: PartPage): ItemPart[] {
  return items.flatMap(({ label, parts }) => {
    const pages = new Set([...label.map(({ page }) => page), ...pagesOf(parts)]);
    const isHere = pages.has(at.page) || (pages.size === 0 && at.isFirst);
    return isHere ? [{ label: linesOn(label, at), parts: parts.flatMap((part) => within(part, at)) }] : [];
  });
}

/**
 * Returns the rows of a table that are on a page, a row without text on that of the row before it. A cell that reaches
 * over rows ends with its page, and stands as an empty one on the next.
 */
function rowsOn({ rows }: TablePart, at: PartPage): RowPart[] {
  const result: RowPart[] = [];
  let reaching: Reach[] = [];
  let isHere = at.isFirst;
  let isBegun = false;
  for (const row of rows) {
    const pages = pagesOf(row.cells.flatMap(({ parts }) => parts));
    isHere = pages.length === 0 ? isHere : pages.includes(at.page);
    if (isHere) {
      const cells = row.cells.map((cell) => ({ ...cell, parts: cell.parts.flatMap((part) => within(part, at)) }));
      result.push({ ...row, cells: isBegun ? cells : withReaching(cells, reaching) });
      isBegun = true;
    }
    reaching = reachingAfter(row, reaching);
  }
  return result.map((row, index) => ({
    ...row,
    cells: row.cells.map((cell) => ({ ...cell, rowSpan: Math.min(cell.rowSpan, result.length - index) })),
  }));
}

/** A cell that reaches into following rows. */
interface Reach {
  readonly column: number;
  readonly cell: CellPart;
  readonly rowsLeft: number;
}

/** Returns the cells that reach into the row after `row`, counted as in HTML. */
function reachingAfter({ cells }: RowPart, before: readonly Reach[]): Reach[] {
  const covered = new Set(before.flatMap(({ column, cell }) => columnsFrom(column, cell)));
  const after = before.map((reach) => ({ ...reach, rowsLeft: reach.rowsLeft - 1 }));
  let next = 0;
  for (const cell of cells) {
    while (covered.has(next)) {
      next++;
    }
    after.push({ column: next, cell, rowsLeft: cell.rowSpan - 1 });
    next += Math.min(cell.colSpan, MOST_COLUMNS);
  }
  return after.filter(({ rowsLeft }) => rowsLeft > 0);
}

const MOST_COLUMNS = 1000;

const columnsFrom = (column: number, { colSpan }: CellPart): number[] =>
  Array.from({ length: Math.min(colSpan, MOST_COLUMNS) }, (_, index) => column + index);

/** Puts empty cells in place of those that reach into a row from a page before. */
function withReaching(cells: readonly CellPart[], reaching: readonly Reach[]): readonly CellPart[] {
  const result = [...cells];
  for (const { column, cell, rowsLeft } of reaching.toSorted((a, b) => a.column - b.column)) {
    let at = 0;
    for (let columns = 0; at < result.length && columns < column; at++) {
      columns += result[at]?.colSpan ?? 1;
    }
    result.splice(at, 0, { ...cell, rowSpan: rowsLeft, parts: [] });
  }
  return result;
}
