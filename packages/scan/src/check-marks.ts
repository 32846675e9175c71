import type { PixelBox } from "./grey-image.ts";
import type { Ink } from "./ink.ts";

/**
 * What is in a square: nothing; a mark that touches its sides; a cross, tick or blot that does not; or something else,
 * such as a letter.
 */
export type Mark = "none" | "touching" | "apart" | "character";

/** The share of the inside that specks may have. */
const SPECKS = 0.03;
/** The least width and height of a mark, as shares of the inside. */
const LEAST_SIZE = 0.4;
/** The share of a line through the middle from which on it divides the square, and of the inside that such lines have. */
const BAR = 0.95;
const MOST_BARS = 0.5;

/** Returns what is in a square whose sides have a thickness in pixels. */
export function markIn(ink: Ink, { xMin, yMin, xMax, yMax }: PixelBox, thickness: number): Mark {
  const by = Math.ceil(thickness) + 1;
  const inside: PixelBox = { xMin: xMin + by, yMin: yMin + by, xMax: xMax - by, yMax: yMax - by };
  const share = ink.shareOf(inside);
  if (share <= SPECKS) {
    return "none";
  }
  const mark = boundsOf(ink, inside);
  const width = (mark.xMax - mark.xMin) / (inside.xMax - inside.xMin);
  const height = (mark.yMax - mark.yMin) / (inside.yMax - inside.yMin);
  if (Math.min(width, height) < LEAST_SIZE || (share < MOST_BARS && isDivided(ink, inside))) {
    return "character";
  }
  const touched = [
    mark.xMin === inside.xMin,
    mark.xMax === inside.xMax,
    mark.yMin === inside.yMin,
    mark.yMax === inside.yMax,
  ].filter(Boolean).length;
  if (touched >= 3) {
    return "touching";
  }
  const cells = cellsOf(ink, mark);
  return isCross(cells) || isTick(cells) || isBlot(cells) ? (touched > 0 ? "touching" : "apart") : "character";
}

/** Returns the box around the ink in a box that has some. */
function boundsOf(ink: Ink, { xMin, yMin, xMax, yMax }: PixelBox): PixelBox {
  const bounds = { xMin: xMax, yMin: yMax, xMax: xMin, yMax: yMin };
  for (let y = yMin; y < yMax; y++) {
    for (let x = xMin; x < xMax; x++) {
      if (ink.at(x, y)) {
        bounds.xMin = Math.min(bounds.xMin, x);
        bounds.yMin = Math.min(bounds.yMin, y);
        bounds.xMax = Math.max(bounds.xMax, x + 1);
        bounds.yMax = Math.max(bounds.yMax, y + 1);
      }
    }
  }
  return bounds;
}

/** Returns whether a straight line divides a square, as in B, 8 and in the cells of a table. */
function isDivided(ink: Ink, { xMin, yMin, xMax, yMax }: PixelBox): boolean {
  const [width, height] = [xMax - xMin, yMax - yMin];
  for (let x = xMin + Math.floor(width / 5); x < xMax - width / 5; x++) {
    if (ink.isColumn(x, { yMin, yMax, share: BAR })) {
      return true;
    }
  }
  for (let y = yMin + Math.floor(height / 5); y < yMax - height / 5; y++) {
    if (ink.isRow(y, { xMin, xMax, share: BAR })) {
      return true;
    }
  }
  return false;
}

const CELLS = 5;
/** The share of ink from which on a stroke goes through a cell, and below which a cell is empty. */
const STROKE = 0.2;
const EMPTY = 0.12;

/** The shares of ink in the cells of a mark, of five rows of five. */
type Cells = readonly (readonly number[])[];

function cellsOf(ink: Ink, { xMin, yMin, xMax, yMax }: PixelBox): Cells {
  const [columns, rows] = [edgesOf(xMin, xMax), edgesOf(yMin, yMax)];
  return rows
    .slice(1)
    .map((bottom, row) =>
      columns
        .slice(1)
        .map((right, column) => ink.shareOf({ xMin: columns[column]!, yMin: rows[row]!, xMax: right, yMax: bottom })),
    );
}

const edgesOf = (from: number, to: number): readonly number[] =>
  Array.from({ length: CELLS + 1 }, (_, at) => Math.round(from + (at * (to - from)) / CELLS));

const areAll = (cells: Cells, places: readonly (readonly [row: number, column: number])[], test: Test): boolean =>
  places.every(([row, column]) => test(cells[row]?.[column] ?? 0));

type Test = (share: number) => boolean;
const isStroke: Test = (share) => share >= STROKE;
const isEmpty: Test = (share) => share <= EMPTY;

const CORNERS = [
  [0, 0],
  [0, 4],
  [4, 0],
  [4, 4],
] as const;
const MIDDLES = [
  [0, 2],
  [2, 0],
  [2, 4],
  [4, 2],
] as const;

const isCross = (cells: Cells): boolean =>
  areAll(cells, CORNERS, isStroke) && areAll(cells, [[2, 2]], isStroke) && areAll(cells, MIDDLES, isEmpty);

/** A tick has its highest end on the right and its lowest place left of it; there is nothing above and below its arms. */
const isTick = (cells: Cells): boolean =>
  areAll(cells, [[0, 4]], isStroke) &&
  areAll(
    cells,
    [
      [0, 0],
      [0, 1],
      [4, 4],
      [3, 4],
      [4, 3],
    ],
    isEmpty,
  ) &&
  [0, 1, 2].some((column) => isStroke(cells[4]?.[column] ?? 0));

const isBlot = (cells: Cells): boolean => cells.flat().reduce((sum, share) => sum + share, 0) > 0.75 * CELLS * CELLS;
