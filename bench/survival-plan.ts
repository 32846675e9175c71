import type { PdfDraft } from "./pdf-draft.ts";
import type { Variant } from "./survival-variants.ts";

/** A document that is being put together. */
export interface Plan {
  readonly variant: Variant;
  readonly draft: PdfDraft;
  readonly pageTree: number;
  /** Object numbers, like all numbers here. */
  readonly pages: readonly number[];
  readonly font: number;
  readonly annotations: readonly number[][];
}
