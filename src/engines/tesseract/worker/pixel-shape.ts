import { type GreyImage, resize } from "@quire/scan";

/* The resolution that files state, and pictures whose pixels are not square by it. */

/** A resolution in dots per inch; where the file states no unit, its numbers stand for the shape of pixels alone. */
export interface Resolution {
  readonly x: number;
  readonly y: number;
  readonly isAbsolute: boolean;
}

interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** The ratio from which pixels are not square: faxes of 204 x 196 dpi are left as they are. */
const LEAST_RATIO = 1.15;
/** The ratio beyond which a resolution is not believed; that of faxes is at most 408 x 98 dpi. */
const MOST_RATIO = 4.5;

/** Returns the size of a picture when the axis with fewer dots is stretched until its pixels are square. */
export function squareSize(size: Size, resolution: Resolution | undefined): Size {
  const ratio = resolution === undefined ? 1 : resolution.x / resolution.y;
  const stretch = Math.max(ratio, 1 / ratio);
  if (!(stretch >= LEAST_RATIO && stretch <= MOST_RATIO)) {
    return { widthPx: size.widthPx, heightPx: size.heightPx };
  }
  return ratio > 1
    ? { widthPx: size.widthPx, heightPx: Math.round(size.heightPx * stretch) }
    : { widthPx: Math.round(size.widthPx * stretch), heightPx: size.heightPx };
}

/** Stretches a picture until its pixels are square: text of a fax in normal resolution is half as high as it should be. */
export const asSquarePixels = (image: GreyImage, resolution: Resolution | undefined): GreyImage =>
  resize(image, squareSize(image, resolution)).image;

/** The least resolution that scanners write; a lower one is not believed for a page of a printable size. */
const SCANNER_DPI = 150;
const MAX_DPI = 2400;
/** The resolution that programs write when they do not know it. */
const NO_DPI = 72;
const MAX_PAGE_INCHES = 25;

/** Returns the resolution of a picture of square pixels, of `size`; undefined where that of its file is not credible. */
export function credibleDpi(resolution: Resolution | undefined, { widthPx, heightPx }: Size): number | undefined {
  if (resolution?.isAbsolute !== true) {
    return undefined;
  }
  // The axis with fewer dots has been stretched to those of the other.
  const dpi = Math.max(resolution.x, resolution.y);
  if (dpi <= NO_DPI || dpi > MAX_DPI) {
    return undefined;
  }
  return dpi >= SCANNER_DPI || Math.max(widthPx, heightPx) / dpi <= MAX_PAGE_INCHES ? dpi : undefined;
}
