import {
  countSchema,
  type JsonSchema,
  listSchema,
  numberSchema,
  objectSchema,
  textSchema,
} from "../../kernel/json-schema.ts";
import type { EngineName } from "./answer.ts";

/* The JSON Schema of an answer, for the API description. */

const confidence = (of: string): JsonSchema => ({
  type: ["number", "null"],
  minimum: 0,
  description: `From 0 to 1: of ${of}; null without words.`,
});

const box: JsonSchema = {
  ...objectSchema({
    x_min: countSchema("Left."),
    y_min: countSchema("Top."),
    x_max: countSchema("Right."),
    y_max: countSchema("Bottom."),
  }),
  description: "In pixels of the page's image, origin top left.",
};

const word: JsonSchema = objectSchema({
  text: textSchema("The word."),
  confidence: numberSchema("From 0 to 1."),
  page_number: countSchema("Its page."),
  bbox: box,
});

const size = { width: countSchema("In pixels."), height: countSchema("In pixels.") };

const BLOCK_TYPES = ["heading", "paragraph", "list"];

const block = (engine: EngineName): JsonSchema =>
  objectSchema(
    {
      type: { type: "string", enum: engine === "vision" ? [...BLOCK_TYPES, "table", "code", "other"] : BLOCK_TYPES },
      text: textSchema(engine === "vision" ? "Its lines; of a table its rows, cells parted by tabs." : "Its lines."),
    },
    engine === "advanced" ? { bbox: box } : {},
  );

const pageResult = (engine: EngineName): JsonSchema =>
  objectSchema(
    {
      page_number: countSchema("In the document."),
      dimensions: objectSchema(size),
      text: textSchema("Of this page, in the format asked for."),
      confidence: engine === "vision" ? NO_CONFIDENCE : confidence("the page's words"),
      rotation: {
        type: "integer",
        enum: [0, 90, 180, 270],
        description: "How far it was turned clockwise to be read.",
      },
      language: engine === "vision" ? TOLD_LANGUAGE : textSchema("What it was read with, joined by `+`."),
      ...(engine === "advanced" && { words: listSchema(word, "In reading order.") }),
      blocks: listSchema(block(engine), "In reading order."),
    },
    engine === "vision"
      ? { doubted: { type: "boolean", const: true, description: "What is sure to be on the page is not in the text." } }
      : {},
  );

const NO_CONFIDENCE: JsonSchema = { type: "null", description: "Models tell none." };

const TOLD_LANGUAGE: JsonSchema = {
  type: ["string", "null"],
  description: "ISO 639-1, where the model told one.",
};

const failedPage: JsonSchema = objectSchema({
  page_number: countSchema("In the document."),
  code: textSchema("As of an error."),
});

/** The members that `output=detailed` adds to `metadata` about a model's work. */
const modelUse: Readonly<Record<string, JsonSchema>> = {
  tokens: {
    ...objectSchema({ input: countSchema("Read."), output: countSchema("Written.") }),
    description: "Of all calls for the pages that were delivered.",
  },
  cost_usd: { type: ["number", "null"], minimum: 0, description: "By the configured prices; null without them." },
  calls: countSchema("Of the provider, for the pages that were delivered."),
};

export function answerSchema(engine: EngineName): JsonSchema {
  const hasBoxes = engine === "advanced";
  return objectSchema({
    success: { type: "boolean", const: true },
    data: objectSchema(
      {
        text: textSchema("The text of all pages, in the format asked for; a string that holds JSON for `json`."),
        pages: countSchema("Pages that were to be read."),
        confidence: engine === "vision" ? NO_CONFIDENCE : confidence("all words, weighted by their length"),
        word_count: countSchema("Words with a letter or a digit."),
        ...(hasBoxes && {
          page_dimensions: listSchema(
            objectSchema({
              page_number: countSchema("In the document."),
              ...size,
              dpi: numberSchema("Of the image that was read."),
            }),
            "Of each page that was read.",
          ),
          words: listSchema(word, "Of all pages, in reading order."),
        }),
      },
      { page_results: listSchema(pageResult(engine), "Page by page, with `output=detailed`.") },
    ),
    metadata: objectSchema(
      {
        engine: { type: "string", const: engine },
        processing_time_ms: countSchema("How long it took."),
        filename: textSchema("Of what was sent."),
      },
      {
        failed_pages: listSchema(failedPage, "Pages that could not be read; they are not charged."),
        model: textSchema("What read it, with `output=detailed`."),
        dpi: {
          type: engine === "vision" ? ["number", "null"] : "number",
          description: "Of the images that were read, with `output=detailed`.",
        },
        languages: listSchema({ type: "string" }, "What it was read with, with `output=detailed`."),
        ...(engine === "vision" && modelUse),
      },
    ),
  });
}
