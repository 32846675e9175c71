import type { PageHandle } from "./handles.ts";

/** Functions for the image objects of loaded pages (fpdf_edit.h). */
export interface ImageFunctions {
  /**
   * Returns the pixels of the first object of a page, if that is an image: in its own size, without its masks and
   * without the page's transformation of it. Returns null when there is none, or when it cannot be decoded.
   */
  readFirstImage(page: PageHandle): ImagePixels | null;
}

/** Pixels as PDFium has them in memory: rows from the top, each `strideBytes` after the previous one. */
export interface ImagePixels {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly strideBytes: number;
  /** The format: one of `FPDFBitmap_Gray`, `_BGR`, `_BGRx`, `_BGRA`, `_BGRA_Premul`; 0 for anything else. */
  readonly format: number;
  readonly bytes: Uint8Array;
}

/** The number of bytes of a pixel in each format; they are in the order blue, green, red. */
export const PIXEL_BYTES: Readonly<Record<number, 1 | 3 | 4>> = { 1: 1, 2: 3, 3: 4, 4: 4, 5: 4 };

export const IMAGE_OBJECT = 3;
