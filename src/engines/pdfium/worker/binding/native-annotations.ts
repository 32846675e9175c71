import type { LibraryHandle } from "koffi";
import type { AnnotationFunctions } from "./binding.ts";
import type { AnnotationHandle, PageHandle } from "./handles.ts";

/** Binds the annotation functions (fpdf_annot.h) of PDFium in a shared library. */
export function nativeAnnotations(library: LibraryHandle): AnnotationFunctions {
  const pdfium = functionsOf(library);
  return {
    countAnnotations: pdfium.getAnnotCount,
    openAnnotation: pdfium.getAnnot,
    closeAnnotation: pdfium.closeAnnot,
    getSubtype: pdfium.getSubtype,
    hasKey: (annotation, key) => pdfium.hasKey(annotation, key) !== 0,
    getVertices(annotation, verticesMax) {
      const count = Number(pdfium.getVertices(annotation, null, 0));
      if (count === 0 || count > verticesMax) {
        return null;
      }
      const vertices = new Float32Array(2 * count);
      pdfium.getVertices(annotation, vertices, count);
      return vertices;
    },
    getLine(annotation) {
      const start = new Float32Array(2);
      const end = new Float32Array(2);
      return pdfium.getLine(annotation, start, end) === 0 ? null : Float32Array.of(...start, ...end);
    },
    setStringValue: (annotation, key, value) => pdfium.setStringValue(annotation, key, wideString(value)),
    setRect: (annotation, { left, top, right, bottom }) =>
      pdfium.setRect(annotation, Float32Array.of(left, top, right, bottom)),
    getAppearance(annotation) {
      const sizeBytes = Number(pdfium.getAppearance(annotation, NORMAL_APPEARANCE, null, 0));
      const text = Buffer.alloc(sizeBytes);
      pdfium.getAppearance(annotation, NORMAL_APPEARANCE, text, sizeBytes);
      return text.toString("utf16le").replace(/\0$/, "");
    },
    setAppearance: (annotation, content) => pdfium.setAppearance(annotation, NORMAL_APPEARANCE, wideString(content)),
  };
}

const NORMAL_APPEARANCE = 0;

function wideString(text: string): Buffer {
  return Buffer.from(`${text}\0`, "utf16le");
}

function functionsOf(library: LibraryHandle) {
  return {
    getAnnotCount: library.func("int FPDFPage_GetAnnotCount(void *page)") as (page: PageHandle) => number,
    getAnnot: library.func("void *FPDFPage_GetAnnot(void *page, int index)") as (
      page: PageHandle,
      index: number,
    ) => AnnotationHandle | null,
    closeAnnot: library.func("void FPDFPage_CloseAnnot(void *annot)") as (annotation: AnnotationHandle) => void,
    getSubtype: library.func("int FPDFAnnot_GetSubtype(void *annot)") as (annotation: AnnotationHandle) => number,
    hasKey: library.func("int FPDFAnnot_HasKey(void *annot, const char *key)") as (
      annotation: AnnotationHandle,
      key: string,
    ) => number,
    getVertices: library.func(
      "unsigned long FPDFAnnot_GetVertices(void *annot, float *buffer, unsigned long length)",
    ) as (annotation: AnnotationHandle, points: Float32Array | null, count: number) => number | bigint,
    getLine: library.func("int FPDFAnnot_GetLine(void *annot, float *start, float *end)") as (
      annotation: AnnotationHandle,
      start: Float32Array,
      end: Float32Array,
    ) => number,
    setStringValue: library.func("int FPDFAnnot_SetStringValue(void *annot, const char *key, void *value)") as (
      annotation: AnnotationHandle,
      key: string,
      value: Buffer,
    ) => void,
    setRect: library.func("int FPDFAnnot_SetRect(void *annot, float *rect)") as (
      annotation: AnnotationHandle,
      rect: Float32Array,
    ) => void,
    getAppearance: library.func(
      "unsigned long FPDFAnnot_GetAP(void *annot, int mode, void *buffer, unsigned long size)",
    ) as (annotation: AnnotationHandle, mode: number, text: Buffer | null, sizeBytes: number) => number | bigint,
    setAppearance: library.func("int FPDFAnnot_SetAP(void *annot, int mode, void *value)") as (
      annotation: AnnotationHandle,
      mode: number,
      value: Buffer,
    ) => void,
  };
}
