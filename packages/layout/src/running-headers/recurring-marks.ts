import type { Line, PageLines } from "../words.ts";
import { REACH_PAGES } from "./repeated.ts";

/*
 * Marked artifacts (ISO 32000-2, 14.8.2.2). Producers mark letterheads, captions and whole pages as artifacts that a
 * reader takes for text, so that a mark alone proves nothing: a running header runs, and other pages have its like.
 */

/** The height of the outer bands of a page, whose texts may differ from page to page, as a share of its height. */
const BAND_SHARE = 0.14;

/**
 * Returns for each page the lines that are marked as artifacts and have their like among the marked lines of pages
 * nearby: at the same place of the outer bands, or of the same text. In a document that is not tagged, whose marks say
 * less, both the text and the place have to be the same.
 */
export function recurringMarks(pages: readonly PageLines[], { isTagged }: { readonly isTagged: boolean }): Set<Line>[] {
  const marked = pages.map((page) =>
    page.lines.filter(isMarked).map((line) => ({ line, keys: isTagged ? keysOf(line, page) : [fixedKey(line)] })),
  );
  const seen = marked.map((own) => new Set(own.flatMap(({ keys }) => keys.flatMap(({ like }) => like))));
  return marked.map((own, index) => {
    const from = Math.max(0, index - REACH_PAGES);
    const others = seen.slice(from, index + REACH_PAGES + 1).filter((_, at) => from + at !== index);
    const recurs = ({ key }: Key): boolean => others.some((other) => other.has(key));
    return new Set(own.flatMap(({ line, keys }) => (keys.some(recurs) ? [line] : [])));
  });
}

/** Returns whether the file itself marks all words of a line as artifacts. */
const isMarked = ({ words }: Line): boolean => words.length > 0 && words.every(({ isArtifact }) => isArtifact);

interface Key {
  readonly key: string;
  /** The keys of lines that count as one with this: places are rounded. */
  readonly like: readonly string[];
}

/** The height within which lines of two pages are at one place, in points. */
const PLACE_PT = 3;

/** The text of a line, with its direction and one sign for each number. */
function patternOf({ words, rotation }: Line): string {
  const text = words.map((word) => word.text).join(" ");
  return `${rotation} ${text.replace(/\p{Nd}+/gu, "#")}`;
}

const fixedKey = (line: Line): Key => placeKey(patternOf(line), line.yMin);

function keysOf(line: Line, { content: { heightPt } }: PageLines): Key[] {
  const pattern = patternOf(line);
  const below = heightPt - line.yMax;
  return [
    { key: pattern, like: [pattern] },
    ...(line.yMax < BAND_SHARE * heightPt ? [placeKey("top", line.yMin)] : []),
    ...(below < BAND_SHARE * heightPt && line.yMin > heightPt / 2 ? [placeKey("bottom", below)] : []),
  ];
}

function placeKey(side: string, distancePt: number): Key {
  const place = Math.round(distancePt / PLACE_PT);
  return { key: `${side} ${place}`, like: [-1, 0, 1].map((step) => `${side} ${place + step}`) };
}
