import { Failure } from "../failure.ts";
import { type PageList, WORDS } from "./page-list.ts";

export interface PageSelection {
  /** The page numbers in the order written; empty only for `even` on a document of one page. */
  readonly pages: readonly number[];
  /** Whether a range ended beyond the last page and was cut there. */
  readonly clipped: boolean;
}

/**
 * Returns the pages of a document of `documentPages` pages that `list` names. `repeats`: a page written twice counts
 * once, or is kept as written. An end beyond the last page is clipped.
 * @throws Failure `page_out_of_range` for a start beyond the last page; `too_many_pages` when more than `maxPages` are
 * kept as written
 */
export function resolvePages(
  list: PageList,
  documentPages: number,
  { repeats, maxPages }: { readonly repeats: "once" | "kept"; readonly maxPages: number },
): PageSelection {
  if (list.kind !== "ranges") {
    return { pages: pagesOfWord(list.kind, documentPages), clipped: false };
  }
  let clipped = false;
  const pages: number[] = [];
  const free = new FreePages(documentPages);
  for (const range of list.ranges) {
    if (range.first > documentPages) {
      throw pageOutOfRange(range.first, documentPages);
    }
    const last = Math.min(range.last ?? documentPages, documentPages);
    clipped ||= range.last !== null && range.last > documentPages;
    if (repeats === "kept" && pages.length + last - range.first >= maxPages) {
      throw new Failure("too_many_pages", `The page list names more than ${maxPages} pages.`, { facts: { maxPages } });
    }
    for (const page of repeats === "once" ? free.take(range.first, last) : pagesFrom(range.first, last)) {
      pages.push(page);
    }
  }
  return { pages, clipped };
}

const pagesFrom = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/**
 * Keeps the pages that are not taken yet. Those that are taken are passed over in one step, since a list may name
 * everything many times.
 */
class FreePages {
  /**
   * The links from each page, and from one beyond the last, to itself while it is free, and else towards the next that
   * is.
   */
  readonly #next: Uint32Array;

  constructor(documentPages: number) {
    this.#next = Uint32Array.from({ length: documentPages + 2 }, (_, page) => page);
  }

  /** Takes those of `first` to `last` that are free. */
  *take(first: number, last: number): Generator<number, void, undefined> {
    for (let page = this.#freeFrom(first); page <= last; page = this.#freeFrom(page)) {
      this.#next[page] = page + 1;
      yield page;
    }
  }

  #freeFrom(page: number): number {
    const passed: number[] = [];
    let free = page;
    for (let next = this.#next[free]; next !== undefined && next !== free; next = this.#next[free]) {
      passed.push(free);
      free = next;
    }
    for (const taken of passed) {
      this.#next[taken] = free;
    }
    return free;
  }
}

function pagesOfWord(word: (typeof WORDS)[number], documentPages: number): number[] {
  const all = Array.from({ length: documentPages }, (_, index) => index + 1);
  switch (word) {
    case "all":
      return all;
    case "first":
      return all.slice(0, 1);
    case "last":
      return all.slice(-1);
    case "odd":
      return all.filter((page) => page % 2 === 1);
    case "even":
      return all.filter((page) => page % 2 === 0);
  }
}

/**
 * Returns the selection, which must not be empty: where the pages are what is asked for, there is nothing to answer with.
 * @throws Failure `page_out_of_range`
 */
export function requireSelection(selection: PageSelection, documentPages: number): PageSelection {
  if (selection.pages.length === 0) {
    throw emptySelection(documentPages);
  }
  return selection;
}

/** Returns the failure of a page list that names no page of the document, such as `even` of one page. */
export const emptySelection = (documentPages: number): Failure =>
  new Failure(
    "page_out_of_range",
    `The page list selects no page of the document, which has ${counted(documentPages)}; ask for pages that it has.`,
    { facts: { documentPages } },
  );

const counted = (pages: number): string => (pages === 1 ? "1 page" : `${pages} pages`);

export function pageOutOfRange(page: number, documentPages: number): Failure {
  const named = page < Number.MAX_SAFE_INTEGER ? `Page ${page}` : "A page number of that many digits";
  return new Failure("page_out_of_range", `${named} does not exist; the document has ${counted(documentPages)}.`, {
    facts: { page, documentPages },
  });
}
