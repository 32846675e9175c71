import { boxAround, widthOf } from "../geometry/boxes.ts";
import { Tally } from "../geometry/statistics.ts";
import { startsOfFlushEnds } from "./flush-ends.ts";
import type { Piece } from "./piece.ts";
import { isReadByRows, type Sides } from "./read-by-rows.ts";

/** An upright gap between columns. */
export interface Gutter {
  /** A place within the gap, in points from the left. */
  readonly x: number;
  /** The top of the first line on either side, in points; `yMax` is the foot of the last. */
  readonly yMin: number;
  readonly yMax: number;
  /** The size of most of the text that it was found in, in points. */
  readonly sizePt: number;
}

/** The smallest number of lines in a column; fewer on a side are there by chance. */
const LEAST_LINES = 3;
/** The smallest number of items with bullets in a column of items beside another. */
const LEAST_ITEMS = 2;
/** The narrowest gutter, in ems of body text. TeX sets 1, word processors 1.2 and more. */
const LEAST_WIDTH_EM = 0.7;
/**
 * The narrowest column, in ems of its own text, or of the other where that is smaller; narrower ones are labels, bullets
 * or numbers of lines.
 */
const LEAST_COLUMN_EM = 7;
/** The least share of the lines of a column that the edge of the page cuts. */
const CUT_SHARE = 0.4;
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
    .concat(freeStrips(pieces, sizePt), startsOfFlushEnds(pieces, sizePt))
    .toSorted((a, b) => a - b);
}

/** Returns the right sides of the upright strips that no text touches, from the left. */
function freeStrips(pieces: readonly Piece[], sizePt: number): number[] {
  const strips: number[] = [];
  let end = Number.POSITIVE_INFINITY;
  for (const { xMin, xMax } of pieces.toSorted((a, b) => a.xMin - b.xMin)) {
    if (xMin - end > LEAST_WIDTH_EM * sizePt) {
      strips.push(xMin);
    }
    end = end === Number.POSITIVE_INFINITY ? xMax : Math.max(end, xMax);
  }
  return strips.slice(0, MOST_EDGES);
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
      // What stands left or right of the gutter on the row of a spanning piece is of its line, as numbers of entries are.
      left = left.filter((own) => !isOfRow(own, piece));
      right = right.filter((own) => !isOfRow(own, piece));
      yield* close();
      blockedTo = Math.max(blockedTo, piece.yMax);
    }
  }
  yield* close();
}

const isOfRow = ({ part }: Piece, { part: other }: Piece): boolean =>
  part.kind === "line" &&
  other.kind === "line" &&
  Math.abs(part.line.baselineY - other.line.baselineY) <= SAME_ROW_EM * other.line.sizePt;

/** The distance below which baselines are of one row, in ems. */
const SAME_ROW_EM = 0.15;

/** The height by which boxes of lines reach into each other, in ems. */
const SLACK_EM = 0.5;

function rated(sides: Sides): Candidate | undefined {
  const { left, right, sizePt, x } = sides;
  const areLists = areItems(left) && areItems(right);
  const least = areLists ? LEAST_ITEMS : LEAST_LINES;
  if (!hasRows(left, least) || !hasRows(right, least)) {
    return undefined;
  }
  const yMin = Math.max(topOf(left), topOf(right));
  const yMax = Math.min(footOf(left), footOf(right));
  const sharedHeight = yMax - yMin;
  if (sharedHeight < least * sizePt) {
    return undefined;
  }
  const isColumn = (pieces: readonly Piece[]): boolean => {
    // How wide a column is that the page cuts, nobody sees.
    if (pieces.filter(({ isCut }) => isCut === true).length >= Math.max(LEAST_LINES, CUT_SHARE * pieces.length)) {
      return true;
    }
    const text = pieces.filter((piece) => !isLeader(piece));
    return (
      text.length > 0 &&
      widthOf(boxAround(text)) >= LEAST_COLUMN_EM * Math.min(sizePt, areWords(pieces) ? sizeOf(pieces) : sizePt)
    );
  };
  if (!areLists && (!isColumn(left) || !isColumn(right) || isReadByRows(sides))) {
    return undefined;
  }
  if (isScattered(left, sizePt) !== isScattered(right, sizePt)) {
    return undefined;
  }
  const extent = { yMin: Math.min(topOf(left), topOf(right)), yMax: Math.max(footOf(left), footOf(right)) };
  return { x, ...extent, sizePt, score: sharedHeight + EXTENT_SHARE * (extent.yMax - extent.yMin) };
}

/**
 * The greatest number of rows that may be scattered texts, the distance above which rows are not of one text, and that
 * of scattered ones on average, in ems.
 */
const SCATTERED_ROWS = 4;
const NEXT_LINE_EM = 2.2;
const SCATTERED_EM = 4;

/** Returns whether pieces are a few texts far above each other, of which none has a second line. */
function isScattered(pieces: readonly Piece[], sizePt: number): boolean {
  if (hasRows(pieces, SCATTERED_ROWS + 1)) {
    return false;
  }
  const height = footOf(pieces) - topOf(pieces);
  return (
    !hasRows(pieces, height / (SCATTERED_EM * sizePt)) &&
    pieces.every((piece, index) => {
      const before = pieces[index - 1];
      return (
        piece.part.kind === "line" &&
        (before === undefined || isOfRow(before, piece) || piece.yMax - before.yMax > NEXT_LINE_EM * sizePt)
      );
    })
  );
}

/** Returns whether pieces that come from the top have a number of rows or more: a number and its title are two pieces on one. */
function hasRows(pieces: readonly Piece[], least: number): boolean {
  let rows = 0;
  let before: Piece | undefined;
  for (const piece of pieces) {
    if (rows >= least) {
      break;
    }
    rows += before !== undefined && isOfRow(before, piece) ? 0 : 1;
    before = piece;
  }
  return rows >= least;
}

/** Returns whether a piece is the dots that lead to the page number of a contents entry. */
const isLeader = ({ part }: Piece): boolean =>
  part.kind === "line" && part.line.words.every(({ text }) => LEADER.test(text));

const LEADER = /^[.·…]+$/u;

/** Returns whether most pieces hold a word, as those of formulas do not. */
const areWords = (pieces: readonly Piece[]): boolean =>
  2 * pieces.filter(({ part }) => part.kind === "line" && part.line.words.some(({ text }) => WORD.test(text))).length >
  pieces.length;

const WORD = /\p{L}{3}/u;

/** Returns whether pieces are a list: the topmost begins with a bullet, and another one does. */
function areItems(pieces: readonly Piece[]): boolean {
  const [first] = pieces;
  return first?.isItem === true && pieces.filter(({ isItem }) => isItem === true).length >= LEAST_ITEMS;
}

/** The weight of text on one side alone, against 1 for text on both sides. */
const EXTENT_SHARE = 0.2;

const topOf = (pieces: readonly Piece[]): number => pieces.reduce((top, { yMin }) => Math.min(top, yMin), Infinity);
const footOf = (pieces: readonly Piece[]): number => pieces.reduce((foot, { yMax }) => Math.max(foot, yMax), 0);
