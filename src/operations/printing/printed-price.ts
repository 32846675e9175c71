import { creditsByPrintedPages } from "../../kernel/prices.ts";
import type { Outcome } from "../operation.ts";

/*
 * The price of a printed document, which is known when it is printed. Until then credits are held for more pages than
 * almost any document of its size has; a document with more pages still costs no more than was held.
 */

const PAGES_OF_ANY = 250;
const BYTES_PER_PAGE = 1000;
const MOST_PAGES = 5000;

/**
 * Returns the credits to hold for a document.
 * @param about what is known of the document: its size, and how many pages are wanted at most
 */
export function quotePrinted(
  base: number,
  { sizeBytes, maxPages }: { readonly sizeBytes: number; readonly maxPages?: number | undefined },
): number {
  const likely = Math.min(MOST_PAGES, PAGES_OF_ANY + Math.ceil(sizeBytes / BYTES_PER_PAGE));
  return creditsByPrintedPages(base, Math.min(likely, maxPages ?? likely));
}

export const settlePrinted = (base: number, { pages }: Outcome, quoted: number): number =>
  pages === undefined ? quoted : Math.min(quoted, creditsByPrintedPages(base, pages));
