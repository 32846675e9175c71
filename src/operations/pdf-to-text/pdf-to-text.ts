import { z } from "zod";
import type { ElementList } from "../../engines/layout/port.ts";
import { fields } from "../../kernel/fields.ts";
import { extractionOperation } from "../extraction/extraction.ts";
import { extractionFields } from "../extraction/parameters.ts";
import { DEFAULT_SEPARATOR, typedSeparator } from "./page-separator.ts";

const schema = z.object({
  extraction_mode: fields
    .choice({ values: ["text", "blocks", "words", "json"], default: "text" })
    .describe("Adds to the text its blocks, its words with their places, or all of it page by page."),
  preserve_layout: fields
    .flag({ default: true })
    .describe("Sets the text as it stands on the page; else paragraphs in the order of reading."),
  include_metadata: fields.flag({ default: false }).describe("Adds what the document says of itself."),
  page_separator: fields
    .optionalText({ maxLength: 1000 })
    .transform((given) => (given === undefined ? DEFAULT_SEPARATOR : typedSeparator(given)))
    .describe("Between pages; typed `\\n`, `\\t` and `\\f` are decoded."),
  ocr: fields
    .choice({ values: ["auto", "never", "force"], default: "auto" })
    .describe("Which pages are read from their images; `never` and `force` win over `enable_ocr`."),
  ...extractionFields,
});
type Parameters = z.output<typeof schema>;

export const pdfToText = extractionOperation({
  name: "pdf-to-text",
  operationId: "convert_pdf_to_text",
  path: "/api/v1/convert/pdf-to-text",
  summary: "Extract the text of a PDF",
  description: "Extracts text, with its blocks and words where asked for. Pages that are scanned are read.",
  parameters: schema,
  form: { member: "text", mediaType: "text/plain", extension: "txt" },
  ocr: ({ ocr, enable_ocr: isEnabled }) => (ocr === "auto" && !isEnabled ? "never" : ocr),
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
