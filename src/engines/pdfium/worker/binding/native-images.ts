import koffi, { type LibraryHandle } from "koffi";
import type { BitmapHandle, PageHandle } from "./handles.ts";
import { IMAGE_OBJECT, type ImageFunctions } from "./image-functions.ts";

/** Binds the image functions of PDFium in a shared library. */
export function nativeImages(library: LibraryHandle): ImageFunctions {
  const pdfium = functionsOf(library);
  return {
    readFirstImage(page) {
      const object = pdfium.getObject(page, 0);
      if (object === null || pdfium.getType(object) !== IMAGE_OBJECT) {
        return null;
      }
      const bitmap = pdfium.getBitmap(object);
      if (bitmap === null) {
        return null;
      }
      try {
        const heightPx = pdfium.getHeight(bitmap);
        const strideBytes = pdfium.getStride(bitmap);
        const buffer = pdfium.getBuffer(bitmap);
        const bytes = new Uint8Array(koffi.view(buffer, strideBytes * heightPx)).slice();
        return { widthPx: pdfium.getWidth(bitmap), heightPx, strideBytes, format: pdfium.getFormat(bitmap), bytes };
      } finally {
        pdfium.destroyBitmap(bitmap);
      }
    },
  };
}

declare const pageObject: unique symbol;
type ObjectHandle = { readonly [pageObject]: true };

function functionsOf(library: LibraryHandle) {
  return {
    getObject: library.func("void *FPDFPage_GetObject(void *page, int index)") as (
      page: PageHandle,
      index: number,
    ) => ObjectHandle | null,
    getType: library.func("int FPDFPageObj_GetType(void *object)") as (object: ObjectHandle) => number,
    getBitmap: library.func("void *FPDFImageObj_GetBitmap(void *object)") as (
      object: ObjectHandle,
    ) => BitmapHandle | null,
    getWidth: library.func("int FPDFBitmap_GetWidth(void *bitmap)") as OfBitmap,
    getHeight: library.func("int FPDFBitmap_GetHeight(void *bitmap)") as OfBitmap,
    getStride: library.func("int FPDFBitmap_GetStride(void *bitmap)") as OfBitmap,
    getFormat: library.func("int FPDFBitmap_GetFormat(void *bitmap)") as OfBitmap,
    getBuffer: library.func("void *FPDFBitmap_GetBuffer(void *bitmap)") as (bitmap: BitmapHandle) => bigint,
    destroyBitmap: library.func("void FPDFBitmap_Destroy(void *bitmap)") as (bitmap: BitmapHandle) => void,
  };
}

type OfBitmap = (bitmap: BitmapHandle) => number;
