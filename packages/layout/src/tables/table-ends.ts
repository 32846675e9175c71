import { isCaption } from "../captions/captions.ts";
import type { Box } from "../content.ts";
import { isFigure, textOf } from "./cell-values.ts";
import type { ItemStarts } from "./item-starts.ts";
import type { RowEdge } from "./rows/row-edges.ts";
import { type VisualRow, visualRows, wordsOfRow } from "./rows/visual-rows.ts";
import { isStretched, type PageType } from "./segments.ts";
import type { Stroke } from "./strokes.ts";
import type { WordIndex } from "./word-index.ts";

/** The least share of its column that a line of prose fills, its least words, and its greatest indent in ems. */
const PROSE_SHARE = 0.6;
const PROSE_WORDS = 8;
const PROSE_INDENT_EM = 2.5;

/**
 * The greatest distance of rows outside the first or last edge of their table from it, and the greatest height of a
 * head, in ems.
 */
const NEAR_EDGE_EM = 2.2;
const HIGHEST_HEAD_EM = 6;

/** The greatest distance between lines of a head, in ems, and that of cells centred next to each other. */
const HEAD_LEADING_EM = 1.6;
const BESIDE_EM = 0.75;

/**
 * The greatest distance, in ems, of the first line below the last background of a striped table, if it is part of the
 * table.
 */
const FIRST_LINE_EM = 2;

/** The words and strokes around the edges of a table. */
export interface Surroundings extends PageType {
  readonly starts: ItemStarts;
  readonly index: WordIndex;
  /** All horizontal strokes that are in no lattice, from the top. */
  readonly strokes: readonly Stroke[];
}

/**
 * Returns whether a row is a line of prose from the left edge on: a wide cell of a later column begins further right.
 */
export function isProse(row: VisualRow, { xMin, xMax }: RowEdge): boolean {
  const words = wordsOfRow(row);
  const { segments, sizePt } = row;
  const start = segments[0]?.xMin ?? 0;
  return (
    (segments.length === 1 || isStretched(words)) &&
    words.length >= PROSE_WORDS &&
    start <= xMin + PROSE_INDENT_EM * sizePt &&
    (segments.at(-1)?.xMax ?? 0) - start >= PROSE_SHARE * (xMax - xMin)
  );
}

/**
 * The least number of lines between two rules, and of long ones on either side of the white between two columns, that
 * show columns of prose; the least words of a long line, and the least share of long lines among all, and of those that
 * begin with a small letter among the long ones.
 */
const LINES_OF_COLUMNS = 12;
const LONG_LINES = 4;
const LONG_LINE_WORDS = 6;
const LONG_SHARE = 0.5;
const RUNNING_SHARE = 0.25;

/**
 * Returns whether rows are the lines of columns of prose side by side, such as those between the rules under the head and
 * above the foot of a page: no two cells of a table are so long.
 */
export function areColumnsOfProse(rows: readonly VisualRow[]): boolean {
  const lines = rows.flatMap(({ segments }) => segments);
  const long = lines.filter(({ words }) => words.length >= LONG_LINE_WORDS);
  const running = long.filter(({ words }) => /^\p{Ll}/u.test(textOf(words))).length;
  const endOfLeft = long.map(({ xMax }) => xMax).toSorted((a, b) => a - b)[LONG_LINES - 1];
  const startOfRight = long.map(({ xMin }) => xMin).toSorted((a, b) => b - a)[LONG_LINES - 1];
  return (
    rows.length >= LINES_OF_COLUMNS &&
    long.length >= LONG_SHARE * lines.length &&
    running >= RUNNING_SHARE * long.length &&
    endOfLeft !== undefined &&
    startOfRight !== undefined &&
    endOfLeft < startOfRight
  );
}

/** Returns whether a row is a line of prose that goes over the places where cells meet. */
export const isAcross = ({ segments, sizePt }: VisualRow, joints: readonly number[]): boolean =>
  segments.some(
    ({ words, xMin, xMax }) =>
      words.length >= PROSE_WORDS && joints.some((joint) => xMin < joint - sizePt && xMax > joint + sizePt),
  );

/**
 * Returns where a head without a rule above it begins, which is formed by the rows above the first edge that are lines
 * of the same cells; undefined where there is none.
 */
export function headAbove(
  first: RowEdge,
  sides: Pick<Box, "xMin" | "xMax">,
  { index, sizePt, columnGapEm, strokes }: Surroundings,
): number | undefined {
  const words = index.within({ ...sides, yMin: first.y - HIGHEST_HEAD_EM * sizePt, yMax: first.y });
  let yMin: number | undefined;
  let isTabular = false;
  let below: VisualRow | undefined;
  for (const row of visualRows(words, columnGapEm).toReversed()) {
    const gap = ((below?.baselineY ?? first.y) - row.baselineY) / row.sizePt;
    const isOfHead = row.segments.length > 1 || (below !== undefined && isOverOne(row, below));
    const isRuled =
      below !== undefined && strokes.some((stroke) => isBetween(stroke, { row, below: below ?? row, edge: first }));
    const limit = isRuled || below === undefined ? NEAR_EDGE_EM : isOfHead ? HEAD_LEADING_EM : BESIDE_EM;
    if (isProse(row, first) || gap > limit || isCaption(textOf(wordsOfRow(row)))) {
      break;
    }
    if (hasAmount(row)) {
      return undefined;
    }
    yMin = row.yMin;
    isTabular ||= row.segments.length > 1 || (below !== undefined && isBesideOther(row, below));
    below = row;
  }
  return isTabular ? yMin : undefined;
}

/** Returns whether a row ends with a figure that is no year: it is no head, and the rule below it is that of a total. */
function hasAmount({ segments }: VisualRow): boolean {
  const words = segments.length > 1 ? (segments.at(-1)?.words ?? []) : [];
  return isFigure(words) && !YEAR.test(textOf(words));
}

const YEAR = /^(?:19|20)\d\d$/;

/** Returns whether a rule under some of the columns stands between two rows of a head. */
const isBetween = (
  { at, from, to }: Stroke,
  { row, below, edge }: { readonly row: VisualRow; readonly below: VisualRow; readonly edge: RowEdge },
): boolean => at > row.baselineY && at < below.baselineY && from >= edge.xMin - 1 && to <= edge.xMax + 1;

/** Returns whether two rows are single texts of one row that is set in the middle of its cells. */
const isBesideOther = (row: VisualRow, below: VisualRow): boolean =>
  below.baselineY - row.baselineY < BESIDE_EM * row.sizePt &&
  row.segments.every(({ xMin, xMax }) => below.segments.every((other) => other.xMin > xMax || other.xMax < xMin));

/** Returns whether a row is a single text above one of several texts, and above no other. */
function isOverOne({ segments }: VisualRow, below: VisualRow): boolean {
  const [only] = segments;
  const met = below.segments.filter(({ xMin, xMax }) => only !== undefined && xMin < only.xMax && xMax > only.xMin);
  return below.segments.length > 1 && met.length === 1;
}

/**
 * Returns where a last row without a background ends, when those before it are striped; undefined where there is none.
 */
export function rowBelow(
  edges: readonly RowEdge[],
  sides: Pick<Box, "xMin" | "xMax">,
  { index, sizePt, columnGapEm }: Surroundings,
): number | undefined {
  const last = edges.at(-1);
  // The two edges of one background are those of a head.
  if (last?.isField !== true || edges.length === 2) {
    return undefined;
  }
  const height = Math.max(NEAR_EDGE_EM * sizePt, highestBand(edges) + sizePt);
  const words = index.within({ ...sides, yMin: last.y, yMax: last.y + height });
  let yMax: number | undefined;
  let isTabular = false;
  let above: VisualRow | undefined;
  for (const row of visualRows(words, columnGapEm)) {
    const gap = (row.baselineY - (above?.baselineY ?? last.y)) / row.sizePt;
    const isText = last.joints.length > 0 ? isAcross(row, last.joints) : isProse(row, last);
    if (isText || gap > (above === undefined ? FIRST_LINE_EM : HEAD_LEADING_EM)) {
      break;
    }
    yMax = row.yMax;
    isTabular ||= row.segments.length > 1;
    above = row;
  }
  return isTabular ? yMax : undefined;
}

/** Returns the height of the highest row, as far as the edges show it. */
function highestBand(edges: readonly RowEdge[]): number {
  let highest = 0;
  for (const [index, edge] of edges.entries()) {
    highest = Math.max(highest, edge.y - (edges[index - 1]?.y ?? edge.y));
  }
  return highest;
}
