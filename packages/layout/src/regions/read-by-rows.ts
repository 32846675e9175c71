import { boxAround, widthOf } from "../geometry/boxes.ts";
import { median, Tally } from "../geometry/statistics.ts";
import type { Line } from "../words.ts";
import { drawnAt, type Piece } from "./piece.ts";

/** Text on both sides of a gutter that ends at `x`, in points. */
export interface Sides {
  readonly x: number;
  readonly left: readonly Piece[];
  readonly right: readonly Piece[];
  readonly sizePt: number;
}

/** The share of words of a listing that are of fixed pitch. */
const FIXED_SHARE = 0.9;

function areFixed(...sides: readonly (readonly Piece[])[]): boolean {
  let [words, fixed] = [0, 0];
  for (const side of sides) {
    for (const { part } of side) {
      for (const { font } of part.kind === "line" ? part.line.words : []) {
        words += 1;
        fixed += font.isFixedPitch ? 1 : 0;
      }
    }
  }
  return fixed >= FIXED_SHARE * words;
}

const rowOf = ({ part, yMax }: Piece): number => (part.kind === "line" ? part.line.baselineY : yMax);

/** The distance below which baselines are of one row, in ems. */
const SAME_ROW_EM = 0.15;
/** The share of aligned lines that is enough for text on both sides to be rows. */
const ALIGNED_SHARE = 0.8;
/**
 * Returns whether the text on both sides of a gutter is read across it: nearly every line of the shorter side has a
 * line of the other on its baseline, and one of the sides has short lines, as labels, dates and amounts are, or all
 * is a listing that was drawn line by line.
 */
export function isReadByRows({ left, right, sizePt, x }: Sides): boolean {
  const [few, many] = left.length <= right.length ? [left, right] : [right, left];
  const rows = new Set<number>();
  const step = 2 * SAME_ROW_EM * sizePt;
  for (const piece of many) {
    const row = Math.floor(rowOf(piece) / step);
    rows
      .add(row)
      .add(row + 1)
      .add(row - 1);
  }
  const aligned = few.filter((piece) => rows.has(Math.floor(rowOf(piece) / step))).length;
  if (aligned < ALIGNED_SHARE * few.length) {
    return false;
  }
  if (areFixed(left, right) && !isDrawnBySide(left, right)) {
    return true;
  }
  const isLeft = isRunning(left);
  const isRight = isRunning(right);
  const hasRunning = areAlike(left, right) ? isLeft || isRight : isLeft && isRight;
  const isNoteBeside = isLeft ? isSmallBeside(right, left) : isRight && isSmallBeside(left, right);
  return !hasRunning && !isNoteBeside && !areDrawnAsColumns({ left, right, sizePt, x });
}

/** The greatest size of a note beside text, as a share of the text's, and the fewest lines of that text. */
const SMALL = 0.85;
const LINES_BESIDE = 6;

/** Returns whether lines are a note beside running text, such as a letter's: in smaller type, and drawn by themselves. */
const isSmallBeside = (note: readonly Piece[], text: readonly Piece[]): boolean =>
  text.length >= LINES_BESIDE && usualSizeOf(note) <= SMALL * usualSizeOf(text) && isDrawnBySide(note, text);

/** The share of lines of the shorter side at which the drawing may change sides, and the number that is always free. */
const CHANGES_SHARE = 0.12;
const CHANGES = 2;
/** The least width of a column whose lines are short, in ems; narrower ones are labels or amounts. */
const LEAST_SHORT_COLUMN_EM = 11;

/**
 * Returns whether text whose lines are short and stand in rows is columns all the same: one side was drawn before the
 * other, both are wide, and a heading stands beside text of the other side, which rows of a table never have.
 */
function areDrawnAsColumns({ left, right, sizePt }: Sides): boolean {
  const least = LEAST_SHORT_COLUMN_EM * sizePt;
  if (widthOf(boxAround(left)) < least || widthOf(boxAround(right)) < least) {
    return false;
  }
  return (
    isDrawnBySide(left, right) &&
    (areAlike(left, right) || hasHeadingBeside(left, right) || areSetApart(left, right, sizePt))
  );
}

/** Returns whether one side was drawn before the other, except for a few lines. */
const isDrawnBySide = (left: readonly Piece[], right: readonly Piece[]): boolean =>
  changesOfSide(left, right) <= CHANGES + CHANGES_SHARE * Math.min(left.length, right.length);

/** The least number of rows that show how columns are set, and the least drift of their baselines, in points. */
const ROWS_SET_APART = 12;
const DRIFT_PT = 0.2;

/**
 * Returns whether the baselines of rows drift apart, as those of columns do whose white is stretched for each to reach
 * the foot of the page; the cells of a row stand on one baseline, or all of one column a little higher.
 */
function areSetApart(left: readonly Piece[], right: readonly Piece[], sizePt: number): boolean {
  const rights = right.map(rowOf).toSorted((a, b) => a - b);
  const drifts: number[] = [];
  let at = 0;
  for (const row of left.map(rowOf).toSorted((a, b) => a - b)) {
    while ((rights[at] ?? Infinity) < row - SAME_ROW_EM * sizePt) {
      at++;
    }
    const drift = (rights[at] ?? Infinity) - row;
    if (drift <= SAME_ROW_EM * sizePt) {
      drifts.push(drift);
    }
  }
  drifts.sort((a, b) => a - b);
  const [first, last] = [0.1, 0.9].map((share) => drifts[Math.floor(share * drifts.length)] ?? 0);
  return drifts.length >= ROWS_SET_APART && (last ?? 0) - (first ?? 0) >= DRIFT_PT;
}

/** Counts the places at which the drawing goes from one side to the other. */
function changesOfSide(left: readonly Piece[], right: readonly Piece[]): number {
  const isRightAt = new Map<number, boolean>();
  for (const [side, isRight] of [[left, false] as const, [right, true] as const]) {
    for (const piece of side) {
      const at = drawnAt(piece);
      if (at !== undefined) {
        isRightAt.set(at, isRight);
      }
    }
  }
  const sides = [...isRightAt].toSorted(([a], [b]) => a - b).map(([, isRight]) => isRight);
  return sides.filter((isRight, index) => index > 0 && isRight !== sides[index - 1]).length;
}

/** The size of a heading, as a multiple of that of most lines of its side. */
const HEADING_SIZE = 1.07;

/** Returns whether a row has larger type than usual on one side alone. */
function hasHeadingBeside(left: readonly Piece[], right: readonly Piece[]): boolean {
  const leftHeads = headRowsOf(left);
  const rightHeads = headRowsOf(right);
  return leftHeads.some((y) => isBeside(y, rightHeads)) || rightHeads.some((y) => isBeside(y, leftHeads));
}

/** The distance within which headings are of one row, in points. */
const SAME_HEADING_PT = 4;

const isBeside = (y: number, others: readonly number[]): boolean =>
  others.every((other) => Math.abs(other - y) > SAME_HEADING_PT);

function usualSizeOf(pieces: readonly Piece[]): number {
  const sizes = new Tally<number>();
  for (const { part } of pieces) {
    if (part.kind === "line") {
      sizes.add(part.line.sizePt, part.line.words.length);
    }
  }
  return sizes.most() ?? 0;
}

function headRowsOf(pieces: readonly Piece[]): number[] {
  const usual = usualSizeOf(pieces);
  return pieces.flatMap((piece) =>
    piece.part.kind === "line" && piece.part.line.sizePt > HEADING_SIZE * usual ? [rowOf(piece)] : [],
  );
}

/**
 * The length of a long line as a share of the longest, the share of long lines in running text, and the usual number of
 * words in its lines.
 */
const NEARLY_LONG = 0.7;
const LONG_SHARE = 0.45;
const WORDS_IN_LINE = 3;

function isRunning(pieces: readonly Piece[]): boolean {
  const lines = linesOf(pieces);
  const widths = lines.map(({ xMin, xMax }) => xMax - xMin).toSorted((a, b) => a - b);
  const longest = widths[Math.floor(widths.length * 0.9)] ?? 0;
  const long = widths.filter((width) => width > NEARLY_LONG * longest).length;
  const words = median(
    lines.map((line) => line.words),
    0,
  );
  return long >= LONG_SHARE * widths.length && words >= WORDS_IN_LINE;
}

/** The widest space of lines that are justified in narrow columns, in ems; gutters are wider. */
const JUSTIFIED_GAP_EM = 1.5;

/** Joins segments on one baseline to lines, where only a wide space parts them. */
function linesOf(pieces: readonly Piece[]): { xMin: number; xMax: number; words: number }[] {
  const lines: { xMin: number; xMax: number; words: number; row: number }[] = [];
  const sorted = pieces
    .map(({ part, xMin, xMax, yMax }) => ({
      row: Math.round(part.kind === "line" ? part.line.baselineY : yMax),
      gap: JUSTIFIED_GAP_EM * (part.kind === "line" ? part.line.sizePt : 0),
      words: part.kind === "line" ? wordsFor(part.line) : WORDS_IN_LINE,
      xMin,
      xMax,
    }))
    .toSorted((a, b) => a.row - b.row || a.xMin - b.xMin);
  for (const { row, gap, words, xMin, xMax } of sorted) {
    const last = lines.at(-1);
    if (last !== undefined && last.row === row && xMin - last.xMax < gap) {
      last.xMax = Math.max(last.xMax, xMax);
      last.words += words;
    } else {
      lines.push({ row, words, xMin, xMax });
    }
  }
  return lines;
}

/** Counts the words of a line; Chinese and Japanese have no spaces, and two of their letters count as a word. */
const wordsFor = ({ words }: Line): number =>
  words.reduce((sum, { text }) => sum + (text.charCodeAt(0) >= 0x2e80 ? text.length / 2 : 1), 0);

/**
 * The greatest difference between the widths of columns of one page, as a share of the wider; a label and its value
 * differ more.
 */
const SAME_WIDTH = 0.12;

function areAlike(left: readonly Piece[], right: readonly Piece[]): boolean {
  const a = widthOf(boxAround(left));
  const b = widthOf(boxAround(right));
  return Math.abs(a - b) < SAME_WIDTH * Math.max(a, b);
}
