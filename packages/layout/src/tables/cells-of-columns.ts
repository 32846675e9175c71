import { boxAround } from "../geometry/boxes.ts";
import { isFigure, textOf } from "./cell-values.ts";
import { columnCount, type Draft, type DraftCell } from "./found-table.ts";

/* What the cells of one column of a draft are. */

/**
 * The greatest number of words in a cell that is not prose, and the greatest share of longer cells in a column: a table
 * found by its text has few of them, or a head in bold type.
 */
const LONG_CELL_WORDS = 12;
const LONG_CELL_SHARE = 0.15;

/** The least number of words in a cell of a column of prose, on average, and the least number of its cells. */
const PROSE_CELL_WORDS = 6;
const PROSE_CELLS = 6;

/**
 * The share of texts with a small letter at the beginning above which they are lines of prose; cells begin so less
 * often.
 */
const RUNNING_SHARE = 0.3;

/**
 * The greatest distance, in ems, between the left ends, the right ends or the middles of cells of a column, and the
 * share of cells that keep to it.
 */
const ALIGNED_EM = 0.4;
const ALIGNED_SHARE = 0.75;

/** Returns the cells of each column that are in no other. */
export function columnsOf(draft: Draft, filled: readonly DraftCell[]): DraftCell[][] {
  const columns: DraftCell[][] = Array.from({ length: columnCount(draft) }, () => []);
  for (const cell of filled) {
    if (cell.colSpan === 1) {
      columns[cell.column]?.push(cell);
    }
  }
  return columns;
}

/** Returns whether cells of a column are lines of prose. */
export const isProse = (cells: readonly DraftCell[]): boolean =>
  cells.length >= PROSE_CELLS && wordsPerCell(cells) >= PROSE_CELL_WORDS && isRunningText(cells);

/** Returns the mean number of words in a cell. */
export const wordsPerCell = (cells: readonly DraftCell[]): number =>
  cells.reduce((sum, { words }) => sum + words.length, 0) / Math.max(1, cells.length);

/** Returns whether more of the cells are as long as prose than a column of a table has. */
export const hasLongCells = (cells: readonly DraftCell[]): boolean =>
  cells.filter((cell) => cell.words.length > LONG_CELL_WORDS).length > LONG_CELL_SHARE * cells.length;

/** Returns whether many of the texts begin in the middle of a sentence. */
export const isRunningText = (filled: readonly DraftCell[]): boolean =>
  filled.filter((cell) => /^\p{Ll}/u.test(textOf(cell.words))).length > RUNNING_SHARE * filled.length;

/** Returns the share of cells that are figures, leaving one out for the head. */
export const figureShare = (cells: readonly DraftCell[]): number =>
  cells.filter((cell) => isFigure(cell.words)).length / Math.max(1, cells.length - 1);

/** Returns whether cells share neither their left nor their right ends, nor their middles or decimal points. */
export function isUnaligned(cells: readonly DraftCell[]): boolean {
  if (cells.length < 3) {
    return false;
  }
  const boxes = cells.map(({ words }) => boxAround(words));
  const lefts = boxes.map(({ xMin }) => xMin);
  const rights = boxes.map(({ xMax }) => xMax);
  const middles = lefts.map((left, index) => (left + (rights[index] ?? left)) / 2);
  const within = ALIGNED_EM * (cells[0]?.words[0]?.sizePt ?? 10);
  const least = Math.min(ALIGNED_SHARE * cells.length, cells.length - 1);
  return [lefts, rights, middles, decimalPoints(cells)].every((places) => mostTogether(places, within) < least);
}

/** Returns the place of each figure's decimal point, or its end where it has none. */
function decimalPoints(cells: readonly DraftCell[]): number[] {
  return cells.map(({ words }) => {
    const last = words.at(-1);
    if (last === undefined) {
      return 0;
    }
    const text = last.word.text;
    const point = Math.max(text.lastIndexOf("."), text.lastIndexOf(","));
    const share = point < 0 ? 1 : point / text.length;
    return last.xMin + share * (last.xMax - last.xMin);
  });
}

function mostTogether(places: readonly number[], within: number): number {
  const sorted = places.toSorted((a, b) => a - b);
  let most = 0;
  let first = 0;
  for (const [index, place] of sorted.entries()) {
    while (place - (sorted[first] ?? place) > within) {
      first++;
    }
    most = Math.max(most, index - first + 1);
  }
  return most;
}
