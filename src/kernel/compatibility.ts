/** The places where the published interface can be read in two ways (contract §14), as values. */
export interface Compatibility {
  readonly jpegExtension: "jpg" | "jpeg";
  /** The scale of OCR confidence: from 0 to 1, or from 0 to 100. */
  readonly confidence: "fraction" | "percent";
  /** The value of `data.pages` in advanced, detailed OCR: the number of pages, or the pages themselves. */
  readonly ocrPages: "number" | "array";
}
