import { histogramOf, otsu } from "./background.ts";
import { markIn } from "./check-marks.ts";
import type { GreyImage, PixelBox } from "./grey-image.ts";
import { Ink } from "./ink.ts";

/** A box to be ticked, in pixels of the picture. */
export interface CheckBox {
  readonly box: PixelBox;
  readonly isChecked: boolean;
}

/** The sides of check boxes, in inches: from those beside the smallest print to those of headings. */
const LEAST_SIDE = 0.05;
const MOST_SIDE = 0.35;
/** The fewest pixels of a side by which a square can be told from a letter. */
const LEAST_SIDE_PX = 16;
/** The share of a side that must be ink, and the greatest thickness of a side, as a share of its length. */
const SIDE_INK = 0.94;
const MOST_THICKNESS = 0.22;
/** The side, in pixels, below which a curve is nearly a line: sides then have to be ink along one row or column. */
const SMALL_PX = 30;
const STRAIGHT = 0.9;
/** By how much the share of ink beyond the middle of a side of a letter exceeds that beyond its ends. */
const BULGE = 0.3;
/** How far around a box there must be paper, and how near to it ink of its soft edges may be, as shares of its side. */
const CLEARANCE = 0.25;
const CLEARANCE_OF_SMALL = 0.33;
const SOFT_EDGE = 0.07;
/** The share of the clearance that may be ink around a box as printed, and around one whose mark goes beyond it. */
const SPECKS = 0.03;
const OVERSHOOT = 0.08;
/** The number of squares beyond which a page is no form but has a texture of them. */
const MOST_SQUARES = 500;
/** The number of runs of ink that may be sides beyond which a page is a texture, too: pages of text have some thousands. */
const MOST_TRIED = 100_000;
/** The greatest ratio of the sides of boxes of one kind. */
const SAME_SIZE = 1.15;
/** Boxes that stand side by side at less than this distance, from left to left, in sides, are for a letter each. */
const COMB_PITCH = 1.7;
const COMB_LENGTH = 3;

/**
 * Finds the check boxes of a page: squares of thin straight lines with square corners and paper around them, which are empty
 * or have a cross, a tick or a filling. `dpi` is the resolution of the picture, whose lines should be level within about a
 * degree. A square with a letter or a digit is no check box, nor is one of a row of three or more that nearly touch. Filled
 * ones, and small ones with a mark, count only where there are empty ones of their size: otherwise they may be bullets, or
 * letters. Whether words stand beside them is for the caller to see: drawings have squares, too.
 */
export function checkBoxesOf(image: GreyImage, dpi: number): readonly CheckBox[] {
  const squares = squaresOf(new Ink(image, otsu(histogramOf(image))), dpi);
  return squares.length > MOST_SQUARES
    ? []
    : squares
        .filter((square) => !isDoubtful(square, squares) && !isInComb(square, squares))
        .map(({ box, content }) => ({ box, isChecked: content !== "empty" }));
}

interface Square {
  readonly box: PixelBox;
  readonly content: "empty" | "mark" | "solid";
}

const sideOf = ({ xMin, xMax }: PixelBox): number => xMax - xMin;

function areOfOneSize(one: Square, other: Square): boolean {
  const ratio = sideOf(one.box) / sideOf(other.box);
  return ratio < SAME_SIZE && ratio > 1 / SAME_SIZE;
}

/**
 * Returns whether a square may be a bullet, as a filled one, or a letter, as a small one with a mark: there is no empty
 * check box of its size on the page.
 */
function isDoubtful(square: Square, squares: readonly Square[]): boolean {
  const mayBeElse = square.content === "solid" || (square.content === "mark" && sideOf(square.box) < SMALL_PX);
  return mayBeElse && !squares.some((other) => other.content === "empty" && areOfOneSize(square, other));
}

/** Returns whether a square is one of a row that is filled with a letter each. */
function isInComb(square: Square, squares: readonly Square[]): boolean {
  const side = sideOf(square.box);
  const row = squares
    .filter((other) => areOfOneSize(square, other) && Math.abs(other.box.yMin - square.box.yMin) < side / 2)
    .map(({ box }) => box.xMin)
    .toSorted((a, b) => a - b);
  let run = 1;
  let [hasSquare, isComb] = [row[0] === square.box.xMin, false];
  for (const [at, x] of row.entries()) {
    const isNext = at > 0 && x - row[at - 1]! < COMB_PITCH * side;
    run = isNext ? run + 1 : 1;
    hasSquare = (isNext && hasSquare) || x === square.box.xMin;
    isComb ||= hasSquare && run >= COMB_LENGTH;
  }
  return isComb;
}

/** Returns the squares of a page by their upper sides, from the top left, row by row. */
function squaresOf(ink: Ink, dpi: number): readonly Square[] {
  const least = Math.max(LEAST_SIDE_PX, Math.round(LEAST_SIDE * dpi));
  const most = Math.round(MOST_SIDE * dpi);
  const squares: Square[] = [];
  let tried = 0;
  for (let y = 1; y < ink.heightPx - least && squares.length <= MOST_SQUARES; y++) {
    for (const { from, to } of ink.runsOfRow(y, least, most)) {
      // Of the rows of a side, the uppermost counts.
      if (!ink.isRow(y - 1, { xMin: from, xMax: to, share: SIDE_INK })) {
        if (++tried > MOST_TRIED) {
          return [];
        }
        const square = squareBelow(ink, { from, to, y });
        if (square !== undefined && !squares.some((other) => overlap(other.box, square.box))) {
          squares.push(square);
        }
      }
    }
  }
  return squares;
}

const overlap = (a: PixelBox, b: PixelBox): boolean =>
  a.xMin < b.xMax && b.xMin < a.xMax && a.yMin < b.yMax && b.yMin < a.yMax;

/** Returns the square whose upper side is a run of ink, if there is one and it may be a check box. */
function squareBelow(ink: Ink, top: { readonly from: number; readonly to: number; readonly y: number }) {
  const box = frameBelow(ink, top);
  if (box === undefined) {
    return undefined;
  }
  const side = sideOf(box);
  const thickness = thicknessOf(ink, box);
  const isSolid = ink.shareOf(inset(box, Math.ceil(0.1 * side))) > 0.9;
  if (!isSolid && thickness > Math.max(2, MOST_THICKNESS * side)) {
    return undefined;
  }
  const around = clearanceOf(ink, box);
  if (isSolid) {
    return around.share <= SPECKS ? ({ box, content: "solid" } as const) : undefined;
  }
  const mark = markIn(ink, box, thickness);
  const allowed = mark === "touching" ? OVERSHOOT : SPECKS;
  if (mark === "character" || around.share > allowed || around.densest > 2.5 * allowed) {
    return undefined;
  }
  return { box, content: mark === "none" ? "empty" : "mark" } as const;
}

/** Returns the outermost frame of four straight sides and square corners below a run of ink. */
function frameBelow(ink: Ink, { from, to, y }: { readonly from: number; readonly to: number; readonly y: number }) {
  const length = to - from;
  const reach = Math.ceil(0.2 * length);
  const down = y + Math.floor(0.8 * length);
  const isSide = (x: number): boolean => ink.isColumn(x, { yMin: y + 1, yMax: down, share: SIDE_INK });
  const left = firstOf(from - 1, from + reach, isSide);
  const right = firstOf(to, to - reach, isSide);
  if (left === undefined || right === undefined || right - left < LEAST_SIDE_PX) {
    return undefined;
  }
  const slack = Math.max(2, Math.round(0.12 * (right - left)));
  const lowest = y + right - left;
  const bottom = firstOf(lowest + slack, lowest - slack, (row) =>
    ink.isRow(row, { xMin: left + 1, xMax: right, share: SIDE_INK }),
  );
  if (bottom === undefined) {
    return undefined;
  }
  // A line is seen from a pixel beside it on.
  const box: PixelBox = { xMin: left + 1, yMin: y + 1, xMax: right, yMax: bottom };
  const [across, upright] = [
    { xMin: box.xMin, xMax: box.xMax, share: SIDE_INK },
    { yMin: box.yMin, yMax: box.yMax, share: SIDE_INK },
  ];
  const isFrame =
    [box.xMin, box.xMax - 1].every((x) => ink.isColumn(x, upright)) &&
    [box.yMin, box.yMax - 1].every((row) => ink.isRow(row, across)) &&
    hasSquareCorners(ink, box);
  return isFrame && (sideOf(box) >= SMALL_PX || (hasStraightSides(ink, box) && !isRound(ink, box))) ? box : undefined;
}

/** Returns the first whole number from one to another for which something holds. */
function firstOf(from: number, to: number, holds: (at: number) => boolean): number | undefined {
  const step = Math.sign(to - from);
  for (let at = from; at !== to + step; at += step) {
    if (holds(at)) {
      return at;
    }
  }
  return undefined;
}

/** Returns whether a row or column of pixels within each side is ink from one corner to the other. */
function hasStraightSides(ink: Ink, { xMin, yMin, xMax, yMax }: PixelBox): boolean {
  const box = { xMin, yMin, xMax, yMax };
  const depths = Array.from({ length: Math.ceil(thicknessOf(ink, box) / 2) + 1 }, (_, depth) => depth);
  const isStraight = (line: (depth: number) => PixelBox): boolean =>
    depths.some((depth) => ink.shareOf(line(depth)) >= STRAIGHT);
  return (
    isStraight((depth) => ({ xMin: xMin + depth, yMin, xMax: xMin + depth + 1, yMax })) &&
    isStraight((depth) => ({ xMin: xMax - depth - 1, yMin, xMax: xMax - depth, yMax })) &&
    isStraight((depth) => ({ xMin, yMin: yMin + depth, xMax, yMax: yMin + depth + 1 })) &&
    isStraight((depth) => ({ xMin, yMin: yMax - depth - 1, xMax, yMax: yMax - depth }))
  );
}

/** Returns whether ink goes beyond the middle of a side and not beyond its ends, as that of a bold o around a square. */
function isRound(ink: Ink, { xMin, yMin, xMax, yMax }: PixelBox): boolean {
  const third = Math.round((xMax - xMin) / 3);
  const bulges = (line: (from: number, to: number) => PixelBox, start: number, end: number): boolean =>
    ink.shareOf(line(start + third, end - third)) -
      Math.max(ink.shareOf(line(start, start + third)), ink.shareOf(line(end - third, end))) >
    BULGE;
  return [1, 2].some(
    (off) =>
      bulges((from, to) => ({ xMin: from, xMax: to, yMin: yMin - off, yMax: yMin - off + 1 }), xMin, xMax) ||
      bulges((from, to) => ({ xMin: from, xMax: to, yMin: yMax + off - 1, yMax: yMax + off }), xMin, xMax) ||
      bulges((from, to) => ({ xMin: xMin - off, xMax: xMin - off + 1, yMin: from, yMax: to }), yMin, yMax) ||
      bulges((from, to) => ({ xMin: xMax + off - 1, xMax: xMax + off, yMin: from, yMax: to }), yMin, yMax),
  );
}

/** Returns whether there is ink in each corner: the corners of O and D are round. */
function hasSquareCorners(ink: Ink, { xMin, yMin, xMax, yMax }: PixelBox): boolean {
  const size = Math.max(2, Math.round(0.07 * (xMax - xMin)));
  return [xMin, xMax - size].every((x) =>
    [yMin, yMax - size].every((y) => ink.shareOf({ xMin: x, yMin: y, xMax: x + size, yMax: y + size }) > 0.4),
  );
}

/** Returns the median thickness, in pixels, of the sides of a frame, away from its corners. */
function thicknessOf(ink: Ink, { xMin, yMin, xMax, yMax }: PixelBox): number {
  const side = Math.min(xMax - xMin, yMax - yMin);
  const depths: number[] = [];
  const depth = (isInk: (at: number) => boolean): number => {
    const start = firstOf(0, 2, isInk) ?? 0;
    return firstOf(start, side, (at) => !isInk(at)) ?? side;
  };
  for (let at = Math.floor(0.25 * side); at < 0.75 * side; at++) {
    depths.push(
      depth((inwards) => ink.at(xMin + inwards, yMin + at)),
      depth((inwards) => ink.at(xMax - 1 - inwards, yMin + at)),
      depth((inwards) => ink.at(xMin + at, yMin + inwards)),
      depth((inwards) => ink.at(xMin + at, yMax - 1 - inwards)),
    );
  }
  return depths.toSorted((a, b) => a - b)[depths.length >> 1] ?? 0;
}

/** Returns the share of ink around a box, and that of the side where there is most. */
function clearanceOf(ink: Ink, box: PixelBox) {
  const side = sideOf(box);
  const near = Math.max(2, Math.round(SOFT_EDGE * side));
  const far = Math.round((side < SMALL_PX ? CLEARANCE_OF_SMALL : CLEARANCE) * side);
  const { xMin, yMin, xMax, yMax } = box;
  const shares = [
    { xMin: xMin - far, yMin: yMin - far, xMax: xMax + far, yMax: yMin - near },
    { xMin: xMin - far, yMin: yMax + near, xMax: xMax + far, yMax: yMax + far },
    { xMin: xMin - far, yMin: yMin - near, xMax: xMin - near, yMax: yMax + near },
    { xMin: xMax + near, yMin: yMin - near, xMax: xMax + far, yMax: yMax + near },
  ].map((strip) => ink.shareOf(strip));
  return { share: shares.reduce((sum, share) => sum + share, 0) / shares.length, densest: Math.max(...shares) };
}

const inset = ({ xMin, yMin, xMax, yMax }: PixelBox, by: number): PixelBox => ({
  xMin: xMin + by,
  yMin: yMin + by,
  xMax: xMax - by,
  yMax: yMax - by,
});
