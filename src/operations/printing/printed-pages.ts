import { type PageList } from "../../kernel/pages/page-list.ts";
import { pageOutOfRange } from "../../kernel/pages/page-ranges.ts";

/*
 * Page lists of documents whose pages are counted only when they are printed. The browser takes ranges, passes over
 * those that begin beyond the end as long as one does not, and cuts those that end beyond it; what it did is inferred
 * from the number of pages that were printed.
 */

/** Returns the ranges in the browser's form; empty: all pages, because the list depends on the count of pages. */
export const rangesForBrowser = (list: PageList | undefined): string => {
  if (list?.kind === "first") {
    return "1";
  }
  return list?.kind === "ranges"
    ? list.ranges.map(({ first, last }) => (last === first ? `${first}` : `${first}-${last ?? ""}`)).join(",")
    : "";
};

/** Returns whether pages of the printed document are yet to be chosen. */
export const needsSelection = (list: PageList | undefined): boolean =>
  list?.kind === "last" || list?.kind === "odd" || list?.kind === "even";

/**
 * Returns whether a range ended beyond the last page, given how many of the pages that `list` names were printed.
 * @throws Failure `page_out_of_range` when one begins beyond it
 */
export function requirePrinted(list: PageList | undefined, printedPages: number): { readonly clipped: boolean } {
  if (list?.kind !== "ranges") {
    return { clipped: false };
  }
  const last = lastPrinted(list.ranges, printedPages);
  const beyond = list.ranges.find(({ first }) => first > last);
  if (beyond !== undefined) {
    // The document has at least the pages that were printed; no more is known of it.
    throw pageOutOfRange(beyond.first, last);
  }
  return { clipped: list.ranges.some((range) => range.last !== null && range.last > last) };
}

type Ranges = Extract<PageList, { kind: "ranges" }>["ranges"];

/** Returns the page that is number `count` of those that the ranges name, in the order of pages. */
function lastPrinted(ranges: Ranges, count: number): number {
  let left = count;
  let page = 0;
  for (const range of ranges.toSorted((one, other) => one.first - other.first)) {
    const first = Math.max(range.first, page + 1);
    const length = (range.last ?? Number.POSITIVE_INFINITY) - first + 1;
    if (length > 0 && left > 0) {
      page = first + Math.min(length, left) - 1;
      left -= Math.min(length, left);
    }
  }
  return page;
}
