import type { Failure } from "../../kernel/failure.ts";
import type { ConfidenceSum } from "./page-text.ts";

/** A remark about a page, which is the code of a warning in `X-Warnings`. */
export type Remark = "dpi_reduced" | "vision_doubted" | "enhance_rejected" | "enhance_failed";

/** The content of an answer for one page, whichever engine read it. */
export interface AnswerPage {
  readonly pageNumber: number;
  /**
   * The text in the format asked for; empty for a page without text, except in JSON, which has the page all the same.
   */
  readonly text: string;
  readonly wordCount: number;
  /** The sum of confidences, with weight 0 where the engine reports none. */
  readonly confidence: ConfidenceSum;
  /** The elements of `data.words`; empty where boxes are not reported. */
  readonly words: readonly object[];
  /** The element of `data.page_dimensions`. */
  readonly dimensions: object;
  /** The resolution of the image that was read, in dots per inch; null when it is unknown. */
  readonly dpi: number | null;
  readonly languages: readonly string[];
  readonly remarks: readonly Remark[];
  /** The price of the page, in credits. */
  readonly credits: number;
  /** Returns the element of `data.page_results`. */
  readonly result: () => object;
}

/** The outcome of one page. */
export type PageOutcome<Page = AnswerPage> =
  | { readonly kind: "read"; readonly page: Page }
  | { readonly kind: "failed"; readonly pageNumber: number; readonly failure: Failure };
