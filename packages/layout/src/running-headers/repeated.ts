import type { Edge } from "./edges.ts";

/** The greatest distance between rows of two pages that are at one place, in points. */
const SAME_PLACE_PT = 3;

/**
 * The number of pages before and after a page that are compared: parts of a document have different running headers.
 */
export const REACH_PAGES = 6;

/** The least gap between a running header and the text, in ems of the header. */
const GAP_EM = 0.6;

interface Neighbours {
  readonly edges: readonly { readonly top: readonly Edge[]; readonly bottom: readonly Edge[] }[];
  readonly index: number;
  readonly bodySizePt: number;
}

/** Returns whether the gap inward of a row is one that sets a running header apart from the text. */
export const isSetApart = ({ gapPt, sizePt }: Edge): boolean => gapPt >= GAP_EM * sizePt;

/**
 * Returns whether a row has its like at the same place of other pages: of the pages around it, or, where left and right
 * pages differ, of every second one.
 */
export function isRepeated(edge: Edge, { edges, index, bodySizePt }: Neighbours): boolean {
  const { widthPt, heightPt } = edge.page;
  if (edge.sizePt > (widthPt > heightPt ? LARGEST_OF_SLIDE : LARGEST) * bodySizePt) {
    return false;
  }
  let seen = 0;
  let alike = 0;
  let seenOfSide = 0;
  let alikeOfSide = 0;
  for (
    let other = Math.max(0, index - REACH_PAGES);
    other <= Math.min(edges.length - 1, index + REACH_PAGES);
    other++
  ) {
    if (other === index) {
      continue;
    }
    const isLike = edges[other]?.[edge.side].some((candidate) => isAlike(edge, candidate)) === true;
    const isSameSide = (other - index) % 2 === 0;
    seen++;
    alike += isLike ? 1 : 0;
    seenOfSide += isSameSide ? 1 : 0;
    alikeOfSide += isLike && isSameSide ? 1 : 0;
  }
  return (
    alike >= Math.max(1, seen / 2) ||
    (alikeOfSide >= 1 && alikeOfSide > seenOfSide / 2) ||
    isCounted(edge, { edges, index })
  );
}

/** The least number of other pages around a page whose rows count on with the row of that page. */
const COUNTED_PAGES = 3;

/**
 * Returns whether a row has the number of its page at an end: rows at its place of other pages, whatever else they say,
 * count on as the pages do. Running headers that name the section change from page to page. Where notes are numbered
 * through and each page has one, they count on as well: a number counts only where it is at the end of the row on some of
 * the pages, as it is on right pages.
 */
function isCounted(edge: Edge, { edges, index }: Pick<Neighbours, "edges" | "index">): boolean {
  const numbers = [edge.numbers.first, edge.numbers.last].filter((number) => number !== undefined);
  if (numbers.length === 0) {
    return false;
  }
  const around = edges
    .slice(Math.max(0, index - REACH_PAGES), index + REACH_PAGES + 1)
    .flatMap((other) => other[edge.side].filter((candidate) => candidate.page.page !== edge.page.page))
    .filter((candidate) => isAtSamePlace(edge, candidate));
  return numbers.some((number) => {
    const counted = (candidate: Edge): number => number + candidate.page.page - edge.page.page;
    const atEnd = around.filter((candidate) => candidate.numbers.last === counted(candidate)).length;
    const atStart = around.filter((candidate) => candidate.numbers.first === counted(candidate)).length;
    return atEnd > 0 && atEnd + atStart >= COUNTED_PAGES;
  });
}

/** The greatest size of a running header, as a multiple of that of body text; larger type is a title. */
const LARGEST = 1.25;
/** The same of a page that is wider than high: slides that build up have one title on several pages. */
const LARGEST_OF_SLIDE = 1.1;

const isAlike = (a: Edge, b: Edge): boolean =>
  isAtSamePlace(a, b) &&
  (!a.isCaption || a.shownText === b.shownText) &&
  (a.pattern === b.pattern || isMostlySame(a, b));

/** Returns whether rows of two pages are at one height, and of one size. */
function isAtSamePlace(a: Edge, b: Edge): boolean {
  const isSameHeight =
    a.side === "top"
      ? Math.abs(a.yMin - b.yMin) < SAME_PLACE_PT
      : Math.abs(a.page.heightPt - a.yMax - (b.page.heightPt - b.yMax)) < SAME_PLACE_PT;
  return isSameHeight && Math.abs(a.sizePt - b.sizePt) < 0.6;
}

/**
 * Returns whether half of the words of two rows are the same: a running header with a title that changes and a number
 * or a name that stays.
 */
function isMostlySame(a: Edge, b: Edge): boolean {
  const own = wordsOf(a);
  const others = new Set(wordsOf(b));
  const same = own.filter((word) => others.has(word)).length;
  return same > 0 && same >= 0.5 * Math.max(own.length, others.size) && a.pattern.includes("#");
}

/**
 * Returns the words of a row without the leaders of a table of contents, which has rows of one pattern on all its
 * pages.
 */
const wordsOf = ({ pattern }: Edge): string[] => pattern.split(" ").filter((word) => /\p{L}/u.test(word));
