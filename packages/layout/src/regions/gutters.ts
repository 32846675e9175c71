import { boxAround, widthOf } from "../geometry/boxes.ts";
import { median, Tally } from "../geometry/statistics.ts";
import type { Line } from "../words.ts";
import type { Piece } from "./piece.ts";

/** An upright gap between columns. */
export interface Gutter {
  /** A place within the gap, in points from the left. */
  readonly x: number;
  /** The top of the first line on either side, in points; `yMax` is the foot of the last. */
  readonly yMin: number;
  readonly yMax: number;
}

/** The smallest number of lines in a column; fewer on a side are there by chance. */
const LEAST_LINES = 3;
/** The smallest number of items with bullets in a column of items beside another. */
const LEAST_ITEMS = 2;
/** The narrowest gutter, in ems of body text. TeX sets 1, word processors 1.2 and more. */
const LEAST_WIDTH_EM = 0.7;
/** The narrowest column, in ems; narrower ones are labels, bullets or numbers of lines. */
const LEAST_COLUMN_EM = 7;
/** The distance below which edges are of one column, in points. */
const SAME_EDGE_PT = 1.5;
/** The greatest number of left edges that are tried, those with most lines first. */
const MOST_EDGES = 24;

/** Returns the gutter that runs longest between text that reads as columns; undefined where there is none. */
export function bestGutter(pieces: readonly Piece[]): Gutter | undefined {
  if (pieces.length < 2 * LEAST_ITEMS) {
    return undefined;
  }
  const sizePt = sizeOf(pieces);
  const sorted = pieces.toSorted((a, b) => a.yMin - b.yMin);
  let best: Candidate | undefined;
  for (const x of edgesOf(sorted, sizePt)) {
    for (const candidate of candidatesAt(x, sorted, sizePt)) {
      if (best === undefined || candidate.score > best.score * BETTER) {
        best = candidate;
      }
    }
  }
  return best;
}

/**
 * The factor by which a gutter has to be better than one further left: gutters of one length part columns of one page,
 * and the first is taken.
 */
const BETTER = 1.02;

interface Candidate extends Gutter {
  readonly score: number;
}

function sizeOf(pieces: readonly Piece[]): number {
  const sizes = new Tally<number>();
  for (const { part } of pieces) {
    if (part.kind === "line") {
      sizes.add(part.line.sizePt, part.line.words.length);
    }
  }
  return sizes.most() ?? 10;
}

/**
 * Finds the places where several lines begin, or end where text runs to the left. They are the right sides of gutters,
 * from the left.
 */
function edgesOf(pieces: readonly Piece[], sizePt: number): number[] {
  const starts = new Tally<number>();
  const firsts = new Map<number, number>();
  const note = (x: number): void => {
    const step = Math.round(x / SAME_EDGE_PT);
    starts.add(step);
    firsts.set(step, Math.min(x, firsts.get(step) ?? x));
  };
  for (const { xMin, xMax, part } of pieces) {
    if (part.kind === "line") {
      note(xMin);
      note(xMax + LEAST_WIDTH_EM * sizePt);
    }
  }
  // Lines that begin a little before the others, as on scans, may lie in the step before theirs.
  return [...starts.counts]
    .filter(([, count]) => count >= LEAST_LINES - 1)
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, MOST_EDGES)
    .map(([step]) => Math.min((step - 0.5) * SAME_EDGE_PT, firsts.get(step - 1) ?? Number.POSITIVE_INFINITY))
    .toSorted((a, b) => a - b);
}

/** Yields the runs of lines that a gutter ending at `x` parts, from the top. */
function* candidatesAt(x: number, sorted: readonly Piece[], sizePt: number): Iterable<Candidate> {
  const from = x - LEAST_WIDTH_EM * sizePt + SAME_EDGE_PT;
  let left: Piece[] = [];
  let right: Piece[] = [];
  let blockedTo = Number.NEGATIVE_INFINITY;
  const close = function* (): Iterable<Candidate> {
    const candidate = rated({ x: (x + from) / 2, left, right, sizePt });
    if (candidate !== undefined) {
      yield candidate;
    }
    left = [];
    right = [];
  };
  for (const piece of sorted) {
    if (piece.xMax <= from || piece.xMin >= x) {
      // A piece that starts within the height of a spanning piece belongs next to it.
      if (piece.yMin >= blockedTo - SLACK_EM * sizePt) {
        (piece.xMax <= from ? left : right).push(piece);
      }
    } else {
      yield* close();
      blockedTo = Math.max(blockedTo, piece.yMax);
    }
  }
  yield* close();
}

/** The height by which boxes of lines reach into each other, in ems. */
const SLACK_EM = 0.5;

interface Sides {
  readonly x: number;
  readonly left: readonly Piece[];
  readonly right: readonly Piece[];
  readonly sizePt: number;
}

function rated(sides: Sides): Candidate | undefined {
  const { left, right, sizePt, x } = sides;
  const areLists = areItems(left) && areItems(right);
  const least = areLists ? LEAST_ITEMS : LEAST_LINES;
  if (left.length < least || right.length < least) {
    return undefined;
  }
  const yMin = Math.max(topOf(left), topOf(right));
  const yMax = Math.min(footOf(left), footOf(right));
  const sharedHeight = yMax - yMin;
  if (sharedHeight < least * sizePt) {
    return undefined;
  }
  const isColumn = (pieces: readonly Piece[]): boolean => widthOf(boxAround(pieces)) >= LEAST_COLUMN_EM * sizePt;
  if (!areLists && (!isColumn(left) || !isColumn(right) || isReadByRows(sides))) {
    return undefined;
  }
  const extent = { yMin: Math.min(topOf(left), topOf(right)), yMax: Math.max(footOf(left), footOf(right)) };
  return { x, ...extent, score: sharedHeight + EXTENT_SHARE * (extent.yMax - extent.yMin) };
}

/** Returns whether pieces are a list: the topmost begins with a bullet, and another one does. */
function areItems(pieces: readonly Piece[]): boolean {
  const [first] = pieces;
  return first?.isItem === true && pieces.filter(({ isItem }) => isItem === true).length >= LEAST_ITEMS;
}

/** The weight of text on one side alone, against 1 for text on both sides. */
const EXTENT_SHARE = 0.2;

const topOf = (pieces: readonly Piece[]): number => pieces.reduce((top, { yMin }) => Math.min(top, yMin), Infinity);
const footOf = (pieces: readonly Piece[]): number => pieces.reduce((foot, { yMax }) => Math.max(foot, yMax), 0);

const rowOf = ({ part, yMax }: Piece): number => (part.kind === "line" ? part.line.baselineY : yMax);

/** The distance below which baselines are of one row, in ems. */
const SAME_ROW_EM = 0.15;
/** The share of aligned lines that is enough for text on both sides to be rows. */
const ALIGNED_SHARE = 0.8;
/**
 * Returns whether the text on both sides of a gutter is read across it: nearly every line of the shorter side has a
 * line of the other on its baseline, and one of the sides has short lines, as labels, dates and amounts are.
 */
function isReadByRows({ left, right, sizePt }: Sides): boolean {
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
  const isLeft = isRunning(left);
  const isRight = isRunning(right);
  return areAlike(left, right) ? !isLeft && !isRight : !isLeft || !isRight;
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
