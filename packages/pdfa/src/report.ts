import type { AccessibilityFlavour, Flavour } from "./flavours.ts";
import type { Place } from "./place.ts";
import type { Conversion } from "./rules/conversion.ts";
import type { Fix } from "./rules/fix.ts";
import type { RuleId } from "./rules/rule-id.ts";

/** The result of validating a document. */
export interface Report {
  /** Whether everything that applies was checked and kept, and the document claims the flavour. */
  readonly isCompliant: boolean;
  /** The claim of the document's XMP; null where it claims nothing that can be read. */
  readonly claimed: Claim | null;
  readonly checkedAs: Flavour;
  readonly findings: readonly Finding[];
  /** The checks that could not be made, and why. */
  readonly inconclusive: readonly { readonly reason: string; readonly place: Place }[];
  readonly coverage: Coverage;
  readonly pages: number;
  /** The catalog's /Version where it is higher, else the header's. */
  readonly pdfVersion: string;
  readonly isEncrypted: boolean;
  /** The result for the standard of accessibility that was asked for; absent where none was. */
  readonly accessibility?: AccessibilityReport;
}

/** The result of checking a document against a standard of accessibility. */
export interface AccessibilityReport {
  readonly checkedAs: AccessibilityFlavour;
  /** Whether everything that a program can check was checked and kept, the claim included. */
  readonly isCompliant: boolean;
  /** What the document's XMP claims, such as `PDF/UA-1`; null where it claims nothing. */
  readonly claimed: string | null;
  readonly findings: readonly Finding[];
  readonly inconclusive: Report["inconclusive"];
  readonly coverage: Coverage;
  readonly humanChecks: readonly HumanCheck[];
}

/** A question that only a person can answer. */
export interface HumanCheck {
  /** What it is about, such as `alternative-texts`. */
  readonly subject: string;
  readonly question: string;
  /** The number of places that it concerns; 0 where it is about the document as a whole. */
  readonly count: number;
  /** The first places, with the texts to look at. */
  readonly occurrences: readonly { readonly place: Place; readonly values: string }[];
}

export interface Claim {
  readonly part: string;
  /** The level, in upper case; null in part 4, and where there is none. */
  readonly conformance: string | null;
  /** The flavour that part and level name, if it is one. */
  readonly flavour: Flavour | null;
}

/** A rule that was broken. */
export interface Finding {
  readonly key: string;
  readonly id: RuleId;
  readonly message: string;
  readonly requirement: string;
  readonly hint: string;
  readonly fix: Fix;
  readonly conversion?: Conversion | undefined;
  /** The number of all violations, including those that are not listed. */
  readonly count: number;
  readonly pages: readonly number[];
  /** The first violations. */
  readonly occurrences: readonly { readonly place: Place; readonly values: string }[];
}

export interface Coverage {
  readonly groups: readonly { readonly name: string; readonly rules: number; readonly tests: number }[];
}
