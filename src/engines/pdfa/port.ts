import type {
  AccessibilityFlavour as AccessibilityProfile,
  Conversion,
  Place as DocumentPlace,
  Flavour as PdfaFlavour,
} from "@quire/pdfa";
import type { Work } from "../../kernel/timing/work.ts";

/* The port of validation against PDF/A (ISO 19005), and against PDF/UA (ISO 14289) and Well-Tagged PDF. */

export { ACCESSIBILITY_FLAVOURS as ACCESSIBILITY_PROFILES, FLAVOURS as PDFA_FLAVOURS } from "@quire/pdfa/flavours";
export type { AccessibilityProfile, DocumentPlace, PdfaFlavour };

/** A requirement that a document does not meet. */
export interface BrokenRule {
  /** The clause of the standard that was checked, such as `6.2.11.4.1`, or `Table 5. Table-P`. */
  readonly clause: string;
  /** The rule's number among the tests of the clause. */
  readonly test: number;
  /** What is wrong, what is required, and what to do about it, each in a sentence. */
  readonly message: string;
  readonly requirement: string;
  readonly hint: string;
  /** What a conversion to PDF/A does about it: it corrects or removes it, or embeds another font if that is asked for. */
  readonly conversion?: Conversion;
  /** The number of all occurrences, including those that are not listed. */
  readonly count: number;
  /** The page numbers, ascending; the first 100. */
  readonly pages: readonly number[];
  /** The first occurrences; `values` are those that break the rule, in a few words. */
  readonly occurrences: readonly { readonly place: DocumentPlace; readonly values: string }[];
}

/** Something that could not be checked, and why. */
export interface Unchecked {
  readonly reason: string;
  readonly place: DocumentPlace;
}

export interface ConformanceReport {
  /** Whether the document claims the flavour, and all of it was checked and met. */
  readonly isCompliant: boolean;
  /** The claim in the document's XMP, such as `PDF/A-2b` or `PDF/A-4`; null where it claims nothing. */
  readonly claimedConformance: string | null;
  readonly checkedAs: PdfaFlavour;
  /** The broken rules in the order of the clauses. */
  readonly brokenRules: readonly BrokenRule[];
  readonly unchecked: readonly Unchecked[];
  /** The number of rules in each group, and the number of things in the document that they were tested on. */
  readonly coverage: readonly { readonly name: string; readonly rules: number; readonly tests: number }[];
  readonly pages: number;
  /** The catalog's version where it is the higher one, otherwise the header's. */
  readonly pdfVersion: string;
  readonly isEncrypted: boolean;
  /** The result for the standard of accessibility that was asked for; absent where none was. */
  readonly accessibility?: AccessibilityConformance | undefined;
}

/** The result of checking a document against PDF/UA or Well-Tagged PDF. */
export interface AccessibilityConformance {
  readonly checkedAs: AccessibilityProfile;
  /** Whether the document claims the standard, and all that a program can check was checked and met. */
  readonly isCompliant: boolean;
  /** The claims in the document's XMP, such as `PDF/UA-1`; null where it claims nothing. */
  readonly claimed: string | null;
  readonly brokenRules: readonly BrokenRule[];
  readonly unchecked: readonly Unchecked[];
  readonly humanChecks: readonly HumanCheck[];
}

/** A question that only a person can answer. */
export interface HumanCheck {
  readonly subject: string;
  readonly question: string;
  /** The number of places that it concerns; 0 where it is about the document as a whole. */
  readonly count: number;
  /** The first places; `values` is the text to look at. */
  readonly occurrences: readonly { readonly place: DocumentPlace; readonly values: string }[];
}

export interface Validator {
  /**
   * Checks the document at `input` against `flavour`; if absent, against what it claims, and 2b where it claims
   * nothing; and against `accessibility` where that is given. The report lists what the document is too complex for; only a document that cannot be opened at all is a
   * failure.
   */
  validate(
    job: {
      input: string;
      password?: string | undefined;
      flavour?: PdfaFlavour | undefined;
      accessibility?: AccessibilityProfile | undefined;
    } & Work,
  ): Promise<ConformanceReport>;
}
