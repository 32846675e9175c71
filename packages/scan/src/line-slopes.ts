import type { GreyImage, PixelBox } from "./grey-image.ts";
import { solved } from "./linear-equations.ts";
import { printOf } from "./print.ts";

/** How lines of print rise or fall over a page: differently where a camera looked at it askew, or where it is curved. */
export interface LineSlopes {
  /** Returns how many pixels a line falls for each pixel to the right, where it passes a place of the picture. */
  readonly at: (x: number, y: number) => number;
  /** The difference of the largest and the smallest slope that were measured, as the model has them, in degrees. */
  readonly spreadDegrees: number;
  /** The median of how far measured slopes are from the model, in degrees. */
  readonly errorDegrees: number;
}

const ACROSS = 5;
const DOWN = 9;
const FEWEST_LETTERS = 20;
/** So many letters of a patch tell its slope. */
const SAMPLE = 100;
const FEWEST_PATCHES = 6;
/** Slopes are sought to 9 degrees either way, first in steps of 0.5. */
const COARSE_DEGREES = 0.5;
const COARSE_STEPS = 18;
/** How much sharper the lines of a patch must be at their slope than at most others. */
const LEAST_GAIN = 1.5;
/** The weight of a large coefficient beside that of an error, but for that of the slope of the whole page. */
const RIDGE = 0.02;

/**
 * Measures how the slope of lines changes over a page: in overlapping patches, the angle at which the feet of letters
 * fall on the fewest lines (Baird, The Skew Angle of Printed Documents, 1987), and over these a polynomial whose terms
 * are those of perspective and of a curved page. Undefined where too few patches have lines.
 */
export function lineSlopesOf(image: GreyImage): LineSlopes | undefined {
  const { pieces, factor } = printOf(image);
  const [widthPx, heightPx] = [image.widthPx * factor, image.heightPx * factor];
  const patches: Patch[] = [];
  for (let row = 0; row < DOWN; row++) {
    for (let column = 0; column < ACROSS; column++) {
      // Patches are twice as large as the distance from one to the next.
      const box = {
        xMin: (column / (ACROSS + 1)) * widthPx,
        xMax: ((column + 2) / (ACROSS + 1)) * widthPx,
        yMin: (row / (DOWN + 1)) * heightPx,
        yMax: ((row + 2) / (DOWN + 1)) * heightPx,
      };
      const patch = patchOf(pieces.filter((piece) => isIn(box, piece)));
      if (patch !== undefined) {
        patches.push(patch);
      }
    }
  }
  return patches.length < FEWEST_PATCHES ? undefined : fitted(patches, { widthPx, heightPx, factor });
}

/** The place of a patch of print and the slope of its lines. */
interface Patch {
  readonly x: number;
  readonly y: number;
  readonly slope: number;
}

const isIn = (box: PixelBox, { xMin, xMax, yMax }: PixelBox): boolean => {
  const middle = (xMin + xMax) / 2;
  return middle >= box.xMin && middle < box.xMax && yMax >= box.yMin && yMax < box.yMax;
};

function patchOf(letters: readonly PixelBox[]): Patch | undefined {
  if (letters.length < FEWEST_LETTERS) {
    return undefined;
  }
  const stride = Math.ceil(letters.length / SAMPLE);
  const sample = letters.filter((_, at) => at % stride === 0);
  const x = mean(sample.map(({ xMin, xMax }) => (xMin + xMax) / 2));
  const y = mean(sample.map(({ yMax }) => yMax));
  const xs = Float64Array.from(sample, ({ xMin, xMax }) => (xMin + xMax) / 2 - x);
  const ys = Float64Array.from(sample, ({ yMax }) => yMax - y);
  // No slope that is tried is above 0.2.
  const feet: Feet = { xs, ys, reach: Math.ceil(farthest(ys) + 0.2 * farthest(xs)) + 1 };
  const measure = (degrees: number): number => alignment(feet, Math.tan((degrees * Math.PI) / 180));
  const coarse = Array.from({ length: 2 * COARSE_STEPS + 1 }, (_, step) =>
    measure((step - COARSE_STEPS) * COARSE_DEGREES),
  );
  const most = Math.max(...coarse);
  const best = coarse.indexOf(most);
  if (best === 0 || best === 2 * COARSE_STEPS || most < LEAST_GAIN * median(coarse)) {
    return undefined;
  }
  const near = (best - COARSE_STEPS) * COARSE_DEGREES;
  const fine = [-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3].map((degrees) => near + degrees);
  const measures = fine.map(measure);
  const degrees = fine[measures.indexOf(Math.max(...measures))] ?? near;
  return { x, y, slope: Math.tan((degrees * Math.PI) / 180) };
}

/** Places in pixels from the middle of a patch, and the farthest that one may be above or below it at any slope. */
interface Feet {
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  readonly reach: number;
}

/** Returns how much feet fall on the same lines of a slope: the sum of the squares of their numbers, over lines of a pixel. */
function alignment({ xs, ys, reach }: Feet, slope: number): number {
  const counts = new Float64Array(2 * reach + 2);
  for (let i = 0; i < xs.length; i++) {
    const place = ys[i]! - xs[i]! * slope + reach;
    // A foot between two lines belongs to both, so that no angle is favoured by where lines begin.
    const line = Math.floor(place);
    counts[line]! += 1 - (place - line);
    counts[line + 1]! += place - line;
  }
  let sum = 0;
  for (const count of counts) {
    sum += count * count;
  }
  return sum;
}

function fitted(
  patches: readonly Patch[],
  { widthPx, heightPx, factor }: { readonly widthPx: number; readonly heightPx: number; readonly factor: number },
): LineSlopes {
  const half = Math.max(widthPx, heightPx) / 2;
  const terms = (x: number, y: number): readonly number[] => {
    const [u, v] = [(x - widthPx / 2) / half, (y - heightPx / 2) / half];
    return [1, u, v, u * v, u * u];
  };
  const rows = patches.map(({ x, y, slope }) => ({ terms: terms(x, y), slope }));
  let weights = rows.map(() => 1);
  let solution: readonly number[] = [];
  // Patches that are far from the others, such as a picture's, count less each time (Tukey's biweight).
  for (let round = 0; round < 6; round++) {
    solution = leastSquares(rows, weights);
    const errors = rows.map((row) => Math.abs(row.slope - dot(solution, row.terms)));
    const limit = Math.max(0.01, 5 * median(errors));
    weights = errors.map((error) => (error < limit ? (1 - (error / limit) ** 2) ** 2 : 0));
  }
  const trusted = rows.filter((_, at) => (weights[at] ?? 0) > 0);
  const slopes = trusted.map((row) => dot(solution, row.terms));
  const errors = rows.map((row) => Math.abs(row.slope - dot(solution, row.terms)));
  const [least, most] = [Math.min(...slopes), Math.max(...slopes)];
  return {
    // Beyond what was measured a polynomial runs away.
    at: (x, y) => Math.min(most, Math.max(least, dot(solution, terms(x * factor, y * factor)))),
    spreadDegrees: degreesOf(most) - degreesOf(least),
    errorDegrees: degreesOf(median(errors)),
  };
}

/** Returns the coefficients of the weighted least squares by the normal equations; what no patch tells of stays small. */
function leastSquares(
  rows: readonly { readonly terms: readonly number[]; readonly slope: number }[],
  weights: readonly number[],
): readonly number[] {
  const places = rows[0]?.terms.map((_, at) => at) ?? [];
  const sum = (of: (row: (typeof rows)[number]) => number): number =>
    rows.reduce((total, row, at) => total + weights[at]! * of(row), 0);
  return solved(
    places.map((i) => places.map((j) => sum(({ terms }) => terms[i]! * terms[j]!) + (i === j && i > 0 ? RIDGE : 0))),
    places.map((i) => sum(({ terms, slope }) => terms[i]! * slope)),
  );
}

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, at) => sum + value * b[at]!, 0);
const farthest = (values: Float64Array): number => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const degreesOf = (slope: number): number => (Math.atan(slope) * 180) / Math.PI;
