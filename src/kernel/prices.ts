/** The price list's arithmetic (contract §5, credits). A credit is 0.001 USD. */

const STARTED_SIZE_BYTES = 100 * 1024 * 1024;

/** Returns one credit, and one more per started 100 MB above 100 MB. */
export const creditsByStartedSize = (sizeBytes: number): number =>
  1 + Math.max(0, Math.ceil((sizeBytes - STARTED_SIZE_BYTES) / STARTED_SIZE_BYTES));

/** Returns one credit per started `pagesPerCredit` pages. */
export const creditsByStartedPages = (pages: number, pagesPerCredit: number): number =>
  Math.ceil(pages / pagesPerCredit);

const INCLUDED_PAGES = 25;

/** Returns `base` credits for a document of up to 25 pages, and one more per started 25 pages above that. */
export const creditsByPrintedPages = (base: number, pages: number): number =>
  base + Math.max(0, Math.ceil((pages - INCLUDED_PAGES) / INCLUDED_PAGES));
