import type { WrappedPdfiumModule } from "@embedpdf/pdfium";
import { IMAGE_OBJECT, type ImagePixels } from "./image-functions.ts";

/**
 * Returns the pixels of the first object of a page, in the form of `ImageFunctions`, by PDFium as WebAssembly.
 * `bytesAt` copies bytes out of its memory.
 */
export function readFirstImageByWasm(
  pdfium: WrappedPdfiumModule,
  page: number,
  bytesAt: (address: number, sizeBytes: number) => Uint8Array,
): ImagePixels | null {
  const object = pdfium.FPDFPage_GetObject(page, 0);
  if (object === 0 || pdfium.FPDFPageObj_GetType(object) !== IMAGE_OBJECT) {
    return null;
  }
  const bitmap = pdfium.FPDFImageObj_GetBitmap(object);
  if (bitmap === 0) {
    return null;
  }
  const heightPx = pdfium.FPDFBitmap_GetHeight(bitmap);
  const strideBytes = pdfium.FPDFBitmap_GetStride(bitmap);
  const pixels = {
    widthPx: pdfium.FPDFBitmap_GetWidth(bitmap),
    heightPx,
    strideBytes,
    format: pdfium.FPDFBitmap_GetFormat(bitmap),
    bytes: bytesAt(pdfium.FPDFBitmap_GetBuffer(bitmap), strideBytes * heightPx),
  };
  pdfium.FPDFBitmap_Destroy(bitmap);
  return pixels;
}
