import { boxAround } from "../../geometry/boxes.ts";
import { type CellPart, linesOfParts, type RowPart } from "../parts/parts.ts";

/** The greatest number of columns of a table; tables with more have them by mistake. */
const MOST_COLUMNS = 1000;
/**
 * The greatest number of positions of a table; tables that claim to cover more, with cells that reach over all, are not
 * laid out.
 */
const MOST_POSITIONS = 1_000_000;

/**
 * Adds the empty cells that some producers do not tag, and moves those that stand for a cell of the row above to its
 * column. Where a row has too few cells, or text that stands in another column than its cell, each cell goes to the column
 * that its text stands in; a row whose text does not show it stays as it is.
 */
export function filledRows(rows: readonly RowPart[]): readonly RowPart[] {
  const area = rows.reduce(
    (sum, { cells }) => sum + cells.reduce((own, cell) => own + cell.colSpan * cell.rowSpan, 0),
    0,
  );
  if (area > MOST_POSITIONS) {
    return rows;
  }
  const placed = placedRows(rows);
  const count = placed.reduce((most, { end }) => Math.max(most, end), 0);
  const isFull = placed.map(({ end, cells }) => end === count && cells.every(({ cell }) => cell.parts.length > 0));
  if (count > MOST_COLUMNS || isFull.every(Boolean)) {
    return rows;
  }
  const full = placed.filter((_, index) => isFull[index] === true);
  const columns = columnsOf(full.length > 0 ? full : placed.filter(({ end }) => end === count));
  return rows.map((row, index) => {
    const own = placed[index];
    if (own === undefined || isFull[index] === true || (own.end === count && !isShifted(own, columns))) {
      return row;
    }
    const cells = own.end === count ? row.cells.filter(({ parts }) => parts.length > 0) : row.cells;
    const refilled = filled({ ...row, cells }, { columns, covered: own.covered });
    return { ...row, cells: refilled === cells ? row.cells : refilled };
  });
}

/** Returns whether a text of a row stands beside the column of its cell, and within another. */
const isShifted = ({ cells }: PlacedRow, columns: readonly (Interval | undefined)[]): boolean =>
  cells.some(({ cell, column }) => {
    const text = cell.colSpan === 1 ? textOf(cell) : undefined;
    const own = columns[column];
    if (text === undefined || own === undefined || (own.xMin < text.xMax && text.xMin < own.xMax)) {
      return false;
    }
    const other = columnAt(text, columns, 0);
    return other !== undefined && other !== column;
  });

interface PlacedRow {
  readonly cells: readonly { readonly cell: CellPart; readonly column: number }[];
  /** The columns that cells of earlier rows reach into. */
  readonly covered: ReadonlySet<number>;
  /** The number of the column behind the last. */
  readonly end: number;
}

/** Gives cells their columns, counted as in HTML: each takes the next that no earlier one covers. */
function placedRows(rows: readonly RowPart[]): PlacedRow[] {
  let reaching: { column: number; rows: number }[] = [];
  return rows.map(({ cells }) => {
    const covered = new Set(reaching.map(({ column }) => column));
    reaching = reaching.flatMap(({ column, rows: left }) => (left > 1 ? [{ column, rows: left - 1 }] : []));
    let next = 0;
    const placed = cells.map((cell) => {
      while (covered.has(next)) {
        next++;
      }
      const column = next;
      next += Math.min(cell.colSpan, MOST_COLUMNS);
      for (let at = column; at < next && cell.rowSpan > 1; at++) {
        reaching.push({ column: at, rows: cell.rowSpan - 1 });
      }
      return { cell, column };
    });
    while (covered.has(next)) {
      next++;
    }
    return { cells: placed, covered, end: next };
  });
}

interface Interval {
  readonly xMin: number;
  readonly xMax: number;
}

/** Returns where the text of each column stands; undefined for a column without text. */
function columnsOf(rows: readonly PlacedRow[]): (Interval | undefined)[] {
  const columns: (Interval | undefined)[] = [];
  for (const { cells } of rows) {
    for (const { cell, column } of cells) {
      const own = cell.colSpan === 1 ? textOf(cell) : undefined;
      const known = columns[column];
      if (own !== undefined) {
        columns[column] = {
          xMin: Math.min(own.xMin, known?.xMin ?? own.xMin),
          xMax: Math.max(own.xMax, known?.xMax ?? own.xMax),
        };
      }
    }
  }
  return columns;
}

function textOf({ parts }: CellPart): Interval | undefined {
  const lines = linesOfParts(parts);
  return lines.length === 0 ? undefined : boxAround(lines.map(({ line }) => line));
}

const EMPTY: CellPart = { isHeader: false, scope: undefined, rowSpan: 1, colSpan: 1, parts: [] };

function filled(
  { cells }: RowPart,
  { columns, covered }: { readonly columns: readonly (Interval | undefined)[]; readonly covered: ReadonlySet<number> },
): readonly CellPart[] {
  const result: CellPart[] = [];
  let next = 0;
  for (const cell of cells) {
    const text = textOf(cell);
    const column = text === undefined ? next : columnAt(text, columns, next);
    if (column === undefined) {
      return cells;
    }
    for (; next < column; next++) {
      if (!covered.has(next)) {
        result.push(EMPTY);
      }
    }
    while (covered.has(next)) {
      next++;
    }
    result.push(cell);
    next += cell.colSpan;
  }
  for (; next < columns.length; next++) {
    if (!covered.has(next)) {
      result.push(EMPTY);
    }
  }
  return result;
}

/** Returns the column from `from` on that shares most of a text's width; undefined where none does. */
function columnAt(text: Interval, columns: readonly (Interval | undefined)[], from: number): number | undefined {
  let best: number | undefined;
  let most = 0;
  for (let at = from; at < columns.length; at++) {
    const column = columns[at];
    const shared = column === undefined ? 0 : Math.min(text.xMax, column.xMax) - Math.max(text.xMin, column.xMin);
    if (shared > most) {
      most = shared;
      best = at;
    }
  }
  return best;
}
