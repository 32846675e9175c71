import type { GreyImage, PixelBox } from "@quire/scan";

/*
 * The interface through which the worker uses Tesseract, whichever build does the work. Boxes are in pixels of the
 * given image; nothing is turned, cleaned or tried again here: read-page.ts does that.
 */

/** Tesseract's page segmentation modes, by the layout that they expect. */
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
  /** The confidence, 0 to 100. */
  readonly confidence: number;
  readonly box: PixelBox;
}

export interface EngineLine {
  readonly box: PixelBox;
  readonly words: readonly EngineWord[];
}

/** A block with its paragraphs and their lines; parts without words are left out. */
export interface EngineBlock {
  readonly box: PixelBox;
  readonly paragraphs: readonly { readonly lines: readonly EngineLine[] }[];
}

export interface EngineOptions {
  /** Language codes such as `eng`; at least one. */
  readonly languages: readonly string[];
  readonly dpi: number;
  readonly segmentation: Segmentation;
  /** Further variables of Tesseract, such as `thresholding_method`; they hold for this call only. */
  readonly variables?: Readonly<Record<string, string>>;
}

export interface Orientation {
  /** The angle by which the page must be turned clockwise to stand upright. */
  readonly rotationDegrees: 0 | 90 | 180 | 270;
  readonly confidence: number;
  readonly script: string;
  readonly scriptConfidence: number;
}

export interface TextEngine {
  /** The version for people and the log, such as `Tesseract 5.3.0`. */
  readonly version: string;
  /** The codes of the installed language data, sorted, without `osd`. */
  readonly languages: readonly string[];
  recognize(image: GreyImage, options: EngineOptions): readonly EngineBlock[];
  /**
   * Returns whether a word, as it is written and without punctuation, is in the dictionary that the data of one of the
   * languages has; some data has none.
   */
  isWord(word: string, languages: readonly string[]): boolean;
  /** Detects the orientation; returns undefined when there are too few characters, or no data for it. */
  orientation(image: GreyImage, dpi: number): Orientation | undefined;
}
