/** Places where the published interface can be read in two ways (contract §14), as values. */
export interface Compatibility {
  readonly jpegExtension: "jpg" | "jpeg";
  /** OCR confidence from 0 to 1, or from 0 to 100. */
  readonly confidence: "fraction" | "percent";
  /** What `data.pages` of advanced, detailed OCR is: their number, or the pages themselves. */
  readonly ocrPages: "number" | "array";
}
