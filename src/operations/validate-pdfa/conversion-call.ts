import type { BrokenRule, PdfaFlavour } from "../../engines/pdfa/port.ts";
import type { PdfaTarget } from "../../engines/conversion/port.ts";

/** @internal Exported for its test alone. */
export const CONVERSION_PATH = "/api/v1/convert/pdf-to-pdfa";

/** The level that documents are converted to which should conform to a flavour: tags are made by authors alone. */
const LEVELS: Readonly<Record<PdfaFlavour, PdfaTarget>> = {
  "1a": "1b",
  "1b": "1b",
  "2a": "2u",
  "2b": "2b",
  "2u": "2u",
  "3a": "3u",
  "3b": "3b",
  "3u": "3u",
  "4": "4",
  "4e": "4",
  "4f": "4",
};

/** Returns the sentence that names the call of this service which mends a broken rule. */
export function callThatMends(conversion: NonNullable<BrokenRule["conversion"]>, flavour: PdfaFlavour): string {
  const level = LEVELS[flavour];
  const fields = [
    ...(level === "2b" ? [] : [`conformance_level=${level}`]),
    ...(conversion === "substitutes" ? ["substitute_fonts=true"] : []),
  ];
  const call = `POST ${CONVERSION_PATH}${fields.length === 0 ? "" : ` with ${fields.join(" and ")}`}`;
  return `${call} ${EFFECTS[conversion]}`;
}

const EFFECTS: Readonly<Record<NonNullable<BrokenRule["conversion"]>, string>> = {
  mends: "mends it.",
  drops: "removes it.",
  substitutes: "embeds a font of the same widths, where it has one.",
};
