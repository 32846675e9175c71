import type { Flavour } from "../flavours.ts";
import type { Subjects } from "../subjects.ts";
import type { Validation } from "../validation.ts";
import type { Fix } from "./fix.ts";
import type { RuleId, Scope } from "./rule-id.ts";

/**
 * What a test says: kept, or broken by the values in `values` (a few words, such as `Info "A", XMP "B"`; not the
 * requirement again), or not known since `reason` ("the font program could not be read").
 */
export type Outcome = true | { readonly broken: string } | { readonly unknown: string };

/** A requirement of ISO 19005. One for all flavours that have it: what differs between them is a parameter. */
export interface Rule<Kind extends keyof Subjects = keyof Subjects> {
  /** Unique, in kebab case. */
  readonly key: string;
  readonly on: Kind;
  readonly ids: Readonly<Partial<Record<Scope, RuleId | null>>>;
  /** What is required, in our own words: one sentence. */
  readonly requirement: string;
  /** What is wrong when it is broken, as the head of an issue: "The font program is not embedded". */
  readonly message: string;
  /** What to do about it, for whoever makes the document. */
  readonly hint: string;
  readonly fix: Fix;
  test(subject: Subjects[Kind], validation: Validation): Outcome;
}

/** A rule among others. */
export type AnyRule = { [Kind in keyof Subjects]: Rule<Kind> }[keyof Subjects];

/** Gives the rule its types. */
export const rule = <Kind extends keyof Subjects>(declared: Rule<Kind>): AnyRule =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a rule of one kind is one of any, which generic types do not tell
  declared as unknown as AnyRule;

/** The number that the rule has in a flavour; undefined where it does not apply. */
export function idIn({ ids }: Pick<AnyRule, "ids">, flavour: Flavour): RuleId | undefined {
  for (const scope of SCOPES[flavour]) {
    const id = ids[scope];
    if (id !== undefined) {
      return id ?? undefined;
    }
  }
  return undefined;
}

const SCOPES: Readonly<Record<Flavour, readonly Scope[]>> = {
  "1a": ["1a", "1"],
  "1b": ["1"],
  "2a": ["2a", "2u", "2"],
  "2b": ["2"],
  "2u": ["2u", "2"],
  "3a": ["3a", "3u", "3"],
  "3b": ["3"],
  "3u": ["3u", "3"],
  "4": ["4"],
  "4e": ["4e", "4"],
  "4f": ["4f", "4"],
};
