import type { RecognitionEffort } from "../../engines/recognition.ts";

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

const block = (hasBoxes: boolean): Schema =>
  object(
    {
      type: { type: "string", enum: ["heading", "paragraph", "list"] },
      text: text("Its lines."),
    },
    hasBoxes ? { bbox: box } : {},
  );

const pageResult = (hasBoxes: boolean): Schema =>
  object({
    page_number: integer("In the document."),
    dimensions: object(size),
    text: text("Of this page, in the format asked for."),
    confidence: confidence("the page's words"),
    rotation: { type: "integer", enum: [0, 90, 180, 270], description: "How far it was turned clockwise to be read." },
    language: text("What it was read with, joined by `+`."),
    ...(hasBoxes && { words: listOf(word, "In reading order.") }),
    blocks: listOf(block(hasBoxes), "In reading order."),
  });

const failedPage: Schema = object({ page_number: integer("In the document."), code: text("As of an error.") });

export function answerSchema(engine: RecognitionEffort): Schema {
  const hasBoxes = engine === "advanced";
  return object({
    success: { type: "boolean", const: true },
    data: object(
      {
        text: text("The text of all pages, in the format asked for; a string that holds JSON for `json`."),
        pages: integer("Pages that were to be read."),
        confidence: confidence("all words, weighted by their length"),
        word_count: integer("Words with a letter or a digit."),
        ...(hasBoxes && {
          page_dimensions: listOf(
            object({ page_number: integer("In the document."), ...size, dpi: number("Of the image that was read.") }),
            "Of each page that was read.",
          ),
          words: listOf(word, "Of all pages, in reading order."),
        }),
      },
      { page_results: listOf(pageResult(hasBoxes), "Page by page, with `output=detailed`.") },
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
        dpi: number("Of the images that were read, with `output=detailed`."),
        languages: listOf({ type: "string" }, "What it was read with, with `output=detailed`."),
      },
    ),
  });
}
