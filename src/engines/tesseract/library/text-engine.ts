import type { GreyImage, PixelBox } from "@quire/scan";

/*
 * What the worker asks of Tesseract, whichever build of it does the work. Boxes are in pixels of the image that was
 * given; nothing is turned, cleaned or tried again here: that is the business of reading a page (read-page.ts).
 */

/** Tesseract's page segmentation modes, by what they expect. */
export type Segmentation =
  /** PSM 3: a page of blocks. */
  | "page"
  /** PSM 4: one column of text of different sizes. */
  | "column"
  /** PSM 6: one block of text. */
  | "block"
  /** PSM 7: one line. */
  | "line"
  /** PSM 11: as much text as possible, in no order. */
  | "sparse";

export interface EngineWord {
  readonly text: string;
  /** 0 to 100. */
  readonly confidence: number;
  readonly box: PixelBox;
}

export interface EngineLine {
  readonly box: PixelBox;
  readonly words: readonly EngineWord[];
}

/** Blocks, their paragraphs, their lines; what has no words is left out. */
export interface EngineBlock {
  readonly box: PixelBox;
  readonly paragraphs: readonly { readonly lines: readonly EngineLine[] }[];
}

export interface EngineOptions {
  /** Codes such as `eng`; at least one. */
  readonly languages: readonly string[];
  readonly dpi: number;
  readonly segmentation: Segmentation;
  /** Further variables of Tesseract, such as `thresholding_method`; they hold for this call alone. */
  readonly variables?: Readonly<Record<string, string>>;
}

export interface Orientation {
  /** How far the page has to be turned clockwise to stand upright. */
  readonly rotationDegrees: 0 | 90 | 180 | 270;
  readonly confidence: number;
  readonly script: string;
  readonly scriptConfidence: number;
}

export interface TextEngine {
  /** For people and the log, such as `Tesseract 5.3.0`. */
  readonly version: string;
  /** Codes of the language data that are there, sorted, `osd` left out. */
  readonly languages: readonly string[];
  recognize(image: GreyImage, options: EngineOptions): readonly EngineBlock[];
  /** Undefined: too few characters to tell, or no data for it. */
  orientation(image: GreyImage, dpi: number): Orientation | undefined;
}
