import type { Work } from "../../kernel/work.ts";

/** `pgm`: eight bits of grey for each pixel, without compression (Netpbm `P5`), for other engines to read. */
export type ImageFormat = "png" | "jpeg" | "webp" | "pgm";

/**
 * `resolution`: pixels = round(points / 72 * dpi); with `fits`, a page that would have too many pixels is drawn at the
 * highest whole dpi that has not. `pixels`: one side keeps the aspect ratio, both are taken exactly.
 */
export type ImageSize =
  | { readonly kind: "resolution"; readonly dpi: number; readonly fits?: boolean | undefined }
  | { readonly kind: "pixels"; readonly widthPx?: number | undefined; readonly heightPx?: number | undefined };

export interface ImageEncoding {
  readonly format: ImageFormat;
  /** 1 to 100, JPEG and WebP. */
  readonly quality: number;
  /** Leaves the page's background transparent; PNG only. */
  readonly transparent: boolean;
}

export interface PageImage {
  readonly page: number;
  readonly path: string;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Dots per inch of page, in the horizontal where the two differ. */
  readonly dpi: number;
  readonly sizeBytes: number;
}

export interface Rasterizer {
  /**
   * Renders `pages` of one document in the order given, each as soon as it is done: the visible area (CropBox), /Rotate
   * applied, annotations and form values drawn. Images are written to `outputDirectory` as `page_<n>.<format>`.
   * @throws Failure `image_too_large`, before anything is drawn, when a page would have more than `maxPixels` pixels or
   * a side that the format cannot hold.
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
