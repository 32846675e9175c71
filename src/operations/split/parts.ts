import { type PageList } from "../../kernel/pages/page-list.ts";
import { resolvePages } from "../../kernel/pages/page-ranges.ts";

/** A document that a split produces: the end of its name, and its pages. */
export interface Part {
  readonly name: string;
  readonly pages: readonly number[];
}

/**
 * The parts, as far as parameters and number of pages determine them; those by bookmarks are known to the engine only.
 */
export type Division =
  | { readonly kind: "parts"; readonly parts: readonly Part[]; readonly clipped: boolean }
  | { readonly kind: "bookmarks" };

export type Manner =
  | { readonly kind: "pages"; readonly list: PageList }
  | { readonly kind: "ranges"; readonly list: PageList }
  | { readonly kind: "chunks"; readonly list: PageList; readonly chunkSize: number };

// This is the number of pages that a list may name in all, each counted as often as it is named.
const MAX_NAMED_PAGES = 10_000;

/**
 * Divides a document of `documentPages` pages.
 * @throws Failure `page_out_of_range`, `too_many_pages`
 */
export function divide(documentPages: number, manner: Manner): Extract<Division, { kind: "parts" }> {
  const { pages, clipped } = resolvePages(manner.list, documentPages, { repeats: "kept", maxPages: MAX_NAMED_PAGES });
  return { kind: "parts", parts: partsOf(pages, documentPages, manner), clipped };
}

function partsOf(pages: readonly number[], documentPages: number, manner: Manner): Part[] {
  switch (manner.kind) {
    case "pages":
      return pages.map((page) => ({ name: `page_${page}`, pages: [page] }));
    case "chunks":
      return numbered(chunksOf(pages, manner.chunkSize));
    case "ranges":
      return rangesOf(manner.list, documentPages, pages);
  }
}

function chunksOf(pages: readonly number[], chunkSize: number): (readonly number[])[] {
  const count = Math.ceil(pages.length / chunkSize);
  return Array.from({ length: count }, (_, index) => pages.slice(index * chunkSize, (index + 1) * chunkSize));
}

/**
 * Returns one part for each item of the list; a word such as `odd` is one item. `pages` are those of the whole list.
 */
function rangesOf(list: PageList, documentPages: number, pages: readonly number[]): Part[] {
  if (list.kind !== "ranges") {
    return pages.length === 0 ? [] : [rangePart(pages)];
  }
  return list.ranges.map((range) => {
    const item = { kind: "ranges", ranges: [range] } as const;
    return rangePart(resolvePages(item, documentPages, { repeats: "kept", maxPages: MAX_NAMED_PAGES }).pages);
  });
}

function rangePart(pages: readonly number[]): Part {
  const [first = 0] = pages;
  const last = pages.at(-1) ?? first;
  if (last - first + 1 !== pages.length) {
    return { name: "part_1", pages };
  }
  return { name: first === last ? `page_${first}` : `pages_${first}-${last}`, pages };
}

/** Returns the parts that begin on the pages `starts`, ascending; what is before the first of them is a part, too. */
export function bookmarkParts(documentPages: number, starts: readonly number[]): Part[] {
  const firsts = starts[0] === 1 ? starts : [1, ...starts];
  return numbered(
    firsts.map((first, index) => {
      const end = firsts[index + 1] ?? documentPages + 1;
      return Array.from({ length: end - first }, (_, offset) => first + offset);
    }),
  );
}

/** Names the parts `part_01` and so on, with as many digits as the last one needs. */
function numbered(parts: readonly (readonly number[])[]): Part[] {
  const digits = String(parts.length).length;
  return parts.map((pages, index) => ({ name: `part_${String(index + 1).padStart(digits, "0")}`, pages }));
}

/** Adds a number to a name that comes again: `page_3`, `page_3_2`. */
export function uniqueNames(parts: readonly Part[]): Part[] {
  const counts = new Map<string, number>();
  return parts.map(({ name, pages }) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return { name: count === 1 ? name : `${name}_${count}`, pages };
  });
}
