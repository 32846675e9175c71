import { assert } from "../../kernel/assert.ts";
import { printedTariff } from "../../kernel/prices.ts";
import type { Outcome } from "../operation.ts";

/**
 * Returns the price of an operation that prints, with `base` credits for the first pages: how many pages a document has
 * is known only when it is printed.
 */
export function printedPrice(base: number) {
  const { price, credits } = printedTariff(base);
  return {
    base,
    statement: {
      price,
      isQuoteMinimum: true,
      settle({ pages }: Outcome): number {
        assert(pages !== undefined, "the pages of a printed document are counted");
        return credits(pages);
      },
    },
  } as const;
}
