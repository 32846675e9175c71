import type { Failure } from "../../kernel/failure.ts";
import type { ConfidenceSum } from "./page-text.ts";

/** What is told of a page in `X-Warnings`, as the code of a warning. */
export type Remark = "dpi_reduced" | "vision_doubted" | "enhance_rejected" | "enhance_failed";

/** What an answer says of one page, whichever engine read it. */
export interface AnswerPage {
  readonly pageNumber: number;
  /** In the format asked for; empty for a page without text, but in JSON, which has the page all the same. */
  readonly text: string;
  readonly wordCount: number;
  /** Of nothing where the engine tells none. */
  readonly confidence: ConfidenceSum;
  /** Elements of `data.words`; empty where boxes are not told. */
  readonly words: readonly object[];
  /** The element of `data.page_dimensions`. */
  readonly dimensions: object;
  /** Of the image that was read; null where nobody knows it. */
  readonly dpi: number | null;
  readonly languages: readonly string[];
  readonly remarks: readonly Remark[];
  /** What it costs. */
  readonly credits: number;
  /** The element of `data.page_results`. */
  readonly result: () => object;
}

/** What became of one page. */
export type PageOutcome<Page = AnswerPage> =
  | { readonly kind: "read"; readonly page: Page }
  | { readonly kind: "failed"; readonly pageNumber: number; readonly failure: Failure };
