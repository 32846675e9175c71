import { z } from "zod";
import { HEADING_STYLES, MATH_FORMATS, TABLE_FORMATS } from "../../engines/layout/port.ts";
import { fields } from "../../kernel/fields/fields.ts";
import { extractionOperation } from "../extraction/extraction.ts";
import { extractionFields } from "../extraction/parameters.ts";

const schema = z.object({
  detect_headings: fields.flag({ default: true }).describe("Headings; else paragraphs."),
  detect_lists: fields.flag({ default: true }).describe("Lists; else paragraphs."),
  detect_tables: fields.flag({ default: true }).describe("Tables; else paragraphs."),
  detect_code_blocks: fields.flag({ default: true }).describe("Code; else paragraphs."),
  preserve_bold_italic: fields.flag({ default: true }).describe("Keeps bold and italic type."),
  add_page_breaks: fields.flag({ default: true }).describe("Puts a line `---` between pages."),
  include_metadata: fields.flag({ default: false }).describe("Begins with the document's metadata, in YAML."),
  heading_style: fields.choice({ values: HEADING_STYLES, default: "atx" }).describe("How headings are written."),
  table_format: fields
    .choice({ values: TABLE_FORMATS, default: "pipe" })
    .describe("How tables are written; a table that the format cannot express is written as HTML."),
  math: fields
    .choice({ values: MATH_FORMATS, default: "text" })
    .describe(
      "Formulas: as the text of their signs; or as LaTeX that KaTeX reads, `$…$` within a line and `$$` around displayed ones. A formula that is not read with certainty stays text.",
    ),
  images: fields
    .choice({ values: ["omit", "embed", "zip"], default: "omit" })
    .describe(
      "Images of figures: left out; in the text as data URLs; or as files of a ZIP archive, which is then the answer.",
    ),
  keep_furniture: fields.flag({ default: false }).describe("Keeps running headers and footers, and page numbers."),
  ...extractionFields,
});

export const pdfToMarkdown = extractionOperation({
  name: "pdf-to-markdown",
  operationId: "convert_pdf_to_markdown",
  path: "/api/v1/convert/pdf-to-markdown",
  summary: "Convert a PDF to Markdown",
  description: "Finds headings, lists, tables and code and writes them as Markdown. Scanned pages are read by OCR.",
  aliases: { page_breaks: "add_page_breaks", tables: "table_format" },
  parameters: schema,
  form: { member: "markdown", mediaType: "text/markdown", extension: "md" },
  alsoProduces: ["application/zip"],
  extraction: (parameters) => ({
    form: {
      kind: "markdown",
      headingStyle: parameters.heading_style,
      tableFormat: parameters.table_format,
      math: parameters.math,
      hasPageBreaks: parameters.add_page_breaks,
      keepsBoldItalic: parameters.preserve_bold_italic,
      hasHeadings: parameters.detect_headings,
      hasLists: parameters.detect_lists,
      hasTables: parameters.detect_tables,
      hasCode: parameters.detect_code_blocks,
      keepsRunningHeaders: parameters.keep_furniture,
      hasFrontMatter: parameters.include_metadata,
    },
    images: parameters.images === "zip" ? "files" : parameters.images,
  }),
});
