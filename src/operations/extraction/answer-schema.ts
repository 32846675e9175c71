import {
  countSchema,
  type JsonSchema,
  listSchema,
  numberSchema,
  objectSchema,
  reportedSchema,
  textSchema,
} from "../../kernel/json-schema.ts";

/* The JSON Schemas of answers, for the API description (contract §8). */

const box: JsonSchema = {
  ...objectSchema({
    x_min: numberSchema("Left."),
    y_min: numberSchema("Top."),
    x_max: numberSchema("Right."),
    y_max: numberSchema("Bottom."),
  }),
  description: "Box in points of the page as it is seen, origin at the top left.",
};

const confidence = (of: string): JsonSchema => ({
  type: "number",
  minimum: 0,
  maximum: 1,
  description: of,
});

const BLOCK_TYPES = ["heading", "paragraph", "list", "table", "code", "quote", "figure", "footnote"];

const block: JsonSchema = objectSchema(
  {
    type: { type: "string", enum: BLOCK_TYPES },
    page_number: countSchema("Number of the page on which the block begins."),
    bbox: box,
  },
  {
    text: textSchema("Text of the block; for a table its rows in aligned columns."),
    confidence: confidence(
      "How sure the block is, from 0 to 1: the share of its characters that have a Unicode value (on a page read by " +
        "OCR the mean confidence of its letters), times the share of blocks found by the same evidence that are right " +
        "in documents whose structure is known. Left out where nothing is known: pages read by a model, and drawings.",
    ),
    level: countSchema("Level of a heading, 1 to 6."),
    ordered: { type: "boolean", description: "Whether a list is numbered." },
    start: countSchema("Number of the first item of an ordered list."),
    items: listSchema(
      objectSchema({ label: textSchema("Label as on the page, such as `3.`."), blocks: listSchema({}, "Blocks.") }),
      "Items of a list.",
    ),
    rows: listSchema(
      listSchema({ type: "object" }, "Cells of a row: `text`, `col_span`, `row_span`, `header`."),
      "Rows of a table.",
    ),
    header_rows: countSchema("Number of header rows of a table."),
    lines: listSchema({ type: "string" }, "Lines of a code block."),
    caption: textSchema("Caption of a table or a figure."),
    image_index: {
      type: ["integer", "null"],
      description: "Index of a figure's image among those of its page, from 0; null for a drawing.",
    },
    alt: textSchema("Alternative text of a figure."),
    labels: listSchema({ type: "string" }, "Lines of the text within a drawing."),
    continues: {
      type: "boolean",
      const: true,
      description: "Present if the block goes on on the next of the pages, as a block of that page.",
    },
    spans: listSchema(
      { type: "object" },
      "Runs of text in one style, if the block has styled text: `text`, `bold`, `italic`, `href` …",
    ),
  },
);

const word: JsonSchema = objectSchema(
  {
    text: textSchema("The word."),
    page_number: countSchema("Number of the word's page."),
    line: countSchema("Index of the word's line on the page, from 0."),
    bbox: box,
    font: textSchema("Name of the font; empty for a word that was read from an image."),
    size: numberSchema("Font size, in points."),
  },
  {
    confidence: confidence("Confidence of text recognition, for a word of a page read by OCR."),
    bold: { type: "boolean", const: true },
    italic: { type: "boolean", const: true },
    joined: { type: "boolean", const: true, description: "Present if no space stands before the word." },
    rotation: countSchema("Clockwise rotation of the word, in degrees."),
  },
);

const pageResult: JsonSchema = objectSchema(
  {
    page_number: countSchema("Number of the page in the document, from 1."),
    dimensions: objectSchema({ width: numberSchema("Width, in points."), height: numberSchema("Height, in points.") }),
    text: textSchema("Text of this page, in reading order."),
    blocks: listSchema(block, "Blocks of this page, in reading order."),
  },
  {
    words: listSchema(word, "Words of this page, line by line."),
    confidence: confidence("Mean of the confidence of the page's blocks, weighted by their letters."),
  },
);

const properties: Readonly<Record<string, JsonSchema>> = {
  title: reportedSchema("Title in the document's metadata, with `include_metadata`."),
  author: reportedSchema("Author in the document's metadata."),
  subject: reportedSchema("Subject in the document's metadata."),
  keywords: reportedSchema("Keywords in the document's metadata."),
  creator: reportedSchema("Program that the document was written with."),
  producer: reportedSchema("Program that made the PDF."),
  created: reportedSchema("Time of creation: ISO 8601, UTC."),
  modified: reportedSchema("Time of the last change: ISO 8601, UTC."),
  language: reportedSchema("Language of the document: a BCP 47 tag."),
  page_count: countSchema("Number of pages of the document."),
};

const failedPage: JsonSchema = objectSchema({
  page_number: countSchema("Number of the page in the document, from 1."),
  code: textSchema("Code of the error, as in an error response."),
});

/** Returns the schema of the answer of an operation whose text is in `member`. */
export function answerSchema(member: "text" | "html" | "markdown"): JsonSchema {
  const isText = member === "text";
  return objectSchema(
    {
      success: { type: "boolean", const: true },
      [member]: textSchema("Text of all requested pages."),
      pages: countSchema("Number of pages that were requested."),
      word_count: countSchema("Number of words with a letter or a digit."),
      ocr_pages: listSchema({ type: "integer", minimum: 1 }, "Pages whose text was read from their images."),
      metadata: objectSchema(
        {
          processing_time_ms: countSchema("Processing time, in milliseconds."),
          filename: textSchema("Name of the uploaded file."),
        },
        {
          ...(isText && { extraction_mode: textSchema("The requested `extraction_mode`."), ...properties }),
          failed_pages: listSchema(failedPage, "Pages that could not be read from their images; they are not charged."),
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
