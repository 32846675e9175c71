import type { Flavour } from "../flavours.ts";
import type { Subjects } from "../subjects.ts";
import type { Validation } from "../validation.ts";

/**
 * Flavours that share the number of a requirement: `"1"` is 1b and 1a, `"2"` is 2b, 2u and 2a, `"2u"` is 2u and 2a, `"4"`
 * is 4, 4e and 4f. The narrowest scope that is named counts; null takes a flavour out.
 */
export type Scope = "1" | "1a" | "2" | "2u" | "2a" | "3" | "3u" | "3a" | "4" | "4e" | "4f";

/** `<clause of the part>-<number of the test>`, such as `6.2.11.4.1-1`. */
export type RuleId = `${string}-${number}`;

/** What would mend a document that breaks the rule. */
export type Fix =
  /** Change of XMP or of the information dictionary. */
  | "metadata"
  /** A key, an action, an annotation flag, a dictionary can be changed or taken out without a change of what is seen. */
  | "dictionary"
  /** The file has to be written anew. */
  | "rewrite"
  /** A stream has to be encoded anew. */
  | "re-encode"
  /** A font has to be embedded or mended. */
  | "font"
  /** Colours have to be given a meaning: an output intent, or another colour space. */
  | "colour"
  /** The author has to say what no program can know: alternative texts, languages, structure. */
  | "author"
  /** The page has to be drawn anew. */
  | "render";

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
