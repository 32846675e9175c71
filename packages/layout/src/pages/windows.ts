import { bodySizeOf } from "../running-headers/body-size.ts";
import { REACH_PAGES } from "../running-headers/repeated.ts";
import type { LaidOutPages } from "./lay-out-pages.ts";
import { type ReadPage, type SeenPage, withRunningHeaders } from "./seen-page.ts";

/** The number of pages that are laid out, and held, at a time; one takes about a megabyte. */
export const WINDOW_PAGES = 128;

interface Windows {
  readonly windowPages: number;
  /** Whether the document is tagged, so that its marks of artifacts mean something. */
  readonly isTagged: boolean;
  readonly layOutPages: (pages: readonly ReadPage[]) => LaidOutPages;
}

/**
 * Lays out pages in windows. A window ends before a page that begins with a new block, and the pages behind that are
 * seen again in the next; where everything goes on from page to page, the text is cut between two pages.
 */
export function* inWindows(
  pages: Iterator<SeenPage>,
  { windowPages, isTagged, layOutPages }: Windows,
): Generator<Pick<LaidOutPages, "blocks" | "untagged">, void, undefined> {
  // Running headers and footers are found by the pages before and after them.
  const most = Math.max(1, windowPages - REACH_PAGES);
  let before: readonly SeenPage[] = [];
  let open: SeenPage[] = [];
  while (!isFilled(open, { pages, count: windowPages })) {
    const read = readPages(open, { before, isTagged });
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
  yield layOutPages(readPages(open, { before, isTagged }));
}

/** Takes pages into `open` until it has one more than `count`, and returns whether there are no more to take. */
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

const readPages = (
  open: readonly SeenPage[],
  { before, isTagged }: { readonly before: readonly SeenPage[]; readonly isTagged: boolean },
): ReadPage[] =>
  withRunningHeaders([...before, ...open], { bodySizePt: bodySizeOf(open), isTagged }).slice(before.length);

/** Returns the index of the last page that begins with a new block; undefined where none after the first does. */
function endOfWindow(pages: readonly SeenPage[], { goOn }: LaidOutPages): number | undefined {
  const end = pages.findLastIndex(({ content }) => !goOn.has(content.page));
  return end > 0 ? end : undefined;
}
