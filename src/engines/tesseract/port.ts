import type { Work } from "../../kernel/work.ts";

/*
 * The ports of page images: reading their text, making pictures of them for a model, and looking at image files. Pages come as image files; hostile bytes are decoded and read in engine processes of a
 * class of their own. Boxes are in pixels of the image as it is seen (EXIF orientation applied), origin top left.
 */

export interface TextBox {
  readonly xMin: number;
  readonly yMin: number;
  readonly xMax: number;
  readonly yMax: number;
}

export interface RecognizedWord {
  readonly text: string;
  /** 0 to 1. */
  readonly confidence: number;
  readonly box: TextBox;
}

export interface RecognizedLine {
  readonly box: TextBox;
  /** At least one, in reading order. */
  readonly words: readonly RecognizedWord[];
}

/** What stands together: a column's paragraph, a heading, a cell of a table. */
export interface RecognizedBlock {
  readonly box: TextBox;
  /** Lines of each paragraph; neither list is empty. */
  readonly paragraphs: readonly { readonly lines: readonly RecognizedLine[] }[];
}

export interface RecognizedPage {
  /** Of the image as it is seen. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** What was taken for the image's resolution. */
  readonly dpi: number;
  /** How far the page had to be turned clockwise to stand upright. */
  readonly rotationDegrees: QuarterTurns;
  /** How far its lines then still rose (counter-clockwise, positive) or fell. */
  readonly skewDegrees: number;
  /** ISO 15924's English name as Tesseract gives it, such as `Latin`; null where it was not looked for or not told. */
  readonly script: string | null;
  /** The languages that it was read with: codes of `languages()`. */
  readonly languages: readonly string[];
  /** In reading order; empty for a blank page. */
  readonly blocks: readonly RecognizedBlock[];
}

/**
 * `simple`: what costs little, steps only when a cheap check asks for them. `advanced`: everything that makes a bad
 * page readable, second tries included.
 */
export type RecognitionEffort = "simple" | "advanced";

export interface RecognizeJob extends Work {
  /** PNG, JPEG or WebP (the first picture of several), or a binary PGM of 8 bits (`P5`). */
  readonly input: string;
  /** The image's resolution where it is known, as of drawn pages; undefined: the file's own, or a guess by its size. */
  readonly dpi: number | undefined;
  /** Codes of `languages()`, at least one; `auto`: the languages installed for the script that is seen. */
  readonly languages: readonly string[] | "auto";
  readonly effort: RecognitionEffort;
  /** Whether pages that lie on their side or upside down are turned. */
  readonly rotates: boolean;
  readonly deskews: boolean;
  /** `when-noisy`: as the noise that is measured asks for. */
  readonly denoises: "always" | "when-noisy" | "never";
}

type QuarterTurns = 0 | 90 | 180 | 270;

/** What an image file says of itself, without decoding its pixels. */
export interface ImageLook {
  /** As it is seen: EXIF orientation applied. */
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A page as a model is shown it, with a little of its text to judge the model's answer by. */
export interface PagePicture {
  /** A JPEG in grey, upright. */
  readonly path: string;
  readonly widthPx: number;
  readonly heightPx: number;
  /** How far the page was turned clockwise to stand upright. */
  readonly rotationDegrees: QuarterTurns;
  /** Nothing is on it. */
  readonly isBlank: boolean;
  /** Of some lines, those words that are read with confidence; empty for a blank page. In reading order. */
  readonly sample: readonly RecognizedWord[];
}

export interface PictureJob extends Work {
  /** As for `recognize`. */
  readonly input: string;
  readonly dpi: number | undefined;
  readonly languages: readonly string[] | "auto";
  readonly rotates: boolean;
  /** The longer side is made no longer than this, and never longer than it is. */
  readonly longEdgePx: number;
  readonly maxPixels: number;
  readonly outputDirectory: string;
}

export interface StripsJob extends Omit<PictureJob, "dpi" | "languages" | "rotates"> {
  readonly rotationDegrees: QuarterTurns;
  readonly count: number;
}

/** Reads the text of page images. */
export interface Recognizer {
  /**
   * Reads the text of one page image, as far as it can be decoded. A page has a minute of a worker, however much its
   * request has.
   * @throws Failure `unsupported_file_type` (nothing of it can be decoded), `image_too_large` (more than `maxPixels`,
   * before anything is decoded), `document_too_complex` (time, memory, a second crash), `engine_unavailable`
   */
  recognize(job: RecognizeJob & { readonly maxPixels: number }): Promise<RecognizedPage>;
  /** What reads, as answers name it. */
  readonly model: string;
  /** Tesseract's codes of the languages that pages can be read in, sorted, without `osd`. */
  languages(): readonly string[];
  /** How many pages are read beside each other; more would only wait. */
  readonly pagesAtOnce: number;
}

/** Makes the pictures of page images that a model provider is shown. */
export interface PagePictures {
  /** Makes the picture of a page. @throws as `Recognizer.recognize` */
  picture(job: PictureJob): Promise<PagePicture>;
  /**
   * Cuts the page into `count` strips from top to bottom that overlap by a tenth, where there is least ink, and makes each
   * as large as `longEdgePx` allows; paths in that order. `rotationDegrees` as `picture` found it.
   * @throws as `Recognizer.recognize`
   */
  strips(job: StripsJob): Promise<readonly string[]>;
}

/** Says what an image file is, before any of it is decoded. */
export interface ImageInspector {
  /** @throws Failure `unsupported_file_type` for what is no picture that can be opened */
  look(job: { readonly input: string } & Work): Promise<ImageLook>;
}
