import type { PageFunctions } from "./binding/page-functions.ts";

/**
 * The FPDF_ANNOT_* numbers of annotations that show text: free text, stamps, values of form fields (ISO 32000-2,
 * 12.5.6).
 */
const TEXT_SUBTYPES = new Set([3, 13, 20]);
/** FLAT_NORMALDISPLAY: the appearance on a screen. */
const NORMAL_DISPLAY = 0;
const FLATTENED = 1;
const MAX_ANNOTATIONS = 10_000;

/**
 * Turns what the annotations of a page show into page content, where some of them show text: text is read from content
 * alone.
 * @returns whether the page must be loaded again
 */
export function flattenText(functions: PageFunctions, page: number): boolean {
  return hasText(functions, page) && functions.raw.FPDFPage_Flatten(page, NORMAL_DISPLAY) === FLATTENED;
}

function hasText({ raw }: PageFunctions, page: number): boolean {
  const count = Math.min(MAX_ANNOTATIONS, raw.FPDFPage_GetAnnotCount(page));
  for (let index = 0; index < count; index++) {
    const annotation = raw.FPDFPage_GetAnnot(page, index);
    if (annotation !== 0) {
      const subtype = raw.FPDFAnnot_GetSubtype(annotation);
      raw.FPDFPage_CloseAnnot(annotation);
      if (TEXT_SUBTYPES.has(subtype)) {
        return true;
      }
    }
  }
  return false;
}
