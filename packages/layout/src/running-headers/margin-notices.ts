import { boxAround } from "../geometry/boxes.ts";
import type { Line, PageLines } from "../words.ts";
import { REACH_PAGES } from "./repeated.ts";

/** The words of notices that servers and publishers stamp on pages: where a page is from, and who may use it. */
const NOTICE = /^arxiv:|downloaded|licen[sc]ed|copyright|all rights reserved|©|https?:\/\/|www\.|doi\.org/iu;
/** The greatest distance between the places of a notice on two pages, in points. */
const SAME_PLACE_PT = 3;

/**
 * Finds the lines of each page that are turned against its text and stand in its margins as notices: their words say
 * so, or the pages around have the same line at the same place. Other turned text is text, apart from the columns.
 */
export function findMarginNotices(pages: readonly PageLines[]): Line[][] {
  const turned = pages.map(turnedInMargins);
  return turned.map((lines, index) =>
    lines.filter((line) => {
      const around = turned.slice(Math.max(0, index - REACH_PAGES), index + REACH_PAGES + 1);
      const alike = around.filter((others) => others.some((other) => isAlike(line, other))).length;
      return NOTICE.test(textOf(line)) || (alike > 1 && alike >= around.length / 2);
    }),
  );
}

/** Returns the lines that are turned and stand beside all upright text. */
function turnedInMargins({ lines }: PageLines): Line[] {
  const upright = lines.filter(({ rotation }) => rotation === 0);
  if (upright.length === 0) {
    return [];
  }
  const text = boxAround(upright);
  return lines.filter(({ rotation, xMin, xMax }) => rotation !== 0 && (xMax <= text.xMin || xMin >= text.xMax));
}

const textOf = ({ words }: Line): string => words.map(({ text }) => text).join(" ");

const isAlike = (a: Line, b: Line): boolean =>
  Math.abs(a.xMin - b.xMin) < SAME_PLACE_PT &&
  Math.abs(a.yMin - b.yMin) < SAME_PLACE_PT &&
  textOf(a).replace(/\d+/gu, "#") === textOf(b).replace(/\d+/gu, "#");
