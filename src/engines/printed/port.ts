import type { Work } from "../../kernel/work.ts";

export interface PrintedInformation {
  /** The title; if undefined, the document's own; if empty, none. */
  readonly title?: string | undefined;
  readonly author?: string | undefined;
  readonly subject?: string | undefined;
  readonly keywords?: string | undefined;
}

/** The levels of PDF/A that printed documents can be made to conform to. */
export const PRINTED_CONFORMANCES = ["2b", "3b"] as const;
export type PrintedConformance = (typeof PRINTED_CONFORMANCES)[number];

export interface PostProcessor {
  /**
   * Rewrites a printed document for delivery: small (object streams), with document information and XMP that agree, a
   * deterministic /ID, its title shown, its language known. With `conformance` it claims that, and gets what the level
   * requires as far as possible: a `Validator` must decide whether it conforms.
   * @throws Failure `document_too_complex` when the result would be larger than `maxBytes`
   */
  finish(
    job: {
      readonly input: string;
      readonly output: string;
      readonly information: PrintedInformation;
      /** A BCP 47 language tag for documents that do not state theirs. */
      readonly language?: string | undefined;
      readonly conformance?: PrintedConformance | undefined;
      readonly maxBytes: number;
    } & Work,
  ): Promise<{ readonly pages: number }>;
}
