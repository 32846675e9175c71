import { type BuildOptions, buildPdf } from "../../../../packages/pdfa/src/testing/pdf-builder.ts";

/*
 * Small documents that conform to PDF/A, and changes that make them break a rule; for tests of everything that
 * validates.
 */

export const conformingPdf = (options: BuildOptions = {}): Uint8Array => buildPdf({}, options);

/** Returns a document that breaks 6.2.11.4.1-1 (in part 1: 6.3.4-1), on its only page. */
export const unembeddedFontPdf = (options: BuildOptions = {}): Uint8Array =>
  buildPdf(
    { 10: "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>" },
    { resources: "/Font << /F1 10 0 R >>", content: "BT /F1 12 Tf (Text) Tj ET", outputIntent: "GRAY", ...options },
  );

/** Returns a conforming document with a file embedded, by the rules of part 3. */
export const attachingPdf = (
  file: Uint8Array,
  { subtype = "application#2Fpdf", ...options }: Attaching = {},
): Uint8Array =>
  buildPdf(
    {
      10:
        "<< /Type /Filespec /F (inner.pdf) /UF (inner.pdf) /Desc (A file) /AFRelationship /Data " +
        "/EF << /F 11 0 R /UF 11 0 R >> >>",
      11: {
        dict: `/Type /EmbeddedFile /Subtype /${subtype} /Params << /ModDate (D:20260101000000Z) >>`,
        stream: file,
      },
    },
    {
      flavour: "3b",
      catalog: "/AF [10 0 R] /Names << /EmbeddedFiles << /Names [(inner.pdf) 10 0 R] >> >>",
      ...options,
    },
  );

interface Attaching extends BuildOptions {
  /** The subtype as written in the stream's dictionary. */
  readonly subtype?: string | undefined;
}

/** Returns a conforming document of part 2 in one of part 2 in one of part 2 …; at the bottom is `innermost`. */
export function nestedPdf(depth: number, innermost: Uint8Array = conformingPdf()): Uint8Array {
  let file = innermost;
  for (let level = 0; level < depth; level += 1) {
    file = attachingPdf(file, { flavour: "2b" });
  }
  return file;
}
