import type { Work } from "../../kernel/timing/work.ts";

/*
 * The ports of page images: reading their text, making pictures of them for a model, and looking at image files. Pages
 * come as image files; hostile bytes are decoded and read in engine processes of a class of their own. Boxes are in
 * pixels of the image as it is seen (EXIF orientation applied, pixels made square), origin top left.
 */

export interface TextBox {
  readonly xMin: number;
  readonly yMin: number;
  readonly xMax: number;
  readonly yMax: number;
}

export interface RecognizedWord {
  readonly text: string;
  /** The confidence, 0 to 1. */
  readonly confidence: number;
  readonly box: TextBox;
}

export interface RecognizedLine {
  readonly box: TextBox;
  /** The words in reading order; at least one. */
  readonly words: readonly RecognizedWord[];
}

/** A block of text that stands together: a column's paragraph, a heading, a cell of a table. */
export interface RecognizedBlock {
  readonly box: TextBox;
  /** The lines of each paragraph; neither list is empty. */
  readonly paragraphs: readonly { readonly lines: readonly RecognizedLine[] }[];
}

export interface RecognizedPage {
  /** The width of the image as it is seen. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** The resolution that was assumed for the image. */
  readonly dpi: number;
  /** The angle by which the page had to be turned clockwise to stand upright. */
  readonly rotationDegrees: QuarterTurns;
  /** The angle by which its lines then still rose (counter-clockwise, positive) or fell. */
  readonly skewDegrees: number;
  /**
   * The script by its English name in ISO 15924 as Tesseract reports it, such as `Latin`; null where it was not looked
   * for or not found.
   */
  readonly script: string | null;
  /** The languages that the page was read with: codes of `languages()`. */
  readonly languages: readonly string[];
  /** The blocks in reading order; empty for a blank page. */
  readonly blocks: readonly RecognizedBlock[];
}

/**
 * The amount of work for a page. `simple`: cheap steps only, others where a cheap check asks for them. `advanced`:
 * everything that makes a bad page readable, second tries included.
 */
export type RecognitionEffort = "simple" | "advanced";

export interface RecognizeJob extends Work {
  /**
   * The path of an image file of one of `MEDIA_TYPES` (of several pictures the first, except for the pages of a TIFF),
   * or a binary PGM of 8 bits (`P5`).
   */
  readonly input: string;
  /** The page of the file, from 1; 1 for all but a TIFF. */
  readonly page: number;
  /**
   * The image's resolution where it is known, as for drawn pages; if undefined, the file's own, or a guess by its size.
   */
  readonly dpi: number | undefined;
  /**
   * Codes of `languages()`, at least one; `auto` stands for the languages installed for the script that is detected.
   */
  readonly languages: readonly string[] | "auto";
  readonly effort: RecognitionEffort;
  /** Whether pages that lie on their side or upside down are turned. */
  readonly rotates: boolean;
  readonly deskews: boolean;
  /** The condition for removing noise; `when-noisy` decides by the noise that is measured. */
  readonly denoises: "always" | "when-noisy" | "never";
}

type QuarterTurns = 0 | 90 | 180 | 270;

/** The facts in an image file's headers, without decoding its pixels. */
export interface ImageLook {
  /** The number of pages: of a TIFF its pictures but for smaller copies and masks, of any other file 1. */
  readonly pages: number;
  /** Whether the file is damaged behind the pages that are counted. */
  readonly isDamaged: boolean;
  /** The width of the first page as it is seen: orientation applied, pixels square. */
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A picture of a page for a model to read, with a little of the page's text to check the model's answer against. */
export interface PagePicture {
  /** The path of an upright JPEG in grey. */
  readonly path: string;
  readonly widthPx: number;
  readonly heightPx: number;
  /** The angle by which the page was turned clockwise to stand upright. */
  readonly rotationDegrees: QuarterTurns;
  /** Whether the page is empty. */
  readonly isBlank: boolean;
  /** The words of some lines that were read with confidence, in reading order; empty for a blank page. */
  readonly sample: readonly RecognizedWord[];
}

export interface PictureJob extends Work {
  /** The image file, as for `recognize`. */
  readonly input: string;
  readonly page: number;
  readonly dpi: number | undefined;
  readonly languages: readonly string[] | "auto";
  readonly rotates: boolean;
  /** The limit of the longer side; a smaller image is not enlarged. */
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
   * Reads the text of one page image, as far as it can be decoded. A page gets at most a minute of a worker, however
   * much time its request has left.
   * @throws Failure `unsupported_file_type` (nothing of it can be decoded), `image_too_large` (more than `maxPixels`,
   * before anything is decoded), `document_too_complex` (time, memory, a second crash), `engine_unavailable`
   */
  recognize(job: RecognizeJob & { readonly maxPixels: number }): Promise<RecognizedPage>;
  /** The engine's name in answers. */
  readonly model: string;
  /** Returns Tesseract's codes of the languages that pages can be read in, sorted, without `osd`. */
  languages(): readonly string[];
  /** The number of pages that are read in parallel; more would only wait. */
  readonly pagesAtOnce: number;
}

/** Makes the pictures of page images that a model provider is shown. */
export interface PagePictures {
  /** Makes the picture of a page. @throws as `Recognizer.recognize` */
  picture(job: PictureJob): Promise<PagePicture>;
  /**
   * Cuts the page into `count` strips from top to bottom that overlap by a tenth, where there is least ink, and makes
   * each as large as `longEdgePx` allows; paths in that order. `rotationDegrees` as `picture` found it.
   * @throws as `Recognizer.recognize`
   */
  strips(job: StripsJob): Promise<readonly string[]>;
}

/** Says what an image file is, before any of it is decoded. */
export interface ImageInspector {
  /**
   * Reads the header of an image file.
   * @throws Failure `unsupported_file_type` for a file that is no readable picture
   */
  look(job: { readonly input: string } & Work): Promise<ImageLook>;
}
