import { isBulletText } from "../lists/bullet-signs.ts";
import { textOf } from "./cell-values.ts";
import {
  columnsOf,
  figureShare,
  hasLongCells,
  isProse,
  isRunningText,
  isUnaligned,
  wordsPerCell,
} from "./cells-of-columns.ts";
import { columnCount, type Draft, type DraftCell } from "./found-table.ts";
import { hasListColumn, type ItemStarts } from "./item-starts.ts";

/**
 * The least share of all positions that are filled, in a table found by its text, by bands or by rules; charts have
 * fewer.
 */
const FILLED_SHARE = { text: 0.45, bands: 0.35, lattice: 0.3 } as const;

/** The smallest number of rows with more than one cell; there is no table with fewer. */
const FULL_ROWS = { text: 3, bands: 2, lattice: 2 } as const;

/** The least share of rows with more than one cell in a table found by its text; the others are headings within it. */
const FULL_ROWS_SHARE = 0.6;

/** The same of a table between rules with a column of prose: text beside another has few rows in common with it. */
const FULL_ROWS_SHARE_OF_PROSE = 0.5;

/**
 * The number of words above which one cell makes the draft a frame or a layout of boxes, and the share of all words
 * that it has to exceed as well.
 */
const BOX_WORDS = 60;
const BOX_SHARE = 0.5;

/** The smallest number of words in a line of prose. */
const PROSE_WORDS = 4;

/** The least share of figures in a column of figures. */
const FIGURES_SHARE = 0.7;

/** The facts about the text of a page that a draft is judged by. */
export interface PageText {
  readonly starts: ItemStarts;
  /** Whether all text of the page is of fixed pitch, so that this type shows no code. */
  readonly isFixedPitch: boolean;
}

/**
 * Returns whether a draft is a table rather than a list, a table of contents, columns of prose, code, a form or a
 * frame.
 */
export function isTable(draft: Draft, { starts, isFixedPitch }: PageText): boolean {
  const filled = draft.cells.filter((cell) => cell.words.length > 0);
  const columns = columnCount(draft);
  const fullRows = countFullRows(filled);
  if (columns < 2 || fullRows < FULL_ROWS[draft.evidence] || new Set(filled.map((cell) => cell.column)).size < 2) {
    return false;
  }
  const covered = filled.reduce((sum, { rowSpan, colSpan }) => sum + rowSpan * colSpan, 0);
  if (covered < FILLED_SHARE[draft.evidence] * columns * draft.rowCount || isBoxes(filled) || isListing(filled)) {
    return false;
  }
  if (draft.evidence === "text" && hasListColumn(columnsOf(draft, filled), starts) && !hasFigures(draft)) {
    return false;
  }
  switch (draft.evidence) {
    case "lattice":
      return true;
    case "bands":
      return !isContents(draft, filled) && !isList(filled) && isBanded(draft, filled, fullRows);
    case "text":
      return fullRows >= FULL_ROWS_SHARE * draft.rowCount && isTabularText(draft, filled, isFixedPitch);
  }
}

/** The smallest number of columns of a table without rows, and the greatest number of words in one of their names. */
const COLUMNS_OF_EMPTY = 3;
const NAME_WORDS = 5;

/**
 * Returns whether a draft is the head of a table whose rows are left empty, as in a form: names of columns above ruled
 * cells without text. `whole` is the draft without these.
 */
export function isEmptyTable(draft: Draft, whole: Draft): boolean {
  return (
    draft.evidence === "lattice" &&
    draft.rowCount > 1 &&
    whole.rowCount === 1 &&
    columnCount(whole) >= COLUMNS_OF_EMPTY &&
    columnCount(whole) === columnCount(draft) &&
    draft.cells.every(({ row, colSpan, words }) => colSpan === 1 && words.length > 0 === (row === 0)) &&
    whole.cells.every(({ words }) => words.length <= NAME_WORDS)
  );
}

function isBanded(draft: Draft, filled: readonly DraftCell[], fullRows: number): boolean {
  const columns = columnsOf(draft, filled);
  return isColumns(columns) && (fullRows >= FULL_ROWS_SHARE_OF_PROSE * draft.rowCount || !columns.some(isProse));
}

/** Returns whether columns are neither columns of prose nor texts that happen to stand next to each other. */
const isColumns = (columns: readonly (readonly DraftCell[])[]): boolean =>
  columns.filter(isUnaligned).length <= 1 &&
  columns.some((cells) => !isRunningText(cells) || wordsPerCell(cells) < PROSE_WORDS);

/** The fewest rows of a draft between two rules that may be text which the rules set off, and no table. */
const ROWS_OF_FRAMED_TEXT = 6;

/**
 * Returns whether a draft between two rules, with none inside, is text that they set off from the rest: few of its rows
 * have several cells, or one of its columns is a paragraph, as beside the keywords of an article.
 */
export function isFramedText(draft: Draft): boolean {
  const filled = draft.cells.filter((cell) => cell.words.length > 0);
  return (
    draft.rowCount >= ROWS_OF_FRAMED_TEXT &&
    (countFullRows(filled) < FULL_ROWS_SHARE_OF_PROSE * draft.rowCount || columnsOf(draft, filled).some(isProse))
  );
}

function countFullRows(filled: readonly DraftCell[]): number {
  const counts = new Map<number, number>();
  for (const { row } of filled) {
    counts.set(row, (counts.get(row) ?? 0) + 1);
  }
  return [...counts.values()].filter((count) => count > 1).length;
}

function isBoxes(filled: readonly DraftCell[]): boolean {
  const words = filled.reduce((sum, cell) => sum + cell.words.length, 0);
  const most = filled.reduce((count, cell) => Math.max(count, cell.words.length), 0);
  return (most > BOX_WORDS && most > BOX_SHARE * words) || words > BOX_WORDS * filled.length;
}

function isTabularText(draft: Draft, filled: readonly DraftCell[], isFixedPitch: boolean): boolean {
  // Instructions with numbers begin with small letters; names beside figures seldom do.
  const isFigures = isFixedPitch && hasFigures(draft) && !isRunningText(filled);
  if ((isCode(filled) && !isFigures) || isList(filled) || isContents(draft, filled)) {
    return false;
  }
  const columns = columnsOf(draft, filled);
  if (columns.some(isUnaligned)) {
    return false;
  }
  const long = columns.filter((cells) => hasLongCells(cells)).length;
  const figures = columns.slice(1).filter((cells) => figureShare(cells) >= FIGURES_SHARE).length;
  const hasHead = (draft.headRows ?? 0) > 0 || hasBoldHead(draft);
  if (long > 0 && (long === columns.length || (figures === 0 && !hasHead))) {
    return false;
  }
  if (figures > 0 && !isKeyValue(columns[0] ?? [])) {
    return true;
  }
  return hasHead || (columns.length > 2 && draft.rowCount >= 4 && !isRunningText(filled));
}

/** Returns whether cells are the lines of code beside their numbers. */
function isListing(filled: readonly DraftCell[]): boolean {
  const first = Math.min(...filled.map(({ column }) => column));
  const numbers = filled
    .filter(({ column }) => column === first)
    .flatMap(({ words }) => words.map(({ word }) => word.text));
  return (
    numbers.length > 0 &&
    numbers.every(
      (text, index) =>
        /^\d{1,4}:?$/.test(text) &&
        (index === 0 || Number.parseInt(text, 10) > Number.parseInt(numbers[index - 1] ?? "", 10)),
    ) &&
    isCode(filled.filter(({ column }) => column > first))
  );
}

const isCode = (filled: readonly DraftCell[]): boolean => {
  const words = filled.flatMap((cell) => cell.words);
  return words.filter(({ word }) => word.font.isFixedPitch).length * 2 > words.length;
};

const MARKER = /^(?:[•◦▪‣●○■□–*·-]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)]|\[\d{1,3}\])$/iu;

/**
 * Returns whether a column holds the labels of a list; bullets may have text in columns before them, which is another
 * list.
 */
function isList(filled: readonly DraftCell[]): boolean {
  const columns = Map.groupBy(filled, ({ column }) => column);
  return [...columns].some(([column, cells]) =>
    column === 0
      ? areLabels(cells, (text) => MARKER.test(text) || isBulletText(text))
      : cells.length > 1 && areLabels(cells, isBulletText),
  );
}

const areLabels = (cells: readonly DraftCell[], isLabel: (text: string) => boolean): boolean =>
  cells.filter((cell) => isLabel(textOf(cell.words))).length * 2 > cells.length;

const LEADER = /[.·…_]{4,}|(?:[.·…] ){3,}/;

/**
 * Returns whether cells are titles with page numbers: with leaders between, or with nothing but numbers that only rise.
 */
function isContents(draft: Draft, filled: readonly DraftCell[]): boolean {
  const leaders = new Set(filled.filter((cell) => LEADER.test(textOf(cell.words))).map((cell) => cell.row)).size;
  if (leaders * 2 > draft.rowCount) {
    return true;
  }
  if (columnCount(draft) > 3) {
    return false;
  }
  const last = filled.filter((cell) => cell.column === columnCount(draft) - 1).map((cell) => textOf(cell.words));
  const numbers = last.filter((text) => /^\d{1,4}$/.test(text)).map(Number);
  return (
    numbers.length === last.length &&
    numbers.length >= (draft.evidence === "text" ? 3 : 6) &&
    numbers.every((number, index) => index === 0 || number >= (numbers[index - 1] ?? 0))
  );
}

/** Returns whether most names end with a colon, each with its value: prose that is set in two columns. */
const isKeyValue = (names: readonly DraftCell[]): boolean =>
  names.filter((cell) => textOf(cell.words).endsWith(":")).length * 2 > names.length;

/** The share of cells over several columns above which columns are not those of one table. */
const RAGGED_SHARE = 0.15;

/**
 * Returns whether a table that its text shows is better than one between rules: where the rules take only few rows of
 * it, or where they hold other texts too, which part its columns anew.
 */
export function isBetter(table: Draft, ruled: Draft): boolean {
  const words = new Set(ruled.cells.flatMap((cell) => cell.words.map(({ word }) => word)));
  const own = table.cells.flatMap((cell) => cell.words);
  const shared = own.filter(({ word }) => words.has(word)).length;
  const ragged = raggedShare(ruled);
  if (shared === words.size && ruled.rowCount < table.rowCount) {
    return true;
  }
  return (
    (shared > 0 && shared * 2 < own.length) ||
    (shared * 2 >= own.length && ragged > RAGGED_SHARE && ragged > 2 * raggedShare(table))
  );
}

/** Returns the share of cells below the head that are over several columns. */
function raggedShare({ cells, headRows = 0 }: Draft): number {
  const filled = cells.filter(({ row, words }) => row >= headRows && words.length > 0);
  return filled.filter(({ colSpan }) => colSpan > 1).length / Math.max(1, filled.length);
}

/** Returns whether a draft has a column of figures. */
export const hasFigures = (draft: Draft): boolean =>
  columnsOf(
    draft,
    draft.cells.filter((cell) => cell.words.length > 0),
  ).some((cells) => cells.length > 1 && figureShare(cells) >= FIGURES_SHARE);

function hasBoldHead(draft: Draft): boolean {
  const isBold = (row: number): boolean =>
    draft.cells.filter((cell) => cell.row === row).every((cell) => cell.words.every(({ word }) => word.isBold));
  return isBold(0) && !isBold(1) && !isBold(2);
}
