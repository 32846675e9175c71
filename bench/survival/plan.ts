import type { PdfDraft } from "../documents/pdf-draft.ts";
import type { Variant } from "./variants.ts";

/** A document that is being put together. */
export interface Plan {
  readonly variant: Variant;
  readonly draft: PdfDraft;
  readonly pageTree: number;
  /** The object numbers of the pages; all numbers here are object numbers. */
  readonly pages: readonly number[];
  readonly font: number;
  readonly annotations: readonly number[][];
}
