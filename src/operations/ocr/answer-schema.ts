import type { EngineName } from "./answer.ts";

/* The JSON Schema of an answer, for the API description. */

type Schema = Readonly<Record<string, unknown>>;

const text = (description: string): Schema => ({ type: "string", description });
const integer = (description: string): Schema => ({ type: "integer", minimum: 0, description });
const number = (description: string): Schema => ({ type: "number", description });
const listOf = (items: Schema, description: string): Schema => ({ type: "array", items, description });
const object = (
  properties: Readonly<Record<string, Schema>>,
  optional: Readonly<Record<string, Schema>> = {},
): Schema => ({
  type: "object",
  required: Object.keys(properties),
  properties: { ...properties, ...optional },
});

const confidence = (of: string): Schema => ({
  type: ["number", "null"],
  minimum: 0,
  description: `From 0 to 1: of ${of}; null without words.`,
});

const box: Schema = {
  ...object({
    x_min: integer("Left."),
    y_min: integer("Top."),
    x_max: integer("Right."),
    y_max: integer("Bottom."),
  }),
  description: "In pixels of the page's image, origin top left.",
};

const word: Schema = object({
  text: text("The word."),
  confidence: number("From 0 to 1."),
  page_number: integer("Its page."),
  bbox: box,
});

const size = { width: integer("In pixels."), height: integer("In pixels.") };

const BLOCK_TYPES = ["heading", "paragraph", "list"];

const block = (engine: EngineName): Schema =>
  object(
    {
      type: { type: "string", enum: engine === "vision" ? [...BLOCK_TYPES, "table", "code", "other"] : BLOCK_TYPES },
      text: text(engine === "vision" ? "Its lines; of a table its rows, cells parted by tabs." : "Its lines."),
    },
    engine === "advanced" ? { bbox: box } : {},
  );

const pageResult = (engine: EngineName): Schema =>
  object(
    {
      page_number: integer("In the document."),
      dimensions: object(size),
      text: text("Of this page, in the format asked for."),
      confidence: engine === "vision" ? NO_CONFIDENCE : confidence("the page's words"),
      rotation: {
        type: "integer",
        enum: [0, 90, 180, 270],
        description: "How far it was turned clockwise to be read.",
      },
      language: engine === "vision" ? TOLD_LANGUAGE : text("What it was read with, joined by `+`."),
      ...(engine === "advanced" && { words: listOf(word, "In reading order.") }),
      blocks: listOf(block(engine), "In reading order."),
    },
    engine === "vision"
      ? { doubted: { type: "boolean", const: true, description: "What is sure to be on the page is not in the text." } }
      : {},
  );

const NO_CONFIDENCE: Schema = { type: "null", description: "Models tell none." };

const TOLD_LANGUAGE: Schema = {
  type: ["string", "null"],
  description: "ISO 639-1, where the model told one.",
};

const failedPage: Schema = object({ page_number: integer("In the document."), code: text("As of an error.") });

/** What `metadata` adds about a model's work, with `output=detailed`. */
const modelUse: Readonly<Record<string, Schema>> = {
  tokens: {
    ...object({ input: integer("Read."), output: integer("Written.") }),
    description: "Of all calls for the pages that were delivered.",
  },
  cost_usd: { type: ["number", "null"], minimum: 0, description: "By the configured prices; null without them." },
  calls: integer("Of the provider, for the pages that were delivered."),
};

export function answerSchema(engine: EngineName): Schema {
  const hasBoxes = engine === "advanced";
  return object({
    success: { type: "boolean", const: true },
    data: object(
      {
        text: text("The text of all pages, in the format asked for; a string that holds JSON for `json`."),
        pages: integer("Pages that were to be read."),
        confidence: engine === "vision" ? NO_CONFIDENCE : confidence("all words, weighted by their length"),
        word_count: integer("Words with a letter or a digit."),
        ...(hasBoxes && {
          page_dimensions: listOf(
            object({ page_number: integer("In the document."), ...size, dpi: number("Of the image that was read.") }),
            "Of each page that was read.",
          ),
          words: listOf(word, "Of all pages, in reading order."),
        }),
      },
      { page_results: listOf(pageResult(engine), "Page by page, with `output=detailed`.") },
    ),
    metadata: object(
      {
        engine: { type: "string", const: engine },
        processing_time_ms: integer("How long it took."),
        filename: text("Of what was sent."),
      },
      {
        failed_pages: listOf(failedPage, "Pages that could not be read; they are not charged."),
        model: text("What read it, with `output=detailed`."),
        dpi: {
          type: engine === "vision" ? ["number", "null"] : "number",
          description: "Of the images that were read, with `output=detailed`.",
        },
        languages: listOf({ type: "string" }, "What it was read with, with `output=detailed`."),
        ...(engine === "vision" && modelUse),
      },
    ),
  });
}
