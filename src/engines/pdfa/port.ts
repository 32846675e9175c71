import type { Place as DocumentPlace, Flavour as PdfaFlavour } from "@quire/pdfa";
import type { Work } from "../../kernel/work.ts";

/* The port of what says whether documents conform to PDF/A (ISO 19005). */

export { FLAVOURS as PDFA_FLAVOURS } from "@quire/pdfa/flavours";
export type { DocumentPlace, PdfaFlavour };

/** A requirement that a document does not meet. */
export interface BrokenRule {
  /** Of the part of ISO 19005 that was checked: `6.2.11.4.1`. */
  readonly clause: string;
  /** Its number among the tests of the clause. */
  readonly test: number;
  /** What is wrong, what is required, and what to do about it: a sentence each. */
  readonly message: string;
  readonly requirement: string;
  readonly hint: string;
  /** All occurrences, also those that are not told. */
  readonly count: number;
  /** Ascending; the first 100. */
  readonly pages: readonly number[];
  /** The first ones; `values` are those that break the rule, in a few words. */
  readonly occurrences: readonly { readonly place: DocumentPlace; readonly values: string }[];
}

/** What could not be checked, and why. */
export interface Unchecked {
  readonly reason: string;
  readonly place: DocumentPlace;
}

export interface ConformanceReport {
  /** The document claims the flavour, and all of it was checked and kept. */
  readonly isCompliant: boolean;
  /** What the document's XMP claims: `PDF/A-2b`, `PDF/A-4`; null where it claims nothing. */
  readonly claimedConformance: string | null;
  readonly checkedAs: PdfaFlavour;
  /** In the order of the clauses. */
  readonly brokenRules: readonly BrokenRule[];
  readonly unchecked: readonly Unchecked[];
  /** How many rules there are in each group, and on how many things of the document they were tested. */
  readonly coverage: readonly { readonly name: string; readonly rules: number; readonly tests: number }[];
  readonly pages: number;
  /** The catalog's where it is the higher one, else the header's. */
  readonly pdfVersion: string;
  readonly isEncrypted: boolean;
}

export interface Validator {
  /**
   * Checks the document at `input` against `flavour`; absent: against what it claims, and 2b where it claims nothing.
   * What a document is too complex for is told in the report; only what cannot be opened at all is a failure.
   */
  validate(
    job: { input: string; password?: string | undefined; flavour?: PdfaFlavour | undefined } & Work,
  ): Promise<ConformanceReport>;
}
