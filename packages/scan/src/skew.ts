import { histogramOf, otsu } from "./background.ts";
import type { GreyImage } from "./grey-image.ts";
import { thumbnail } from "./resize.ts";

export interface Skew {
  /**
   * The angle by which the lines rise to the right (counter-clockwise); turning the page clockwise by as much makes
   * them level.
   */
  readonly degrees: number;
  /** The ratio of the profile's sharpness at that angle to that of the page as it is; 1 for equally sharp. */
  readonly gain: number;
  /** The ratio of the profile's sharpness along rows to that along columns: below 1, lines run up or down the page. */
  readonly rowsToColumns: number;
}

export interface SkewOptions {
  readonly maxDegrees?: number;
  /** The axis near which lines run: sharper than their profile may be that of a page's edges, or of a typewriter's columns. */
  readonly along?: "rows" | "columns" | "either";
}

/**
 * Measures the skew of a page: at the right angle, sums of ink along lines change most from one to the next (projection
 * profiles, Postl, Detection of Linear Oblique Structures and Skew Scan in Digitized Documents, 1986). Both axes are
 * measured, so that pages on their side are covered as well; the one with the sharper profile decides, unless it is known
 * along which of them lines run. The page should be on even paper.
 */
export function skewOf(image: GreyImage, { maxDegrees = 8, along = "either" }: SkewOptions = {}): Skew {
  const page = shrunk(image, 1300);
  const coarse = inkOf(shrunk(page, 600));
  if (coarse.xs.length < 50) {
    return { degrees: 0, gain: 1, rowsToColumns: 1 };
  }
  const fine = inkOf(page);
  const rows = steepest(coarse, alongRows, maxDegrees);
  const columns = steepest(coarse, alongColumns, maxDegrees);
  const isAlongRows = along === "either" ? rows.sharpness >= columns.sharpness : along === "rows";
  const [best, measure] = isAlongRows ? [rows, alongRows] : [columns, alongColumns];
  let { degrees } = best;
  for (const step of [0.1, 0.025]) {
    degrees = peak((at) => measure(fine, at), { from: degrees - 4 * step, to: degrees + 4 * step, step });
  }
  const gain = measure(fine, degrees) / Math.max(1e-9, measure(fine, 0));
  return { degrees, gain, rowsToColumns: rows.sharpness / Math.max(1e-9, columns.sharpness) };
}

const alongRows = (ink: Ink, degrees: number): number => sharpness(ink.xs, ink.ys, ink, degrees);
const alongColumns = (ink: Ink, degrees: number): number => sharpness(ink.ys, ink.xs, ink, -degrees);

/** The dark pixels of a picture, by their places. */
interface Ink {
  readonly xs: Int16Array;
  readonly ys: Int16Array;
  readonly length: number;
}

function shrunk(image: GreyImage, longEdgePx: number): GreyImage {
  const factor = longEdgePx / Math.max(image.widthPx, image.heightPx);
  return factor < 1 ? thumbnail(image, factor).image : image;
}

/** Returns the dark pixels of a picture. */
function inkOf(small: GreyImage): Ink {
  const threshold = otsu(histogramOf(small));
  const xs = new Int16Array(small.pixels.length);
  const ys = new Int16Array(small.pixels.length);
  let count = 0;
  for (let y = 0, at = 0; y < small.heightPx; y++) {
    for (let x = 0; x < small.widthPx; x++, at++) {
      if (small.pixels[at]! <= threshold) {
        xs[count] = x;
        ys[count] = y;
        count++;
      }
    }
  }
  return { xs: xs.subarray(0, count), ys: ys.subarray(0, count), length: Math.max(small.widthPx, small.heightPx) };
}

/** Returns the sum of the squared differences between neighbouring lines that rise by `degrees`. */
function sharpness(along: Int16Array, across: Int16Array, ink: Ink, degrees: number): number {
  const slope = Math.tan((degrees * Math.PI) / 180);
  // Lines are counted from far enough above the page that no number is negative.
  const margin = Math.ceil(ink.length * Math.abs(slope)) + 1;
  const profile = new Int32Array(ink.length + 2 * margin + 2);
  for (let i = 0; i < along.length; i++) {
    profile[(across[i]! + along[i]! * slope + margin) | 0]!++;
  }
  let sum = 0;
  for (let i = 1; i < profile.length; i++) {
    const change = profile[i]! - profile[i - 1]!;
    sum += change * change;
  }
  return sum;
}

function steepest(
  ink: Ink,
  measure: (ink: Ink, degrees: number) => number,
  maxDegrees: number,
): { readonly degrees: number; readonly sharpness: number } {
  const degrees = peak((at) => measure(ink, at), { from: -maxDegrees, to: maxDegrees, step: 0.4 });
  return { degrees, sharpness: measure(ink, degrees) };
}

function peak(
  measure: (degrees: number) => number,
  range: { readonly from: number; readonly to: number; readonly step: number },
): number {
  let best = -1;
  let degrees = 0;
  const steps = Math.round((range.to - range.from) / range.step);
  for (let i = 0; i <= steps; i++) {
    const at = range.from + i * range.step;
    const value = measure(at);
    if (value > best) {
      best = value;
      degrees = at;
    }
  }
  return degrees;
}
