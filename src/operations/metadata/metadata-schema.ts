import { nullable, object, type Schema, text } from "../answer-schemas.ts";
import { FIELD_NAMES } from "./answered-metadata.ts";

const texts = (description: string): Schema => ({
  type: "object",
  additionalProperties: { type: "string" },
  description,
});

/** The JSON Schema of the metadata of a document. */
export const metadataSchema: Schema = object({
  title: nullable(
    text("Title: that of XMP, or else that of the information dictionary. The same holds for the next seven."),
  ),
  author: nullable(text("Author; several in XMP are joined by `; `.")),
  subject: nullable(text("Subject.")),
  keywords: nullable(text("Keywords, as one text.")),
  creator: nullable(text("Program that made the original document.")),
  producer: nullable(text("Program that made the PDF.")),
  creation_date: nullable({ type: "string", format: "date-time", description: "When the document was made." }),
  modification_date: nullable({ type: "string", format: "date-time", description: "When it was last changed." }),
  language: nullable(text("Natural language of the document, such as `en-GB`.")),
  custom: texts("Entries of the document's own, by their names."),
  differing: {
    type: "array",
    items: { type: "string", enum: Object.values(FIELD_NAMES) },
    description: "Fields for which the information dictionary and XMP say different things.",
  },
  information: texts("The information dictionary as it is written, with its own names and forms of dates."),
  xmp: nullable(
    object({
      size_bytes: { type: "integer", minimum: 0, description: "Size of the packet's stream." },
      problem: nullable(text("Why the packet cannot be read; null where it can.")),
      properties: {
        type: "object",
        additionalProperties: true,
        description:
          "Its properties by names such as `dc:title`: texts, arrays, and objects for structures and languages.",
      },
      total: { type: "integer", minimum: 0, description: "How many there are; at most 500 are listed." },
    }),
  ),
});

/** The JSON Schema of what a document claims to conform to. */
export const conformanceSchema: Schema = object({
  pdfa: nullable(text("Claim of PDF/A, such as `PDF/A-2b`. Claims are repeated, not checked.")),
  pdfua: nullable(text("Claim of PDF/UA or Well-Tagged PDF, such as `PDF/UA-1`.")),
  pdfx: nullable(text("Claim of PDF/X, such as `PDF/X-4`.")),
});
