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
  description: `Confidence of ${of}, from 0 to 1; null if there are no words.`,
});

const box: JsonSchema = {
  ...objectSchema({
    x_min: countSchema("Left."),
    y_min: countSchema("Top."),
    x_max: countSchema("Right."),
    y_max: countSchema("Bottom."),
  }),
  description: "Box in pixels of the page's image, origin at the top left.",
};

const word: JsonSchema = objectSchema({
  text: textSchema("The word."),
  confidence: numberSchema("Confidence, from 0 to 1."),
  page_number: countSchema("Number of the word's page."),
  bbox: box,
});

const size = { width: countSchema("Width, in pixels."), height: countSchema("Height, in pixels.") };

const BLOCK_TYPES = ["heading", "paragraph", "list"];

const block = (engine: EngineName): JsonSchema =>
  objectSchema(
    {
      type: { type: "string", enum: engine === "vision" ? [...BLOCK_TYPES, "table", "code", "other"] : BLOCK_TYPES },
      text: textSchema(
        engine === "vision"
          ? "Lines of the block; for a table its rows, with cells separated by tabs."
          : "Lines of the block.",
      ),
    },
    engine === "advanced" ? { bbox: box } : {},
  );

const pageResult = (engine: EngineName): JsonSchema =>
  objectSchema(
    {
      page_number: countSchema("Number of the page in the document, from 1."),
      dimensions: objectSchema(size),
      text: textSchema("Text of this page, in the requested format."),
      confidence: engine === "vision" ? NO_CONFIDENCE : confidence("the page's words"),
      rotation: {
        type: "integer",
        enum: [0, 90, 180, 270],
        description: "Clockwise rotation that was applied to the page before reading, in degrees.",
      },
      language:
        engine === "vision"
          ? DETECTED_LANGUAGE
          : textSchema("Languages that the page was read ` +`with, joined by `+`."),
      ...(engine === "advanced" && { words: listSchema(word, "Words of this page, in reading order.") }),
      blocks: listSchema(block(engine), "Blocks of this page, in reading order."),
    },
    engine === "vision"
      ? {
          doubted: {
            type: "boolean",
            const: true,
            description: "Present if the text lacks words that are certain to be on the page.",
          },
        }
      : {},
  );

const NO_CONFIDENCE: JsonSchema = { type: "null", description: "Always null: models report no confidence." };

const DETECTED_LANGUAGE: JsonSchema = {
  type: ["string", "null"],
  description: "ISO 639-1 code of the language; null if the model did not report one.",
};

const failedPage: JsonSchema = objectSchema({
  page_number: countSchema("Number of the page in the document, from 1."),
  code: textSchema("Code of the error, as in an error response."),
});

/** The members that `output=detailed` adds to `metadata` about a model's work. */
const modelUse: Readonly<Record<string, JsonSchema>> = {
  tokens: {
    ...objectSchema({ input: countSchema("Input tokens."), output: countSchema("Output tokens.") }),
    description: "Tokens of all calls for the delivered pages.",
  },
  cost_usd: {
    type: ["number", "null"],
    minimum: 0,
    description: "Cost in USD by the configured prices; null if none are configured.",
  },
  calls: countSchema("Number of calls of the provider for the delivered pages."),
};

export function answerSchema(engine: EngineName): JsonSchema {
  const hasBoxes = engine === "advanced";
  return objectSchema({
    success: { type: "boolean", const: true },
    data: objectSchema(
      {
        text: textSchema("The text of all pages, in the requested format; for `json` a string that holds JSON."),
        pages: countSchema("Number of pages that were requested."),
        confidence: engine === "vision" ? NO_CONFIDENCE : confidence("all words, weighted by their length"),
        word_count: countSchema("Number of words with a letter or a digit."),
        ...(hasBoxes && {
          page_dimensions: listSchema(
            objectSchema({
              page_number: countSchema("Number of the page in the document, from 1."),
              ...size,
              dpi: numberSchema("Resolution of the image that was read, in dots per inch."),
            }),
            "Size of the image of each page that was read.",
          ),
          words: listSchema(word, "Words of all pages, in reading order."),
        }),
      },
      { page_results: listSchema(pageResult(engine), "Result of each page, with `output=detailed`.") },
    ),
    metadata: objectSchema(
      {
        engine: { type: "string", const: engine },
        processing_time_ms: countSchema("Processing time, in milliseconds."),
        filename: textSchema("Name of the uploaded file."),
      },
      {
        failed_pages: listSchema(failedPage, "Pages that could not be read; they are not charged."),
        model: textSchema("Model or engine that read the pages, with `output=detailed`."),
        dpi: {
          type: engine === "vision" ? ["number", "null"] : "number",
          description: "Resolution of the images that were read, in dots per inch, with `output=detailed`.",
        },
        languages: listSchema({ type: "string" }, "Languages that the pages were read with, with `output=detailed`."),
        ...(engine === "vision" && modelUse),
      },
    ),
  });
}
