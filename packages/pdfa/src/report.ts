import type { Flavour } from "./flavours.ts";
import type { Place } from "./place.ts";
import type { Fix } from "./rules/fix.ts";
import type { RuleId } from "./rules/rule-id.ts";

/** What was found in a document. */
export interface Report {
  /** All that applies was checked and kept, and the document claims the flavour. */
  readonly isCompliant: boolean;
  /** As its XMP says it; null where it says nothing that can be read. */
  readonly claimed: Claim | null;
  readonly checkedAs: Flavour;
  readonly findings: readonly Finding[];
  /** What could not be checked, and why. */
  readonly inconclusive: readonly { readonly reason: string; readonly place: Place }[];
  readonly coverage: Coverage;
  readonly pages: number;
  /** The catalog's /Version where it is the higher one, else the header's. */
  readonly pdfVersion: string;
  readonly isEncrypted: boolean;
}

export interface Claim {
  readonly part: string;
  /** Upper case as written; null in part 4, and where there is none. */
  readonly conformance: string | null;
  /** The flavour that this names, if it is one. */
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
  /** All, also those that are not told one by one. */
  readonly count: number;
  readonly pages: readonly number[];
  /** The first ones. */
  readonly occurrences: readonly { readonly place: Place; readonly values: string }[];
}

export interface Coverage {
  readonly groups: readonly { readonly name: string; readonly rules: number; readonly tests: number }[];
}
