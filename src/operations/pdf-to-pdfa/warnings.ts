import { PDFA_CHANGES, type PdfaChange } from "../../engines/conversion/port.ts";
import type { Warning } from "../../kernel/failure.ts";

/** Returns what is said in `X-Warnings`: what was dropped, how often, and on which page first, and which fonts were replaced. */
export const warningsOf = (changes: readonly PdfaChange[]): readonly Warning[] =>
  changes.flatMap((change) => {
    switch (PDFA_CHANGES[change.code][0]) {
      case "changed":
        return [];
      case "dropped":
        return [dropped(change)];
      case "replaced":
        return change.details.map((name) => ({ code: change.code, parameters: { name } }));
    }
  });

function dropped({ code, count, places }: PdfaChange): Warning {
  const page = places.find((place) => place.page !== undefined)?.page;
  return { code, parameters: { count: String(count), ...(page !== undefined && { page: String(page) }) } };
}
