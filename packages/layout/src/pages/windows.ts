import { bodySizeOf } from "../running-headers/body-size.ts";
import { REACH_PAGES } from "../running-headers/repeated.ts";
import type { LaidOutPages } from "./lay-out-pages.ts";
import { type ReadPage, type SeenPage, withRunningHeaders } from "./seen-page.ts";

/** How many pages are laid out, and held, at a time: one takes about a megabyte. */
export const WINDOW_PAGES = 128;

interface Windows {
  readonly windowPages: number;
  readonly layOutPages: (pages: readonly ReadPage[]) => LaidOutPages;
}

/**
 * Lays out pages in windows. One ends before a page that begins with a block of its own, and what has been seen of the
 * pages behind that is seen again in the next; where everything goes on from page to page, it is cut between two.
 */
export function* inWindows(
  pages: Iterator<SeenPage>,
  { windowPages, layOutPages }: Windows,
): Generator<Pick<LaidOutPages, "blocks" | "untagged">, void, undefined> {
  // Running heads and feet are told by the pages before and behind.
  const most = Math.max(1, windowPages - REACH_PAGES);
  let before: readonly SeenPage[] = [];
  let open: SeenPage[] = [];
  while (!isFilled(open, { pages, count: windowPages })) {
    const read = readPages(open, before);
    const laidOut = layOutPages(read);
    const end = endOfWindow(open.slice(0, most + 1), laidOut);
    if (end === undefined) {
      yield layOutPages(read.slice(0, most));
    } else {
      const own = new Set(open.slice(0, end).map(({ content }) => content.page));
      yield {
        blocks: laidOut.blocks.filter(({ page }) => own.has(page)),
        untagged: new Set([...laidOut.untagged].filter((page) => own.has(page))),
      };
    }
    before = open.slice(0, end ?? most).slice(-REACH_PAGES);
    open = open.slice(end ?? most);
  }
  yield layOutPages(readPages(open, before));
}

/** Whether there are no more pages than those in `open`, after it has taken what it can. */
function isFilled(
  open: SeenPage[],
  { pages, count }: { readonly pages: Iterator<SeenPage>; readonly count: number },
): boolean {
  // One more than a window has, to know whether it is the last.
  while (open.length <= count) {
    const next = pages.next();
    if (next.done === true) {
      return true;
    }
    open.push(next.value);
  }
  return false;
}

const readPages = (open: readonly SeenPage[], before: readonly SeenPage[]): ReadPage[] =>
  withRunningHeaders([...before, ...open], bodySizeOf(open)).slice(before.length);

/** The last page that begins with a block of its own. */
function endOfWindow(pages: readonly SeenPage[], { goOn }: LaidOutPages): number | undefined {
  const end = pages.findLastIndex(({ content }) => !goOn.has(content.page));
  return end > 0 ? end : undefined;
}
