/** A heading that is recognised by its looks. */
export interface RankedHeading {
  /** The rank of its style (`rankOf`): larger type first, then bold and capitals. */
  readonly rank: number;
  readonly text: string;
}

/** The deepest level, that of `######` in Markdown and `<h6>` in HTML. */
const DEEPEST = 6;

/** What each half point of the type's size adds to a rank. */
export const RANK_PER_HALF_POINT = 10;

/**
 * Returns the levels of all headings of a document, from 1 to 6, in their order. Where sections are numbered, the numbers
 * decide: `2.1` is one level below `2`, and headings without a number have the level of the numbered ones that they look
 * like. Otherwise larger type is above smaller type, and bold type above regular type. Sizes of which a document has only
 * a few headings, as on its title page, do not use up levels: they share the one above the first numbered level, or that
 * of the next size where there would be more than six levels.
 */
export function levelsOf(headings: readonly RankedHeading[]): readonly number[] {
  const numbered = headings.map(({ rank, text }) => ({ rank, depth: depthOf(text) }));
  const depths = depthsOf(numbered.filter(({ depth }) => depth > 0));
  const ranks = numbered.map((heading) => rankByNumber(heading, depths));
  const levels = levelsOfRanks(
    ranks,
    depths.map(({ rank }) => rank),
  );
  return ranks.map((rank) => levels.get(rank) ?? DEEPEST);
}

const CHAPTER =
  /^(?:chapter|appendix|kapitel|anhang|chapitre|annexe|cap[ií]tulo|ap[eé]ndice|capitolo|appendice|hoofdstuk|rozdział|глава|приложение)\s+(?:\d{1,2}|[A-Z]|[IVX]{1,5})\b|^第\s*[\d一二三四五六七八九十]{1,3}\s*[章课課]/iu;
const NUMBER = /^(?:(?:\d{1,2}|[A-Z])((?:\.\d{1,3})+)|\d{1,2})\.?[\s\u3000]+[\p{L}\p{N}"“«(]/u;

/** Returns the number of parts of a section's number, 2 for `1.3` and `A.3`, 1 for a chapter; 0 where it has none. */
function depthOf(text: string): number {
  const own = text.trimStart();
  if (CHAPTER.test(own)) {
    return 1;
  }
  const found = NUMBER.exec(own);
  return found === null ? 0 : (found[1] ?? "").split(".").length;
}

/** The least number of numbered headings by which the others are judged. */
const LEAST_NUMBERED = 3;
/** The difference between the sizes of headings of one depth, as ranks: producers round. */
const SAME_SIZE = RANK_PER_HALF_POINT + 5;
/** The step between depths of sections that are set in one style. */
const DEPTH_STEP = 0.1;

interface NumberedHeading {
  readonly rank: number;
  /** The number of parts of its number; 0 where it has none. */
  readonly depth: number;
}

interface Depth {
  readonly depth: number;
  /** The rank of most of its headings. */
  readonly style: number;
  /** The rank that all of its headings get, below that of the depth above. */
  readonly rank: number;
}

/** Returns the rank of a heading: that of its depth, or that of the numbered headings that it looks like, or its own. */
function rankByNumber({ rank, depth }: NumberedHeading, depths: readonly Depth[]): number {
  const own = depths.find((each) => each.depth === depth && Math.abs(each.style - rank) <= SAME_SIZE);
  const alike = own ?? depths.find(({ style }) => style === rank) ?? depths.find(({ style }) => isOfSize(rank, style));
  return alike?.rank ?? rank;
}

/** Returns whether two ranks are of one size, and differ by weight, capitals or slant alone. */
const isOfSize = (rank: number, other: number): boolean => sizeOf(rank) === sizeOf(other);
const sizeOf = (rank: number): number => Math.round((rank - 2) / RANK_PER_HALF_POINT);

function depthsOf(numbered: readonly NumberedHeading[]): readonly Depth[] {
  if (numbered.length < LEAST_NUMBERED) {
    return [];
  }
  const depths: Depth[] = [];
  for (const depth of [...new Set(numbered.map((each) => each.depth))].toSorted((a, b) => a - b)) {
    const style = mostFrequent(numbered.flatMap((each) => (each.depth === depth ? [each.rank] : [])));
    const above = depths.at(-1)?.rank ?? Number.POSITIVE_INFINITY;
    depths.push({ depth, style, rank: Math.min(style, above - DEPTH_STEP) });
  }
  return depths;
}

function mostFrequent(ranks: readonly number[]): number {
  const counts = Map.groupBy(ranks, (rank) => rank);
  return [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? 0;
}

/**
 * The share of a document's headings, and their number, below which those that are larger than the first numbered level
 * share one level: they are of its title page, or are no headings of its text.
 */
const FEW_SHARE = 0.05;
const FEW = 2;

interface Group {
  readonly ranks: number[];
  count: number;
  /** Whether it is a level of numbered headings, which no other joins. */
  readonly isNumbered: boolean;
}

/** Returns the level of each rank, from 1 for the highest; ranks share levels where there are more than six. */
function levelsOfRanks(ranks: readonly number[], numbered: readonly number[]): ReadonlyMap<number, number> {
  const groups = [...Map.groupBy(ranks, (rank) => rank)]
    .toSorted(([a], [b]) => b - a)
    .map(([rank, own]): Group => ({ ranks: [rank], count: own.length, isNumbered: numbered.includes(rank) }));
  const first = groups.findIndex(({ isNumbered }) => isNumbered);
  const few = Math.max(FEW, FEW_SHARE * ranks.length);
  const areFew = groups.map(({ count }) => count < few);
  for (let at = first - 1; at > 0; at--) {
    if (areFew[at] === true) {
      merge(groups, at, at - 1);
    }
  }
  while (groups.length > DEEPEST) {
    mergeRarest(groups);
  }
  return new Map(groups.flatMap((group, index) => group.ranks.map((rank) => [rank, index + 1] as const)));
}

/** Joins the group with the fewest headings, numbered ones last, to the nearer one of those beside it. */
function mergeRarest(groups: Group[]): void {
  const open = groups.filter(({ isNumbered }) => !isNumbered);
  const [rarest] = (open.length > 0 ? open : groups.slice(-1)).toSorted((a, b) => a.count - b.count);
  const at = groups.findIndex((group) => group === rarest);
  const distanceTo = (index: number): number =>
    Math.abs((groups[index]?.ranks[0] ?? Number.POSITIVE_INFINITY) - (rarest?.ranks[0] ?? 0));
  merge(groups, at, distanceTo(at - 1) < distanceTo(at + 1) ? at - 1 : at + 1);
}

function merge(groups: Group[], at: number, into: number): void {
  const [rare, other] = [groups[at], groups[into]];
  if (rare !== undefined && other !== undefined) {
    other.ranks.push(...rare.ranks);
    other.count += rare.count;
    groups.splice(at, 1);
  }
}
