import { PDFA_FLAVOURS } from "../../engines/pdfa/port.ts";

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
  page: { type: ["integer", "null"], minimum: 1, description: "The page; null where it is of the whole document." },
  object: { type: ["integer", "null"], minimum: 0, description: "Number of the indirect object." },
  at: { type: ["string", "null"], description: "What there, such as `Annots[3]/AP/N` or `xmp:CreateDate`." },
};

const rule: Schema = object({
  clause: text("Of the part of ISO 19005 that was checked, such as `6.2.11.4.1`."),
  test: { type: "integer", minimum: 1, description: "Its number among the tests of the clause." },
  message: text("What is wrong."),
  requirement: text("What is required."),
  hint: text("What to do about it."),
  count: { type: "integer", minimum: 1, description: "How often it is broken." },
  pages: listOf({ type: "integer", minimum: 1 }, "Where, ascending: the first 100."),
  occurrences: listOf(object({ ...place, values: text("What breaks the rule.") }), "The first ten."),
});

const coverage: Schema = object({
  complete: flag("Whether all that applies was checked."),
  rules: integer("How many rules apply."),
  tests: integer("How often they were tested."),
  groups: listOf(
    object({ name: text("Such as `fonts`."), rules: integer("Of the group."), tests: integer("Of its rules.") }),
    "The same by subject.",
  ),
  unchecked: listOf(object({ reason: text("Why it could not be checked."), ...place }), "What was not checked."),
});

export const answerSchema: Schema = object({
  is_compliant: flag("Whether the document conforms: it says so, and all was checked and kept."),
  claimed_conformance: {
    type: ["string", "null"],
    description: "What the document claims, such as `PDF/A-2b`; null where it claims nothing.",
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
    page_count: integer("Of the document."),
    pdf_version: text("Such as `1.7`: the catalog's where it is the higher one, else the header's."),
    encrypted: flag("Whether the document is encrypted, which no part of PDF/A allows."),
    filename: text("Of the uploaded file."),
  }),
});
