import type { GreyImage } from "./grey-image.ts";
import { scale, thumbnail } from "./resize.ts";
import { box } from "./smooth.ts";

/** The paper's brightness at each place: the picture without its print, a few times smaller. */
export interface Background {
  readonly paper: GreyImage;
  /**
   * The level that one hundredth of the paper does not exceed; `median` and `brightest` are those for a half and for 99
   * hundredths.
   */
  readonly darkest: number;
  readonly median: number;
  readonly brightest: number;
}

export interface BackgroundOptions {
  /** The width, in pixels, below which what is darker than its surroundings is print. */
  readonly windowPx: number;
  /**
   * The kind of light: `smooth` for light that falls off slowly, as shadows do; `sharp` also for tinted cells, whose
   * edges stay edges.
   */
  readonly edges: "smooth" | "sharp";
  /** Whether only the levels are needed, to within a level or so; that costs half as much. */
  readonly isEstimate?: boolean;
}

/**
 * Estimates the brightness of the paper. The page is shrunk, which averages noise away; a closing (a maximum, then a
 * minimum, over the window; Serra, Image Analysis and Mathematical Morphology, 1982) removes what is darker and
 * narrower than the window; a mean smooths what is left.
 */
export function backgroundOf(image: GreyImage, { windowPx, edges, isEstimate }: BackgroundOptions): Background {
  const shrink = edges === "smooth" ? 6 : 3;
  const small = (isEstimate === true ? thumbnail : scale)(image, 1 / shrink).image;
  const radius = Math.max(1, Math.round(windowPx / shrink / 2));
  const closed = closing(small, radius);
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
 * Returns the page on even paper: each pixel divided by the paper's brightness there, as in flat-field correction, so
 * that paper is white and print keeps its share of the light. Values between those of `background` are interpolated.
 */
export function onEvenPaper(image: GreyImage, background: Background): GreyImage {
  const { widthPx, heightPx, pixels: from } = image;
  const { paper } = background;
  const pixels = new Uint8Array(widthPx * heightPx);
  // This maps the brightness to divide by to its inverse, in 1/65536.
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

/** Returns a brightness of the page: the share `share` of its pixels is at most as bright. */
export function brightness(image: GreyImage, share: number): number {
  return quantile(histogramOf(image), share);
}

/**
 * Stretches the levels of a picture: `black` and what is darker become black, `white` and what is brighter white, and
 * levels between are spread evenly.
 */
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

/** Returns how often each of the 256 levels occurs. The same picture is counted once, because several steps need it. */
export function histogramOf(image: GreyImage): Uint32Array {
  const known = histograms.get(image.pixels);
  if (known !== undefined) {
    return known;
  }
  const histogram = counted(image.pixels);
  histograms.set(image.pixels, histogram);
  return histogram;
}

const histograms = new WeakMap<Uint8Array, Uint32Array>();

function counted(pixels: Uint8Array): Uint32Array {
  // Neighbours are mostly alike: with a table for each of four, no increment waits for the previous one to the same
  // counter.
  const tables = new Uint32Array(4 * 256);
  const whole = pixels.length & ~3;
  for (let at = 0; at < whole; at += 4) {
    tables[pixels[at]!]!++;
    tables[256 + pixels[at + 1]!]!++;
    tables[512 + pixels[at + 2]!]!++;
    tables[768 + pixels[at + 3]!]!++;
  }
  for (let at = whole; at < pixels.length; at++) {
    tables[pixels[at]!]!++;
  }
  return Uint32Array.from(
    { length: 256 },
    (_, level) => tables[level]! + tables[256 + level]! + tables[512 + level]! + tables[768 + level]!,
  );
}

/** Returns the level that the share `share` of all pixels does not exceed. */
export function quantile(histogram: Uint32Array, share: number): number {
  const wanted = share * histogram.reduce((sum, count) => sum + count, 0);
  let level = 0;
  for (let seen = histogram[0]!; seen < wanted && level < 255; seen += histogram[level]!) {
    level++;
  }
  return level;
}

/**
 * Returns the level that separates print from paper best: the largest variance between the two classes (Otsu, A
 * Threshold Selection Method from Gray-Level Histograms, 1979). Pixels up to that level are print.
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

/**
 * Takes the maximum over a square of (2·radius + 1)² pixels, then the minimum, which removes what is darker and
 * narrower.
 */
function closing(image: GreyImage, radius: number): GreyImage {
  const { widthPx, heightPx } = image;
  const pixels = Uint8Array.from(image.pixels);
  const lines = new Lines(Math.max(widthPx, heightPx), radius);
  for (const flip of [0, 255]) {
    for (let y = 0; y < heightPx; y++) {
      lines.raise(pixels, { start: y * widthPx, step: 1, count: widthPx }, flip);
    }
    for (let x = 0; x < widthPx; x++) {
      lines.raise(pixels, { start: x, step: widthPx, count: heightPx }, flip);
    }
  }
  return { widthPx, heightPx, pixels };
}

interface Line {
  readonly start: number;
  readonly step: number;
  readonly count: number;
}

/**
 * Computes maxima along lines with three comparisons a pixel for any radius: maxima of blocks of the window's length,
 * from their start and from their end, together cover each window (van Herk, 1992; Gil and Werman, 1993).
 */
class Lines {
  readonly #radius: number;
  readonly #levels: Uint8Array;
  readonly #forward: Uint8Array;
  readonly #backward: Uint8Array;

  constructor(longest: number, radius: number) {
    this.#radius = radius;
    this.#levels = new Uint8Array(longest + 2 * radius);
    this.#forward = new Uint8Array(longest + 2 * radius);
    this.#backward = new Uint8Array(longest + 2 * radius);
  }

  /**
   * Replaces each pixel by the maximum around it; with `flip` 255 by the minimum, which is the maximum of the
   * complements to 255.
   */
  raise(pixels: Uint8Array, { start, step, count }: Line, flip: number): void {
    const radius = this.#radius;
    const levels = this.#levels;
    const forward = this.#forward;
    const backward = this.#backward;
    const length = 2 * radius + 1;
    const padded = count + 2 * radius;
    for (let i = 0, at = start; i < count; i++, at += step) {
      levels[radius + i] = pixels[at]! ^ flip;
    }
    levels.fill(levels[radius]!, 0, radius);
    levels.fill(levels[radius + count - 1]!, radius + count, padded);
    for (let first = 0; first < padded; first += length) {
      const end = Math.min(padded, first + length);
      let most = 0;
      for (let i = first; i < end; i++) {
        const level = levels[i]!;
        most = level > most ? level : most;
        forward[i] = most;
      }
      most = 0;
      for (let i = end - 1; i >= first; i--) {
        const level = levels[i]!;
        most = level > most ? level : most;
        backward[i] = most;
      }
    }
    for (let i = 0, at = start; i < count; i++, at += step) {
      const before = backward[i]!;
      const after = forward[i + length - 1]!;
      pixels[at] = (before > after ? before : after) ^ flip;
    }
  }
}

/**
 * Returns the two places of `small` between which the pixel `at` of `large` lies, and how near it is to the second,
 * from 0 to 1.
 */
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
