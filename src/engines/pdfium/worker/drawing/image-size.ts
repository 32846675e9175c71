import { Failure } from "../../../../kernel/failure.ts";
import type { ImageFormat, ImageSize } from "../../port.ts";
import type { PageSize } from "../binding/binding.ts";

export interface PixelSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Returns the size of the image of a page, at least one pixel in each direction. */
export function pixelSize(page: PageSize, size: ImageSize): PixelSize {
  switch (size.kind) {
    case "resolution":
      return {
        widthPx: wholePixels((page.widthPt * size.dpi) / POINTS_PER_INCH),
        heightPx: wholePixels((page.heightPt * size.dpi) / POINTS_PER_INCH),
      };
    case "pixels": {
      const { widthPt, heightPt } = page;
      return {
        widthPx: size.widthPx ?? wholePixels(((size.heightPx ?? heightPt) * widthPt) / heightPt),
        heightPx: size.heightPx ?? wholePixels(((size.widthPx ?? widthPt) * heightPt) / widthPt),
      };
    }
  }
}

/** Returns `size`, or with `fits` the highest whole resolution whose image may be drawn; `size` where none may. */
export function fittedSize(page: PageSize, size: ImageSize, { format, maxPixels }: ImageLimits): ImageSize {
  if (size.kind !== "resolution" || size.fits !== true) {
    return size;
  }
  const { widthPx, heightPx } = pixelSize(page, size);
  const share = Math.min(
    1,
    Math.sqrt(maxPixels / (widthPx * heightPx)),
    MAX_SIDE_PX[format] / Math.max(widthPx, heightPx),
  );
  const dpi = share === 1 ? size.dpi : Math.floor(share * size.dpi);
  return dpi >= 1 ? { kind: "resolution", dpi } : size;
}

/**
 * Returns the pixels per inch of page, horizontally where the two directions differ, for the resolution that the image
 * states.
 */
export function resolutionOf(page: PageSize, { widthPx }: PixelSize, size: ImageSize): number {
  return size.kind === "resolution" ? size.dpi : (widthPx * POINTS_PER_INCH) / page.widthPt;
}

/**
 * Requires that an image may be drawn.
 * @throws Failure `image_too_large`
 */
export function requireDrawable(page: number, { widthPx, heightPx }: PixelSize, limits: ImageLimits): void {
  const { format, maxPixels } = limits;
  const facts = { page, widthPx, heightPx };
  const image = `Page ${page} would be ${widthPx} x ${heightPx} pixels`;
  if (widthPx * heightPx > maxPixels) {
    throw new Failure("image_too_large", `${image}; the limit is ${maxPixels} pixels.`, { facts });
  }
  const maxSidePx = MAX_SIDE_PX[format];
  if (Math.max(widthPx, heightPx) > maxSidePx) {
    const message = `${image}; a side of a ${FORMAT_NAMES[format]} image has at most ${maxSidePx}.`;
    throw new Failure("image_too_large", message, { facts });
  }
}

export interface ImageLimits {
  readonly format: ImageFormat;
  readonly maxPixels: number;
}

const POINTS_PER_INCH = 72;

/**
 * The longest side of an image in each format. WebP has 14 bits for a side. JPEG has 16 and PNG has 31, but libjpeg
 * writes no more than this, and libpng reads no more. PGM itself has no limit, but programs that read it do.
 */
const MAX_SIDE_PX = { png: 1_000_000, jpeg: 65_500, webp: 16_383, pgm: 1_000_000 } as const satisfies Record<
  ImageFormat,
  number
>;
const FORMAT_NAMES = { png: "PNG", jpeg: "JPEG", webp: "WebP", pgm: "PGM" } as const satisfies Record<
  ImageFormat,
  string
>;

function wholePixels(value: number): number {
  return Math.max(1, Math.round(value));
}
