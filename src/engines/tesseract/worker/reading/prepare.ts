import {
  type Affine,
  backgroundOf,
  blurOf,
  deblur,
  despeckle,
  followedBy,
  type GreyImage,
  gauss,
  histogramOf,
  identity,
  type Noise,
  noiseOf,
  onEvenPaper,
  otsu,
  quantile,
  rotate,
  scale,
  stretch,
  withoutGrain,
} from "@quire/scan";
import { linesOf } from "./lines.ts";

export interface Preparation {
  readonly dpi: number;
  readonly deskews: boolean;
  readonly denoises: "always" | "when-noisy" | "never";
}

/** A page prepared for Tesseract, except for quarter turns. */
export interface Prepared {
  readonly image: GreyImage;
  readonly dpi: number;
  /** The transformation from the given image to this one. */
  readonly transform: Affine;
  readonly skewDegrees: number;
  /** Whether lines run up or down the page. */
  readonly sideways: boolean;
  /** Whether there is nothing on the page to be read. */
  readonly isBlank: boolean;
}

/**
 * The grey levels and shares beyond which a page is noisy or speckled; clean pages, including JPEGs, stay well below.
 */
const noisySigma = 8;
const speckledShare = 0.002;
/** The share of the brightest paper's light below which the darkest part shows that the paper is not flat. */
const flatShare = 0.8;
/** The blur, at 200 dpi, beyond which strokes run into each other. Sharp edges measure 0.8. */
const blurredSigmaPx = 1.2;

/** Makes a page readable: each step is taken where a measure of the page asks for it (see packages/scan/README.md). */
export function prepare(asGiven: GreyImage, options: Preparation): Prepared {
  const { dpi } = options;
  const given = darkOnBright(asGiven);
  const noise = noiseOf(given);
  const noisy = noise.sigma > noisySigma;
  const speckled = noise.specks > speckledShare;
  const white = onWhitePaper(denoised(given, noise, options.denoises), dpi);
  const clean = isFaint(white) ? withoutGrain(white) : undefined;
  if (clean?.isBlank === true) {
    return { image: white, dpi, transform: identity, skewDegrees: 0, sideways: false, isBlank: true };
  }
  const even = contrasted(clean?.image ?? white);
  const blurPx = noisy || speckled ? 0 : blurIn(given, even);
  const blurred = blurPx > blurredSigmaPx * Math.max(1, dpi / 200);
  // Edges measure a little sharper than they are, since strokes narrower than the blur never reach their full height.
  const sharp = blurred ? deblur(even, Math.min(3, 1.15 * blurPx), 0.05) : even;
  const lines = linesOf(sharp);
  const skewDegrees = options.deskews ? lines.skewDegrees : 0;
  const level = skewDegrees === 0 ? { image: sharp, transform: identity } : rotate(sharp, skewDegrees);
  const poor = noisy || speckled || blurred;
  const factor = enlargement(level.image, dpi, { poor, faint: even !== white });
  const large = factor > 1 ? scale(level.image, factor) : { image: level.image, transform: identity };
  return {
    image: large.image,
    dpi: dpi * factor,
    transform: followedBy(level.transform, large.transform),
    skewDegrees,
    sideways: lines.sideways,
    isBlank: isBlank(large.image),
  };
}

/**
 * Returns the blur in pixels, the largest of the images: evening a tint out sharpens its edges, and under a shadow the
 * page as given has too little contrast to measure.
 */
function blurIn(...images: readonly GreyImage[]): number {
  const reported = [...new Set(images)].map((image) => blurOf(image)).filter((blur) => blur.edges > 500);
  return Math.max(0, ...reported.map((blur) => blur.sigmaPx));
}

/** The contrast in grey levels from which on there is more on a page than grain. */
const printContrast = 160;

/** Returns whether even the darkest of a page may be nothing but grain. */
function isFaint(image: GreyImage): boolean {
  const histogram = histogramOf(image);
  return quantile(histogram, 0.5) - quantile(histogram, 0.0002) < printContrast;
}

/** Returns whether a page has no print: fewer dark pixels than a full stop has, or nothing that differs from paper. */
export function isBlank(image: GreyImage): boolean {
  const histogram = histogramOf(image);
  const paper = quantile(histogram, 0.5);
  let other = 0;
  for (let level = 0; level < 256; level++) {
    other += Math.abs(level - paper) > 40 ? histogram[level]! : 0;
  }
  return other < 12;
}

/** Returns the page with dark print on paper that is white all over, as far as a measure of it asks for that. */
export const evened = (image: GreyImage, dpi: number): GreyImage => onWhitePaper(darkOnBright(image), dpi);

/** Inverts a page of bright print on dark, as screens have: one most of which is dark. */
function darkOnBright(image: GreyImage): GreyImage {
  const histogram = histogramOf(image);
  const dark = histogram.slice(0, otsu(histogram) + 1).reduce((sum, count) => sum + count, 0);
  const isInverse = dark > 0.75 * image.pixels.length && quantile(histogram, 0.5) < 128;
  return isInverse ? { ...image, pixels: image.pixels.map((level) => 255 - level) } : image;
}

/** Removes specks one by one, and smooths the remaining noise and the jagged edges of one-bit scans. */
function denoised(image: GreyImage, noise: Noise, denoises: Preparation["denoises"]): GreyImage {
  const noisy = noise.sigma > noisySigma;
  const needed = noisy || noise.specks > speckledShare;
  if (denoises === "never" || (denoises === "when-noisy" && !needed)) {
    return image;
  }
  const sigmaPx = noisy ? 1 : 0.8;
  return gauss(despeckle(image, 64), needed ? sigmaPx : 0.6);
}

function onWhitePaper(image: GreyImage, dpi: number): GreyImage {
  const options = { windowPx: dpi / 4, edges: "smooth" } as const;
  const estimate = backgroundOf(image, { ...options, isEstimate: true });
  if (estimate.darkest >= flatShare * estimate.brightest) {
    return image;
  }
  const light = backgroundOf(image, options);
  // Under a shadow half of the paper is darker than the brightest; otherwise some of it is printed in a tint.
  const tinted = light.median >= 0.95 * light.brightest;
  return onEvenPaper(image, tinted ? backgroundOf(image, { windowPx: dpi / 8, edges: "sharp" }) : light);
}

function contrasted(image: GreyImage): GreyImage {
  const histogram = histogramOf(image);
  const black = quantile(histogram, 0.005);
  const white = quantile(histogram, 0.5);
  return white - black < printContrast && white > black + 8 ? stretch(image, black, white) : image;
}

const mostPixels = 16_000_000;

/**
 * Returns the factor by which to enlarge an image. Tesseract reads best at 300 dpi; sharp print is read as well from
 * 180 on, or from 170 where it is black on white, at two thirds of the cost.
 */
function enlargement(
  image: GreyImage,
  dpi: number,
  { poor, faint }: { readonly poor: boolean; readonly faint: boolean },
): number {
  const wanted = dpi < (faint ? 180 : 170) ? Math.min(3, 300 / dpi) : poor && dpi < 220 ? 1.5 : 1;
  const possible = Math.min(wanted, Math.sqrt(mostPixels / (image.widthPx * image.heightPx)));
  return possible > 1.2 ? possible : 1;
}
