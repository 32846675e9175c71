/*
 * The functions of PDFium's C interface that the service uses (fpdfview.h, fpdf_formfill.h, fpdf_annot.h), with numbers
 * and handles in place of pointers. There are two builds behind it, native and WebAssembly; everything above it is
 * written once. PDFium has no threads: one binding serves one call at a time.
 */

import type { AnnotationHandle, BitmapHandle, DocumentHandle, FormHandle, PageHandle } from "./handles.ts";
import type { ImageFunctions } from "./image-functions.ts";
import type { PageFunctions } from "./page-functions.ts";

/** Pixels without padding, from the top left, in the order red, green, blue and, with four channels, alpha. */
export interface Bitmap {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly channels: 3 | 4;
  readonly pixels: Uint8Array<ArrayBuffer>;
}

/** The size of a page as a viewer shows it: CropBox, with /Rotate applied. A hostile document may make it infinite. */
export interface PageSize {
  readonly widthPt: number;
  readonly heightPt: number;
}

export interface PdfiumBinding {
  readonly build: "native" | "wasm";

  /**
   * Opens the file at `path`, which must stay unchanged until the document is closed. `password` ends with a NUL byte.
   * Returns null when the file cannot be opened: `getLastError` returns why.
   */
  loadDocument(path: string, password: Uint8Array): DocumentHandle | null;
  /** Opens an unencrypted file made by the service; `bytes` must stay unchanged until the document is closed. */
  loadMemory(bytes: Uint8Array): DocumentHandle | null;
  /** Returns one of `LOAD_ERRORS`, or any other number for damage. */
  getLastError(): number;
  closeDocument(document: DocumentHandle): void;
  getPageCount(document: DocumentHandle): number;
  /** Returns the revision of the security handler; -1 when the document is not encrypted. */
  getSecurityHandlerRevision(document: DocumentHandle): number;
  /** Returns the size of a page; null when there is no such page. */
  getPageSizeByIndex(document: DocumentHandle, pageIndex: number): PageSize | null;

  /** Creates a form-fill environment without callbacks and without JavaScript. */
  initFormFillEnvironment(document: DocumentHandle): FormHandle | null;
  exitFormFillEnvironment(form: FormHandle): void;
  formOnAfterLoadPage(page: PageHandle, form: FormHandle): void;
  formOnBeforeClosePage(page: PageHandle, form: FormHandle): void;

  loadPage(document: DocumentHandle, pageIndex: number): PageHandle | null;
  closePage(page: PageHandle): void;

  /**
   * The functions for annotations; null in a build that draws line annotations without an appearance stream by itself.
   */
  readonly annotations: AnnotationFunctions | null;

  readonly images: ImageFunctions;

  /** The functions that read what is on a page: text, paths, images, links. */
  readonly page: PageFunctions;

  /** Creates a bitmap that begins with the contents of `pixels`. They hold what was drawn only once it is destroyed. */
  createBitmap(bitmap: Bitmap): BitmapHandle;
  destroyBitmap(handle: BitmapHandle): void;
  /** Draws content and annotations over the whole bitmap. */
  renderPage(handle: BitmapHandle, page: PageHandle, bitmap: Bitmap): void;
  /** Draws form fields, including those that have a value and no appearance. */
  drawForm(form: FormHandle, handle: BitmapHandle, page: PageHandle, bitmap: Bitmap): void;
}

/** Functions for annotations of a loaded page. Changes are made in memory only. */
export interface AnnotationFunctions {
  countAnnotations(page: PageHandle): number;
  /** Opens an annotation; null when there is none. It must be closed before the page is. */
  openAnnotation(page: PageHandle, index: number): AnnotationHandle | null;
  closeAnnotation(annotation: AnnotationHandle): void;
  /** Returns one of `ANNOTATION_SUBTYPES`, or any other number. */
  getSubtype(annotation: AnnotationHandle): number;
  hasKey(annotation: AnnotationHandle, key: string): boolean;
  /**
   * Returns the points of a Polygon or PolyLine: x and y in turn, any numbers. Returns null when there are none, or
   * more than `verticesMax`.
   */
  getVertices(annotation: AnnotationHandle, verticesMax: number): Float32Array | null;
  /** Returns the two ends of a Line, in the form of `getVertices`. */
  getLine(annotation: AnnotationHandle): Float32Array | null;
  setStringValue(annotation: AnnotationHandle, key: string, value: string): void;
  setRect(annotation: AnnotationHandle, rect: Rect): void;
  /** Returns the content of the normal appearance stream; empty when there is none. */
  getAppearance(annotation: AnnotationHandle): string;
  /**
   * Sets the normal appearance stream. Its BBox is the annotation's rectangle; `/GS gs` sets the annotation's opacity.
   */
  setAppearance(annotation: AnnotationHandle, content: string): void;
}

/** A rectangle in default user space, with y upwards from the lower left. */
export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The numbers of `FPDFAnnot_GetSubtype` for lines between points. */
export const ANNOTATION_SUBTYPES = { line: 4, polygon: 7, polyLine: 8 } as const;

/** Values of `FPDF_GetLastError` that mean something other than damage. */
export const LOAD_ERRORS = { password: 4, security: 5 } as const;

/** FPDFBitmap_BGR and FPDFBitmap_BGRA, by the number of channels; `DRAWING_FLAGS` reverse their order. */
export const BITMAP_FORMATS = { 3: 2, 4: 4 } as const;

const FPDF_ANNOT = 0x01;
const FPDF_REVERSE_BYTE_ORDER = 0x10;
export const DRAWING_FLAGS = FPDF_ANNOT | FPDF_REVERSE_BYTE_ORDER;

/**
 * Returns an `FPDF_FORMFILLINFO` of version 1: the number, then fifteen pointers that are all null. PDFium checks a
 * pointer before it calls back, and without `m_pJsPlatform` it runs no JavaScript, should it be built with an engine
 * for it.
 */
export function emptyFormFillInfo(): Buffer {
  const POINTERS = 15;
  const info = Buffer.alloc(8 + 8 * POINTERS);
  info.writeInt32LE(1);
  return info;
}
