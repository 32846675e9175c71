import { histogramOf, otsu } from "./background.ts";
import type { GreyImage, PixelBox } from "./grey-image.ts";

/** A picture without its dot leaders, and where they were. */
export interface WithoutLeaders {
  readonly image: GreyImage;
  readonly leaders: readonly PixelBox[];
}

/** The minimum number of dots of a leader: fewer may be an ellipsis. */
const fewestDots = 8;

/**
 * Removes the rows of dots that lead from a title to its page number: specks no larger than `mostDotPx`, alone in their
 * surroundings, at least eight of them on a line at even distances. Text recognition takes such rows for words.
 */
export function withoutLeaders(image: GreyImage, mostDotPx: number): WithoutLeaders {
  const threshold = otsu(histogramOf(image));
  const rows = rowsOf(dotsOf(image, threshold, mostDotPx), mostDotPx);
  if (rows.length === 0) {
    return { image, leaders: [] };
  }
  // A Buffer's slice would share its memory.
  const pixels = new Uint8Array(image.pixels);
  for (const { xMin, yMin, xMax, yMax } of rows.flat()) {
    // One pixel more is cleared on each side: soft edges are brighter than ink.
    const [left, right] = [Math.max(0, xMin - 1), Math.min(image.widthPx, xMax + 1)];
    for (let y = Math.max(0, yMin - 1); y < Math.min(image.heightPx, yMax + 1); y++) {
      pixels.fill(255, y * image.widthPx + left, y * image.widthPx + right);
    }
  }
  return { image: { ...image, pixels }, leaders: rows.map(around) };
}

/**
 * Returns the specks of at most `most` pixels each way with nothing but paper around, from the top left, row by row.
 */
function dotsOf({ widthPx, heightPx, pixels }: GreyImage, threshold: number, most: number): PixelBox[] {
  const dots: PixelBox[] = [];
  for (let y = 1; y < heightPx - most - 1; y++) {
    const row = y * widthPx;
    for (let x = 1; x < widthPx - most - 1; x++) {
      const at = row + x;
      if (pixels[at]! > threshold || pixels[at - widthPx]! <= threshold) {
        continue;
      }
      let end = x + 1;
      while (pixels[row + end]! <= threshold && end - x <= most) {
        end++;
      }
      const dot = end - x <= most ? dotAt({ widthPx, pixels, threshold, most }, x, y, end) : undefined;
      if (dot !== undefined) {
        dots.push(dot);
      }
      x = end;
    }
  }
  return dots;
}

interface Specks {
  readonly widthPx: number;
  readonly pixels: Uint8Array;
  readonly threshold: number;
  readonly most: number;
}

/**
 * Returns the speck whose uppermost pixels go from `x` to `end` on row `y`; undefined when it is not a dot. A dot is
 * nowhere much wider than at its top.
 */
function dotAt(specks: Specks, x: number, y: number, end: number): PixelBox | undefined {
  const { widthPx, most } = specks;
  let [xMin, xMax, yMax] = [x, end, y + 1];
  // The box grows downwards and sideways until a frame of paper is around it.
  for (;;) {
    if (xMax - xMin > most || yMax - y > most || xMin < 1 || xMax >= widthPx) {
      return undefined;
    }
    if (hasInk(specks, { from: y - 1, to: yMax + 1, x: xMin - 1 })) {
      xMin--;
    } else if (hasInk(specks, { from: y - 1, to: yMax + 1, x: xMax })) {
      xMax++;
    } else if (rowHasInk(specks, { from: xMin - 1, to: xMax + 1, y: yMax })) {
      yMax++;
    } else {
      break;
    }
  }
  const heightPx = yMax - y;
  const isSquare = Math.abs(xMax - xMin - heightPx) <= Math.max(2, most / 3);
  return isSquare && !rowHasInk(specks, { from: xMin - 1, to: xMax + 1, y: y - 1 }) && !isDotOfLetter()
    ? { xMin, yMin: y, xMax, yMax }
    : undefined;

  /** Returns whether a stem is below, as under the dot of an i. */
  function isDotOfLetter(): boolean {
    const to = Math.min(yMax + 2 * heightPx, Math.floor(specks.pixels.length / widthPx));
    return hasInk(specks, { from: yMax, to, x: (xMin + xMax) >> 1 });
  }
}

function hasInk({ pixels, widthPx, threshold }: Specks, column: { from: number; to: number; x: number }): boolean {
  for (let y = column.from; y < column.to; y++) {
    if (pixels[y * widthPx + column.x]! <= threshold) {
      return true;
    }
  }
  return false;
}

function rowHasInk({ pixels, widthPx, threshold }: Specks, row: { from: number; to: number; y: number }): boolean {
  for (let x = row.from; x < row.to; x++) {
    if (pixels[row.y * widthPx + x]! <= threshold) {
      return true;
    }
  }
  return false;
}

/** Returns the dots that follow each other on a line, no further apart than six times their size, at even distances. */
function rowsOf(dots: readonly PixelBox[], most: number): PixelBox[][] {
  const rows: PixelBox[][] = [];
  let open: PixelBox[][] = [];
  for (const dot of dots.toSorted((a, b) => a.yMax - b.yMax || a.xMin - b.xMin)) {
    open = open.filter((row) => dot.yMax - row[0]!.yMax <= most);
    const row = open.find((candidate) => Math.abs(dot.yMax - candidate[0]!.yMax) <= most / 2);
    if (row === undefined) {
      const begun = [dot];
      rows.push(begun);
      open.push(begun);
    } else {
      row.push(dot);
    }
  }
  return rows.flatMap((row) => evenRuns(row, most)).filter((run) => run.length >= fewestDots);
}

function evenRuns(row: readonly PixelBox[], most: number): PixelBox[][] {
  const sorted = row.toSorted((a, b) => a.xMin - b.xMin);
  const runs: PixelBox[][] = [];
  for (const dot of sorted) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    const before = run?.at(-2);
    const distance = last === undefined ? Number.POSITIVE_INFINITY : dot.xMin - last.xMin;
    const usual = last !== undefined && before !== undefined ? last.xMin - before.xMin : distance;
    // Every dot may be a pixel out of place; one that was lost leaves a gap of two distances.
    const even =
      Math.abs(distance - usual) <= 3 || Math.abs(distance - 2 * usual) <= 3 || Math.abs(2 * distance - usual) <= 3;
    if (run !== undefined && distance <= 6 * most && even) {
      run.push(dot);
    } else {
      runs.push([dot]);
    }
  }
  return runs;
}

function around(boxes: readonly PixelBox[]): PixelBox {
  return {
    xMin: Math.min(...boxes.map(({ xMin }) => xMin)),
    yMin: Math.min(...boxes.map(({ yMin }) => yMin)),
    xMax: Math.max(...boxes.map(({ xMax }) => xMax)),
    yMax: Math.max(...boxes.map(({ yMax }) => yMax)),
  };
}
