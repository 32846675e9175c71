import type { GreyImage } from "./grey-image.ts";
import { scale } from "./resize.ts";
import { box } from "./smooth.ts";

/** The paper's brightness at each place: the picture without its print, a few times smaller. */
export interface Background {
  readonly paper: GreyImage;
  /** The darkest and the brightest that paper is, but for the outermost hundredths, and what half of it exceeds. */
  readonly darkest: number;
  readonly median: number;
  readonly brightest: number;
}

export interface BackgroundOptions {
  /** What is darker than its surroundings and narrower than this, is print. */
  readonly windowPx: number;
  /** `smooth`: light that falls off slowly, as shadows do; `sharp`: also tinted cells, whose edges stay edges. */
  readonly edges: "smooth" | "sharp";
}

/**
 * Where the paper is how bright. The page is shrunk, which averages noise away; a closing (a maximum, then a minimum,
 * over the window; Serra, Image Analysis and Mathematical Morphology, 1982) takes away what is
 * darker and narrower than the window; a mean smooths what is left.
 */
export function backgroundOf(image: GreyImage, { windowPx, edges }: BackgroundOptions): Background {
  const shrink = edges === "smooth" ? 6 : 3;
  const small = scale(image, 1 / shrink).image;
  const radius = Math.max(1, Math.round(windowPx / shrink / 2));
  const closed = extreme(extreme(small, radius, Math.max), radius, Math.min);
  const paper = edges === "smooth" ? box(box(closed, radius), radius) : box(closed, 1);
  const histogram = histogramOf(paper);
  return {
    paper,
    darkest: quantile(histogram, 0.01),
    median: quantile(histogram, 0.5),
    brightest: quantile(histogram, 0.99),
  };
}

/**
 * The page on even paper: each pixel divided by the paper's brightness there, as flat-field correction does, so that
 * paper is white and print keeps its share of the light. Values between those of `background` are interpolated.
 */
export function onEvenPaper(image: GreyImage, background: Background): GreyImage {
  const { widthPx, heightPx, pixels: from } = image;
  const { paper } = background;
  const pixels = new Uint8Array(widthPx * heightPx);
  // Brightness by which to divide -> its inverse, in 1/65536.
  const inverse = Int32Array.from({ length: 256 }, (_, value) => Math.round((255 * 65_536) / Math.max(value, 16)));
  const line = new Float64Array(paper.widthPx);
  const factors = new Int32Array(widthPx);
  for (let y = 0; y < heightPx; y++) {
    const [above, below, share] = between(y, heightPx, paper.heightPx);
    for (let x = 0; x < paper.widthPx; x++) {
      const upper = inverse[paper.pixels[above * paper.widthPx + x]!]!;
      line[x] = upper + (inverse[paper.pixels[below * paper.widthPx + x]!]! - upper) * share;
    }
    stretchLine(line, factors);
    for (let x = 0, at = y * widthPx; x < widthPx; x++, at++) {
      const value = (from[at]! * factors[x]! + 32_768) / 65_536;
      pixels[at] = value > 255 ? 255 : value;
    }
  }
  return { widthPx, heightPx, pixels };
}

/** A brightness of the page: the share `share` of its pixels is at most as bright. */
export function brightness(image: GreyImage, share: number): number {
  return quantile(histogramOf(image), share);
}

/** Makes `black` and what is darker black, `white` and what is brighter white, and spreads what is between evenly. */
export function stretch(image: GreyImage, black: number, white: number): GreyImage {
  const range = Math.max(1, white - black);
  const levels = Uint8Array.from({ length: 256 }, (_, value) =>
    Math.min(255, Math.max(0, Math.round(((value - black) * 255) / range))),
  );
  const pixels = new Uint8Array(image.pixels.length);
  for (let at = 0; at < pixels.length; at++) {
    pixels[at] = levels[image.pixels[at]!]!;
  }
  return { ...image, pixels };
}

/** How often each of the 256 levels is there. */
export function histogramOf(image: GreyImage): Uint32Array {
  const histogram = new Uint32Array(256);
  const { pixels } = image;
  for (let at = 0; at < pixels.length; at++) {
    histogram[pixels[at]!]!++;
  }
  return histogram;
}

/** The level that the share `share` of all pixels does not exceed. */
export function quantile(histogram: Uint32Array, share: number): number {
  const wanted = share * histogram.reduce((sum, count) => sum + count, 0);
  let level = 0;
  for (let seen = histogram[0]!; seen < wanted && level < 255; seen += histogram[level]!) {
    level++;
  }
  return level;
}

/**
 * The level that parts print from paper best: the largest variance between the two classes (Otsu, A Threshold Selection
 * Method from Gray-Level Histograms, 1979). Print is what is at most as bright.
 */
export function otsu(histogram: Uint32Array): number {
  let total = 0;
  let sum = 0;
  for (let level = 0; level < 256; level++) {
    total += histogram[level]!;
    sum += level * histogram[level]!;
  }
  let best = 0;
  let threshold = 127;
  let darker = 0;
  let darkerSum = 0;
  for (let level = 0; level < 255; level++) {
    darker += histogram[level]!;
    darkerSum += level * histogram[level]!;
    if (darker === 0 || darker === total) {
      continue;
    }
    const apart = (sum * darker) / total - darkerSum;
    const variance = (apart * apart) / (darker * (total - darker));
    if (variance > best) {
      best = variance;
      threshold = level;
    }
  }
  return threshold;
}

/** Maximum or minimum over a square of (2·radius + 1)² pixels, one axis after the other. */
function extreme(image: GreyImage, radius: number, choose: (a: number, b: number) => number): GreyImage {
  const { widthPx, heightPx } = image;
  const wide = new Uint8Array(image.pixels.length);
  const pixels = new Uint8Array(image.pixels.length);
  for (let y = 0; y < heightPx; y++) {
    extremeOfLine(image.pixels, wide, { start: y * widthPx, step: 1, count: widthPx, radius, choose });
  }
  for (let x = 0; x < widthPx; x++) {
    extremeOfLine(wide, pixels, { start: x, step: widthPx, count: heightPx, radius, choose });
  }
  return { widthPx, heightPx, pixels };
}

interface Line {
  readonly start: number;
  readonly step: number;
  readonly count: number;
  readonly radius: number;
  readonly choose: (a: number, b: number) => number;
}

/**
 * Three comparisons a pixel for any radius: extremes of blocks of the window's length, from their start and from their
 * end, cover each window between them (van Herk, 1992; Gil and Werman, 1993).
 */
function extremeOfLine(from: Uint8Array, to: Uint8Array, { start, step, count, radius, choose }: Line): void {
  const length = 2 * radius + 1;
  const padded = count + 2 * radius;
  const at = (i: number): number => from[start + Math.min(count - 1, Math.max(0, i - radius)) * step]!;
  const forward = new Uint8Array(padded);
  const backward = new Uint8Array(padded);
  for (let i = 0; i < padded; i++) {
    forward[i] = i % length === 0 ? at(i) : choose(forward[i - 1]!, at(i));
  }
  for (let i = padded - 1; i >= 0; i--) {
    backward[i] = i === padded - 1 || (i + 1) % length === 0 ? at(i) : choose(backward[i + 1]!, at(i));
  }
  for (let i = 0; i < count; i++) {
    to[start + i * step] = choose(backward[i]!, forward[i + length - 1]!);
  }
}

/** The two of `small` places that the pixel `at` of `large` lies between, and how near it is to the second. */
function between(at: number, large: number, small: number): readonly [number, number, number] {
  const place = Math.min(small - 1, Math.max(0, ((at + 0.5) * small) / large - 0.5));
  const first = Math.floor(place);
  return [first, Math.min(small - 1, first + 1), place - first];
}

function stretchLine(line: Float64Array, to: Int32Array): void {
  for (let x = 0; x < to.length; x++) {
    const place = Math.min(line.length - 1, Math.max(0, ((x + 0.5) * line.length) / to.length - 0.5));
    const first = place | 0;
    const left = line[first]!;
    const right = line[first + 1 < line.length ? first + 1 : first]!;
    to[x] = left + (right - left) * (place - first);
  }
}
