import { printedTariff } from "../../kernel/prices.ts";
import type { Outcome } from "../operation.ts";

/*
 * The price of a printed document, which is known when it is printed. Until then credits are held for more pages than
 * almost any document of its size has; a document with more pages still costs no more than was held.
 */

const PAGES_OF_ANY = 250;
const BYTES_PER_PAGE = 1000;
const MOST_PAGES = 5000;

/** The facts known about a document before it is printed: its size, and how many pages are wanted at most. */
interface Unprinted {
  readonly sizeBytes: number;
  readonly maxPages?: number | undefined;
}

/** Returns the price of an operation that prints, with `base` credits for the first pages. */
export function printedPrice(base: number) {
  const { price, credits } = printedTariff(base);
  return {
    price,
    quote({ sizeBytes, maxPages }: Unprinted): number {
      const likely = Math.min(MOST_PAGES, PAGES_OF_ANY + Math.ceil(sizeBytes / BYTES_PER_PAGE));
      return credits(Math.min(likely, maxPages ?? likely));
    },
    settle: ({ pages }: Outcome, quoted: number): number =>
      pages === undefined ? quoted : Math.min(quoted, credits(pages)),
  };
}
