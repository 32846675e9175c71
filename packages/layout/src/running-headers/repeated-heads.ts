import type { Line, Word } from "../words.ts";

/** The white between two texts of a row that are cells of a table, in ems. */
const CELL_GAP_EM = 0.8;
/** The greatest distance between the baselines of a head and of the first row, in ems. */
const HEAD_LEADING_EM = 2.2;
/** The fewest names of columns by which a head is known, and the most that are compared with the rows below. */
const NAMES = 3;
const MOST_NAMES = 100;
/** The rows below a head that are looked at, and how many of them have to be rows of its table. */
export const ROWS_BELOW = 3;
const ROWS_OF_TABLE = 2;

interface Cell {
  readonly xMin: number;
  readonly xMax: number;
}

/**
 * Returns whether a row at the top of a page is the head of a table that goes on there: names of columns right above rows
 * whose texts stand under them. `below` are the next rows, `ROWS_BELOW` at most. Such a head is repeated on the pages of
 * its table as a running header is, and is none.
 */
export function isHeadOfTable(row: readonly Line[], below: readonly (readonly Line[])[]): boolean {
  const names = cellsOf(row);
  const next = below[0]?.[0];
  const [first] = row;
  if (
    names.length < NAMES ||
    names.length > MOST_NAMES ||
    first === undefined ||
    next === undefined ||
    next.baselineY - first.baselineY > HEAD_LEADING_EM * first.sizePt
  ) {
    return false;
  }
  const isUnder = (cells: readonly Cell[]): boolean =>
    cells.length > 1 &&
    cells.length <= MOST_NAMES &&
    cells.every((cell) => names.filter((name) => name.xMin < cell.xMax && name.xMax > cell.xMin).length === 1);
  return below.filter((lines) => isUnder(cellsOf(lines))).length >= ROWS_OF_TABLE;
}

/** Returns the texts of a row that white parts, from the left. */
function cellsOf(lines: readonly Line[]): Cell[] {
  const words: Word[] = lines.flatMap((line) => line.words).toSorted((a, b) => a.xMin - b.xMin);
  const cells: { xMin: number; xMax: number }[] = [];
  for (const { xMin, xMax, sizePt } of words) {
    const cell = cells.at(-1);
    if (cell === undefined || xMin - cell.xMax > CELL_GAP_EM * sizePt) {
      cells.push({ xMin, xMax });
    } else {
      cell.xMax = Math.max(cell.xMax, xMax);
    }
  }
  return cells;
}
