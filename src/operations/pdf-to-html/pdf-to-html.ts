import { z } from "zod";
import { fields } from "../../kernel/fields/fields.ts";
import { extractionOperation } from "../extraction/extraction.ts";
import { extractionFields } from "../extraction/parameters.ts";

const schema = z.object({
  mode: fields
    .choice({ values: ["structured", "layout"], default: "structured" })
    .describe("`structured`: headings, paragraphs, lists and tables in reading order; `layout`: pages as they look."),
  images: fields
    .choice({ values: ["embed", "omit"], default: "embed" })
    .describe(
      "`embed`: pictures are in the HTML as data URLs, and in `mode=layout` the fonts of the document too; `omit`: without them.",
    ),
  ...extractionFields,
});

export const pdfToHtml = extractionOperation({
  name: "pdf-to-html",
  operationId: "convert_pdf_to_html",
  path: "/api/v1/convert/pdf-to-html",
  summary: "Convert a PDF to HTML",
  description: "Finds the structure of a document and writes it as HTML. Scanned pages are read by OCR.",
  parameters: schema,
  form: { member: "html", mediaType: "text/html", extension: "html" },
  extraction: ({ mode, images, output }) => ({
    // In JSON the HTML is to be put into a page; a file is a page by itself.
    form: { kind: "html", arrangement: mode, frame: output === "file" ? "document" : "article" },
    images,
  }),
});
