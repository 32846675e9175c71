import {
  countSchema,
  type JsonSchema,
  listSchema,
  numberSchema,
  objectSchema,
  textSchema,
  toldSchema,
} from "../../kernel/json-schema.ts";

/* The JSON Schemas of answers, for the API description (contract §8). */

const box: JsonSchema = {
  ...objectSchema({
    x_min: numberSchema("Left."),
    y_min: numberSchema("Top."),
    x_max: numberSchema("Right."),
    y_max: numberSchema("Bottom."),
  }),
  description: "In points of the page as it is seen, origin top left.",
};

const BLOCK_TYPES = ["heading", "paragraph", "list", "table", "code", "quote", "figure", "footnote"];

const block: JsonSchema = objectSchema(
  {
    type: { type: "string", enum: BLOCK_TYPES },
    page_number: countSchema("The page that it begins on."),
    bbox: box,
  },
  {
    text: textSchema("Its text; of a table its rows in aligned columns."),
    level: countSchema("Of a heading, 1 to 6."),
    ordered: { type: "boolean", description: "Of a list." },
    start: countSchema("Number of the first item of an ordered list."),
    items: listSchema(
      objectSchema({ label: textSchema("As it stands, such as `3.`."), blocks: listSchema({}, "Blocks.") }),
      "Of a list.",
    ),
    rows: listSchema(listSchema({ type: "object" }, "Cells: `text`, `col_span`, `row_span`, `header`."), "Of a table."),
    header_rows: countSchema("How many rows of a table are its head."),
    lines: listSchema({ type: "string" }, "Of code."),
    spans: listSchema({ type: "object" }, "Runs of one style, where there is any: `text`, `bold`, `italic`, `href` …"),
  },
);

const word: JsonSchema = objectSchema(
  {
    text: textSchema("The word."),
    page_number: countSchema("Its page."),
    line: countSchema("Its line on the page, from 0."),
    bbox: box,
    font: textSchema("Name of its font; empty of a word that was read from an image."),
    size: numberSchema("Of its type, in points."),
  },
  {
    bold: { type: "boolean", const: true },
    italic: { type: "boolean", const: true },
    joined: { type: "boolean", const: true, description: "No space stands before it." },
    rotation: countSchema("How far it is turned clockwise, in degrees."),
  },
);

const pageResult: JsonSchema = objectSchema(
  {
    page_number: countSchema("In the document."),
    dimensions: objectSchema({ width: numberSchema("In points."), height: numberSchema("In points.") }),
    text: textSchema("Of this page, in the order of reading."),
    blocks: listSchema(block, "In the order of reading."),
  },
  { words: listSchema(word, "Line by line.") },
);

const properties: Readonly<Record<string, JsonSchema>> = {
  title: toldSchema("What the document says of itself, with `include_metadata`."),
  author: toldSchema("As `title`."),
  subject: toldSchema("As `title`."),
  keywords: toldSchema("As `title`."),
  creator: toldSchema("What the document was made with."),
  producer: toldSchema("What its PDF was made with."),
  created: toldSchema("ISO 8601, UTC."),
  modified: toldSchema("ISO 8601, UTC."),
  language: toldSchema("BCP 47."),
  page_count: countSchema("Of the document."),
};

const failedPage: JsonSchema = objectSchema({
  page_number: countSchema("In the document."),
  code: textSchema("As of an error."),
});

/** Returns the schema of the answer of an operation whose text is in `member`. */
export function answerSchema(member: "text" | "html" | "markdown"): JsonSchema {
  const isText = member === "text";
  return objectSchema(
    {
      success: { type: "boolean", const: true },
      [member]: textSchema("Of all pages that were asked for."),
      pages: countSchema("Pages that were asked for."),
      word_count: countSchema("Words with a letter or a digit."),
      ocr_pages: listSchema({ type: "integer", minimum: 1 }, "Pages whose text was read from their images."),
      metadata: objectSchema(
        { processing_time_ms: countSchema("How long it took."), filename: textSchema("Of what was sent.") },
        {
          ...(isText && { extraction_mode: textSchema("As asked for."), ...properties }),
          failed_pages: listSchema(failedPage, "Pages that could not be read from their images; they are free."),
        },
      ),
    },
    isText
      ? {
          blocks: listSchema(block, "With `extraction_mode=blocks` or `json`."),
          words: listSchema(word, "With `extraction_mode=words` or `json`."),
          page_results: listSchema(pageResult, "With `extraction_mode=json`."),
        }
      : {},
  );
}
