import type { Work } from "../../kernel/timing/work.ts";

/**
 * The format of an image. `pgm`: eight bits of grey for each pixel, without compression (Netpbm `P5`), for other
 * engines to read.
 */
export type ImageFormat = "png" | "jpeg" | "webp" | "pgm";

/**
 * The size of an image. `resolution`: pixels = round(points / 72 * dpi); with `fits`, a page that would have too many
 * pixels is drawn at the highest whole dpi at which it has not. `pixels`: one side keeps the aspect ratio, both are
 * taken exactly.
 */
export type ImageSize =
  | { readonly kind: "resolution"; readonly dpi: number; readonly fits?: boolean | undefined }
  | { readonly kind: "pixels"; readonly widthPx?: number | undefined; readonly heightPx?: number | undefined };

export interface ImageEncoding {
  readonly format: ImageFormat;
  /** The quality of JPEG and WebP, 1 to 100. */
  readonly quality: number;
  /** Whether to leave the page's background transparent; PNG only. */
  readonly transparent: boolean;
}

export interface PageImage {
  readonly page: number;
  readonly path: string;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Dots per inch of page, horizontally where the two directions differ. */
  readonly dpi: number;
  readonly sizeBytes: number;
}

export interface Rasterizer {
  /**
   * Renders `pages` of one document in the given order, each as soon as it is done: the visible area (CropBox), /Rotate
   * applied, annotations and form values drawn. Images are written to `outputDirectory` as `page_<n>.<format>`.
   * @throws Failure `image_too_large`, before anything is drawn, when a page would have more than `maxPixels` pixels or
   * a side that the format cannot represent.
   */
  render(
    job: {
      input: string;
      password?: string | undefined;
      pages: readonly number[];
      size: ImageSize;
      encoding: ImageEncoding;
      maxPixels: number;
      outputDirectory: string;
    } & Work,
  ): AsyncIterable<PageImage>;
}

/** How much of a page looks different in another document. */
export interface PageDifference {
  readonly page: number;
  /** The share of the pixels that differ, from 0 to 1; 1 where the pages are not of one size. */
  readonly differingShare: number;
}

export interface PageComparer {
  /**
   * Draws `pages` of two documents at `dpi`, or as fine as `maxPixels` permit, and reports for each, in the given order,
   * how many pixels differ by more than `tolerance` in any of their three components, which go to 255. `password` is that
   * of the first document; the second needs none.
   */
  compare(
    job: {
      readonly input: string;
      readonly password?: string | undefined;
      readonly other: string;
      readonly pages: readonly number[];
      readonly dpi: number;
      readonly tolerance: number;
      readonly maxPixels: number;
    } & Work,
  ): AsyncIterable<PageDifference>;
}
