import type { Frame, MarkdownStyle, TextOptions } from "@quire/layout/options";
import type { Work } from "../../kernel/timing/work.ts";
import type { TranscribedBlock } from "../vision/port.ts";

export { HEADING_STYLES, MATH_FORMATS, TABLE_FORMATS } from "@quire/layout/options";

/*
 * The port of text extraction. Boxes are in points of the page as it is seen (crop box and /Rotate applied), origin top
 * left. Results can be as large as the document: they come as files, never as values.
 */

/** The text of a page that was read from its image. Each is a line of JSON in the file that `extract` is given. */
export type ReadPage = RecognizedText | TranscribedText;

/** Text from text recognition: words with their places. */
export interface RecognizedText {
  readonly kind: "recognized";
  readonly page: number;
  /** The angle by which the page had to be turned clockwise to stand upright. */
  readonly rotationDegrees: 0 | 90 | 180 | 270;
  readonly lines: readonly (readonly ReadWord[])[];
}

/** Text from a model, which returns blocks in reading order, and no places. */
interface TranscribedText {
  readonly kind: "transcribed";
  readonly page: number;
  readonly blocks: readonly TranscribedBlock[];
}

export interface ReadWord {
  readonly text: string;
  /** Left, top, right and bottom, in points of the page as it is seen. */
  readonly box: readonly [number, number, number, number];
  /** The confidence of the recogniser, 0 to 1; undefined where it states none. */
  readonly confidence?: number;
}

export interface MarkdownForm extends Omit<MarkdownStyle, "imageUrl" | "noteReference"> {
  readonly kind: "markdown";
  /** Whether the document's properties come first, in YAML. */
  readonly hasFrontMatter: boolean;
}

/** The form of the text. `layout`: pages as they look. `reading`, `structured`: blocks in reading order. */
export type TextForm =
  | ({ readonly kind: "text"; readonly arrangement: "layout" | "reading" } & Required<
      Pick<TextOptions, "pageSeparator">
    >)
  | { readonly kind: "html"; readonly arrangement: "layout" | "structured"; readonly frame: Frame }
  | MarkdownForm;

/** The properties that a document states; dates are in ISO 8601, UTC. */
export interface DocumentProperties {
  readonly title: string | null;
  readonly author: string | null;
  readonly subject: string | null;
  readonly keywords: string | null;
  readonly creator: string | null;
  readonly producer: string | null;
  readonly created: string | null;
  readonly modified: string | null;
}

/** The treatment of figures that are images: left out, written as data URLs in the text, or as files that it names. */
export type ImageUse = "omit" | "embed" | "files";

/** The lists that are written next to the text: elements of JSON, separated by commas and without brackets. */
export const ELEMENT_LISTS = ["blocks", "words", "pages"] as const;
export type ElementList = (typeof ELEMENT_LISTS)[number];

export type ExtractionStep =
  /**
   * A page has been read; its text is not yet written. `isUnreadable`: it has characters without a Unicode value.
   * `hasOtherFonts`: some of its text is set in fonts of the reader's, as its own could not be used.
   */
  | { readonly kind: "page"; readonly page: number; readonly isUnreadable: boolean; readonly hasOtherFonts?: boolean }
  | { readonly kind: "file"; readonly content: "text" | ElementList; readonly path: string; readonly sizeBytes: number }
  /** An image for `images: "files"`; the text refers to it as `name`, a relative path. */
  | { readonly kind: "image"; readonly name: string; readonly path: string; readonly sizeBytes: number }
  /** The last step. */
  | {
      readonly kind: "end";
      readonly wordCount: number;
      readonly language: string | null;
      readonly properties: DocumentProperties;
    };

export interface ExtractionSource extends Work {
  readonly input: string;
  readonly password?: string | undefined;
  /** The page numbers, each once. */
  readonly pages: readonly number[];
}

export interface Extractor {
  /**
   * Returns those of `pages` that are mostly an image and have no usable text of their own, or whose characters have no
   * Unicode value for the most part (contract §8), in their order.
   */
  scansAmong(source: ExtractionSource): Promise<readonly number[]>;
  /**
   * Writes the text of `pages` in `form`, and `lists`, to files in `outputDirectory`. `readPages` is a file of
   * `ReadPage`s, whose text replaces that of their pages.
   */
  extract(
    job: ExtractionSource & {
      readonly form: TextForm;
      readonly lists: readonly ElementList[];
      /** The use of images in Markdown and in HTML by blocks; HTML has no files. */
      readonly images: ImageUse;
      readonly readPages?: string | undefined;
      readonly outputDirectory: string;
    },
  ): AsyncIterable<ExtractionStep>;
}
