import { ACCESSIBILITY_PROFILES, PDFA_FLAVOURS } from "../../engines/pdfa/port.ts";

/* The JSON Schema of an answer, for the API description. */

type Schema = Readonly<Record<string, unknown>>;

const text = (description: string): Schema => ({ type: "string", description });
const integer = (description: string): Schema => ({ type: "integer", minimum: 0, description });
const flag = (description: string): Schema => ({ type: "boolean", description });
const listOf = (items: Schema, description: string): Schema => ({ type: "array", items, description });
const object = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: "object",
  required: Object.keys(properties),
  properties,
});

const place = {
  page: {
    type: ["integer", "null"],
    minimum: 1,
    description: "Number of the page; null if it concerns the whole document.",
  },
  object: { type: ["integer", "null"], minimum: 0, description: "Number of the indirect object." },
  at: {
    type: ["string", "null"],
    description: "Place within the page or object, such as `Annots[3]/AP/N` or `xmp:CreateDate`.",
  },
};

const rule: Schema = object({
  clause: text("Clause of the standard that was checked, such as `6.2.11.4.1`."),
  test: { type: "integer", minimum: 1, description: "Number of the test within the clause." },
  message: text("What is wrong."),
  requirement: text("What is required."),
  hint: text("What to do about it: in the document, by a setting of a program, or by a call of this service."),
  count: { type: "integer", minimum: 1, description: "How often the rule is broken." },
  pages: listOf({ type: "integer", minimum: 1 }, "Pages on which it is broken, ascending: the first 100."),
  occurrences: listOf(
    object({ ...place, values: text("What breaks the rule.") }),
    "The first ten places where it is broken.",
  ),
});

const unchecked = listOf(object({ reason: text("Why it could not be checked."), ...place }), "What was not checked.");

const humanCheck: Schema = object({
  subject: text("What it is about, such as `alternative-texts`."),
  question: text("What a person has to find out."),
  count: integer("How many places it concerns; 0 if it is about the document as a whole."),
  occurrences: listOf(object({ ...place, values: text("The text to look at.") }), "The first ten places."),
});

const accessibility: Schema = {
  ...object({
    profile: { type: "string", enum: ACCESSIBILITY_PROFILES, description: "What was checked." },
    is_compliant: flag(
      "Whether the document conforms as far as a program can tell: it claims to, all rules were checked, none is broken.",
    ),
    claimed: {
      type: ["string", "null"],
      description: "What the document claims, such as `PDF/UA-1`; null if it claims nothing.",
    },
    rules: listOf(rule, "The rules that are broken."),
    unchecked,
    human_checks: listOf(humanCheck, "What only a person can judge."),
  }),
  description: "The result for `accessibility`; absent if it was not asked for.",
};

const coverage: Schema = object({
  complete: flag("Whether every rule that applies was checked in full."),
  rules: integer("How many rules apply."),
  tests: integer("How many tests were made."),
  groups: listOf(
    object({
      name: text("Name of the group, such as `fonts`."),
      rules: integer("How many of its rules apply."),
      tests: integer("How many tests were made for its rules."),
    }),
    "The same figures by subject.",
  ),
  unchecked,
});

const answer: Schema = object({
  is_compliant: flag(
    "Whether the document conforms: it claims to, every rule that applies was checked, and none is broken.",
  ),
  claimed_conformance: {
    type: ["string", "null"],
    description: "What the document claims, such as `PDF/A-2b`; null if it claims nothing.",
  },
  issues: listOf(
    { type: "string" },
    "What is wrong, by clause: `[6.2.11.4.1-1] The font program is not embedded (3 occurrences, first on page 2: " +
      "Helvetica)`. Empty when the document is compliant; at most 200, then one that says how many more there are.",
  ),
  profile_checked: { type: "string", enum: PDFA_FLAVOURS, description: "Part and level that were checked." },
  rules: listOf(rule, "The rules that are broken, for programs."),
  coverage: { ...coverage, description: "What was checked." },
  metadata: object({
    page_count: integer("Number of pages of the document."),
    pdf_version: text("PDF version, such as `1.7`: the higher one of catalog and header."),
    encrypted: flag("Whether the document is encrypted, which no part of PDF/A permits."),
    filename: text("Name of the uploaded file."),
  }),
});

export const answerSchema: Schema = { ...answer, properties: { ...Object(answer["properties"]), accessibility } };
