import type { RuleFlavour } from "../flavours.ts";
import type { Subjects } from "../subjects.ts";
import type { Validation } from "../validation.ts";
import type { Conversion } from "./conversion.ts";
import type { Fix } from "./fix.ts";
import type { RuleId, Scope } from "./rule-id.ts";

/**
 * The result of a test: kept; or broken, with the offending values in a few words (such as `Info "A", XMP "B"`; not the
 * requirement again); or unknown, with the reason ("the font program could not be read").
 */
export type Outcome = true | Broken | { readonly unknown: string };

/** The offending values in a few words. */
export interface Broken {
  readonly broken: string;
  /** The number of the test that was not passed, where the rule stands for a table of tests. */
  readonly id?: RuleId;
}

/** A requirement of a standard. There is one for all flavours that have it: differences between them are parameters. */
export interface Rule<Kind extends keyof Subjects = keyof Subjects> {
  /** The unique key, in kebab case. */
  readonly key: string;
  readonly on: Kind;
  readonly ids: Readonly<Partial<Record<Scope, RuleId | null>>>;
  /** The requirement in our own words, as one sentence. */
  readonly requirement: string;
  /** The message when it is broken, as the title of an issue: "The font program is not embedded". */
  readonly message: string;
  /** What to do about it in the document, and which setting of a program or command does it where there is one. */
  readonly hint: string;
  readonly fix: Fix;
  /** What a conversion does about it; absent: that is up to the document. */
  readonly conversion?: Conversion;
  test(subject: Subjects[Kind], validation: Validation): Outcome;
}

/** A rule about subjects of any kind. */
export type AnyRule = { [Kind in keyof Subjects]: Rule<Kind> }[keyof Subjects];

/**
 * Returns the rule as it is declared, as one of `AnyRule`; the type parameter ties its test to the kind of its
 * subjects.
 */
export const rule = <Kind extends keyof Subjects>(declared: Rule<Kind>): AnyRule =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a rule of one kind is one of any, which generic types do not express
  declared as unknown as AnyRule;

/** Returns the number that the rule has in a flavour; undefined where it does not apply. */
export function idIn({ ids }: Pick<AnyRule, "ids">, flavour: RuleFlavour): RuleId | undefined {
  for (const scope of SCOPES[flavour]) {
    const id = ids[scope];
    if (id !== undefined) {
      return id ?? undefined;
    }
  }
  return undefined;
}

const SCOPES: Readonly<Record<RuleFlavour, readonly Scope[]>> = {
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
  ua1: ["ua1"],
  ua2: ["ua2"],
  wt1a: ["wt1a", "wt1", "ua2"],
  wt1r: ["wt1r", "wt1", "ua2"],
};
