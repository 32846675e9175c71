import { fields } from "../kernel/fields/fields.ts";
import { cleanFileName } from "../kernel/file-name.ts";

/** Makes the parameter with which a caller names a PDF that is the result. */
export const outputFilename = ({ default: otherwise }: { readonly default: string }) =>
  fields
    .optionalText()
    .transform((wanted) => (typeof wanted === "string" ? pdfName(wanted) : otherwise))
    .meta({ type: "string", default: otherwise })
    .describe("File name of the result.");

/** Returns the name of a PDF: the caller's, else `otherwise`. */
export const resultFilename = (
  { output_filename: wanted }: { readonly output_filename?: string | undefined },
  otherwise: string,
): string => (wanted === undefined ? otherwise : pdfName(wanted));

function pdfName(wanted: string): string {
  const name = cleanFileName(wanted);
  // The name is cleaned again, since it may have become too long.
  return /\.pdf$/i.test(name) ? name : cleanFileName(`${name}.pdf`);
}
