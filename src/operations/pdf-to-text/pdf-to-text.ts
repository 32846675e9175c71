import { z } from "zod";
import type { ElementList } from "../../engines/layout/port.ts";
import { fields } from "../../kernel/fields/fields.ts";
import { extractionOperation } from "../extraction/extraction.ts";
import { extractionFields } from "../extraction/parameters.ts";
import { DEFAULT_SEPARATOR, typedSeparator } from "./page-separator.ts";

const schema = z.object({
  extraction_mode: fields
    .choice({ values: ["text", "blocks", "words", "json"], default: "text" })
    .describe(
      "`blocks` adds the blocks of the text, `words` its words with their boxes, `json` both, and a result for each " +
        "page.",
    ),
  preserve_layout: fields
    .flag({ default: true })
    .describe("Whether the text is laid out as on the page; else it is paragraphs in reading order."),
  include_metadata: fields.flag({ default: false }).describe("Adds the document's metadata, such as title and author."),
  page_separator: fields
    .optionalText({ maxLength: 1000 })
    .transform((given) => (given === undefined ? DEFAULT_SEPARATOR : typedSeparator(given)))
    .describe("Text between pages; typed `\\n`, `\\t` and `\\f` are decoded."),
  ...extractionFields,
});
type Parameters = z.output<typeof schema>;

export const pdfToText = extractionOperation({
  name: "pdf-to-text",
  operationId: "convert_pdf_to_text",
  path: "/api/v1/convert/pdf-to-text",
  summary: "Extract the text of a PDF",
  description: "Extracts text, with its blocks and words on request. Scanned pages are read by OCR.",
  parameters: schema,
  form: { member: "text", mediaType: "text/plain", extension: "txt" },
  extraction: (parameters) => ({
    form: {
      kind: "text",
      arrangement: parameters.preserve_layout ? "layout" : "reading",
      pageSeparator: parameters.page_separator,
    },
    lists: LISTS[parameters.extraction_mode],
    metadata: { extraction_mode: parameters.extraction_mode },
    hasProperties: parameters.include_metadata,
  }),
});

const LISTS: Readonly<Record<Parameters["extraction_mode"], Readonly<Partial<Record<ElementList, string>>>>> = {
  text: {},
  blocks: { blocks: "blocks" },
  words: { words: "words" },
  json: { blocks: "blocks", words: "words", pages: "page_results" },
};
