import type { Conformance, PrintedInformation } from "@quire/printed/options";
import type { Work } from "../../kernel/timing/work.ts";

export type { PrintedInformation };

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
      readonly conformance?: Conformance | undefined;
      readonly maxBytes: number;
    } & Work,
  ): Promise<{ readonly pages: number }>;
}
