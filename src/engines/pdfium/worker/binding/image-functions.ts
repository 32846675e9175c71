import type { PageHandle } from "./handles.ts";

/** The image objects of loaded pages (fpdf_edit.h). */
export interface ImageFunctions {
  /**
   * The pixels of the first object of a page, if that is an image: in its own size, without its masks and whatever the
   * page does to it. Null when there is none, or when it cannot be decoded.
   */
  readFirstImage(page: PageHandle): ImagePixels | null;
}

/** As PDFium has them in memory: rows from the top, each `strideBytes` after the other. */
export interface ImagePixels {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly strideBytes: number;
  /** One of `FPDFBitmap_Gray`, `_BGR`, `_BGRx`, `_BGRA`, `_BGRA_Premul`; 0 for anything else. */
  readonly format: number;
  readonly bytes: Uint8Array;
}

/** The bytes of a pixel in each format, in the order blue, green, red. */
export const PIXEL_BYTES: Readonly<Record<number, 1 | 3 | 4>> = { 1: 1, 2: 3, 3: 4, 4: 4, 5: 4 };

export const IMAGE_OBJECT = 3;
