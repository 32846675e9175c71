import { PDFA_CHANGE_EFFECTS, PDFA_CHANGES, PDFA_TARGETS } from "../../engines/conversion/port.ts";

/* The JSON Schema of a report, for the API description. */

type Schema = Readonly<Record<string, unknown>>;

const text = (description: string): Schema => ({ type: "string", description });
const integer = (description: string): Schema => ({ type: "integer", minimum: 0, description });
const listOf = (items: Schema, description: string): Schema => ({ type: "array", items, description });
const object = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: "object",
  required: Object.keys(properties),
  properties,
});

const change: Schema = object({
  code: { type: "string", enum: Object.keys(PDFA_CHANGES), description: "What kind of change it is." },
  effect: {
    type: "string",
    enum: PDFA_CHANGE_EFFECTS,
    description: "Whether something was mended, taken out of the document, or replaced by another thing.",
  },
  message: text("The same in a sentence."),
  count: { type: "integer", minimum: 1, description: "How often it was done." },
  details: listOf({ type: "string" }, "What was found, such as types of actions: the first twenty different ones."),
  places: listOf(
    object({
      page: { type: ["integer", "null"], minimum: 1, description: "Number of the page, if it is on one." },
      object: { type: ["integer", "null"], minimum: 0, description: "Number of the object in the document sent." },
    }),
    "The first ten places.",
  ),
});

export const answerSchema: Schema = object({
  conformance_level: { type: "string", enum: PDFA_TARGETS, description: "Part and level of the result." },
  is_compliant: { type: "boolean", enum: [true], description: "The result conforms; what does not is an error." },
  changes: listOf(change, "What the conversion changes and drops."),
  comparison: object({
    dpi: integer("Resolution at which the pages were compared."),
    pages: integer("How many pages were compared."),
    largest_difference_percent: {
      type: "number",
      minimum: 0,
      description: "The largest share of pixels of a page that are off by more than 16 of 255.",
    },
  }),
  metadata: object({
    page_count: integer("Number of pages of the document."),
    filename: text("Name of the uploaded file."),
  }),
});
