import { histogramOf, quantile } from "./background.ts";
import type { GreyImage } from "./grey-image.ts";
import { box, gauss } from "./smooth.ts";

/** The radius in pixels over which grain is averaged; strokes are as wide. */
const GRAIN_SIGMA_PX = 2;
/** The share of the darkest pixels that grain reaches too: where print has more of them, it shows by itself. */
const FEW = 0.005;
/** The share beyond which nothing of the grain lies. */
const NEXT_TO_NONE = 0.0002;
/** How much further than the brightest the darkest pixels of paper may be from the middle: as a ratio, and in levels. */
const MOST_SKEW = 1.6;
const SLACK = 3;
/** How far around print paper is left as it is, in pixels. */
const MARGIN_PX = 6;

/**
 * Returns a page of next to nothing with its paper made even, and whether nothing is left on it; undefined for all other
 * pages. Grain and noise make paper brighter as far as they make it darker, and print makes it darker only: what is darker
 * than the brightest grain is bright, on average over some pixels, is print. Stretched to full contrast, or parted at a
 * threshold, the grain of an empty page looks like print all over, and takes minutes to be read.
 */
export function withoutGrain(image: GreyImage): { readonly image: GreyImage; readonly isBlank: boolean } | undefined {
  const smooth = gauss(image, GRAIN_SIGMA_PX);
  const histogram = histogramOf(smooth);
  const paper = quantile(histogram, 0.5);
  const reach = (share: number): number => MOST_SKEW * (quantile(histogram, 1 - share) - paper) + SLACK;
  if (paper - quantile(histogram, FEW) > reach(FEW)) {
    return undefined;
  }
  const darkest = paper - reach(NEXT_TO_NONE);
  const print = Uint8Array.from(smooth.pixels, (level) => (level < darkest ? 255 : 0));
  if (!print.includes(255)) {
    return { image, isBlank: true };
  }
  const near = box({ ...image, pixels: print }, MARGIN_PX).pixels;
  const pixels = image.pixels.map((level, at) => (near[at] === 0 ? paper : level));
  return { image: { ...image, pixels }, isBlank: false };
}
