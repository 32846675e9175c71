import type { Box, PageContent } from "../content.ts";
import type { TextDraft } from "../flow/drafts.ts";
import { boxAround } from "../geometry/boxes.ts";

/** The greatest distance from a bar to its quote, in ems. */
const REACH_EM = 2.5;
/** The least height of a bar, as a share of that of the text, and its greatest thickness, in ems. */
const HEIGHT_SHARE = 0.8;
const THICK_EM = 0.6;

/** The greatest number of bars that are looked at; pages with more upright lines are drawings or tables. */
const MOST_BARS = 300;

/** The greatest distance of a bar's ends from those of another side of one frame, in points. */
const FRAME_TOLERANCE_PT = 1.5;
/** The greatest width of a box before a text, such as one to tick, in points. */
const BOX_MAX_PT = 24;

/**
 * Returns a function that tests whether a paragraph of a page has an upright bar at its left: a quote as browsers and
 * word processors draw it. The sides of a frame around the paragraph, or of a box before it, are no bars.
 */
export function barsOf({ rules, shapes }: PageContent): (draft: TextDraft) => boolean {
  const lines = [...rules, ...shapes];
  const upright: Box[] = lines
    .filter(({ xMin, xMax, yMin, yMax }) => xMax - xMin < 8 && yMax - yMin > 3 * (xMax - xMin) && yMax - yMin > 8)
    .slice(0, MOST_BARS);
  const tops = lines.filter(({ xMin, xMax }) => xMax - xMin > 8 && xMax - xMin < BOX_MAX_PT).slice(0, MOST_BARS);
  const bars = upright.filter((bar) => !tops.some((top) => isSideOf(bar, top)));
  return ({ lines: own }) => {
    const box = boxAround(own.map(({ line }) => line));
    const sizePt = own[0]?.line.sizePt ?? 10;
    return bars.some(
      (bar) =>
        bar.xMax - bar.xMin < THICK_EM * sizePt &&
        bar.xMax <= box.xMin + 1 &&
        box.xMin - bar.xMax < REACH_EM * sizePt &&
        Math.min(bar.yMax, box.yMax) - Math.max(bar.yMin, box.yMin) > HEIGHT_SHARE * (box.yMax - box.yMin) &&
        !upright.some((other) => other.xMin >= box.xMax - 1 && isBeside(bar, other)),
    );
  };
}

const isNear = (a: number, b: number): boolean => Math.abs(a - b) < FRAME_TOLERANCE_PT;

/** Returns whether two bars reach from one height to one other. */
const isBeside = (bar: Box, other: Box): boolean => isNear(bar.yMin, other.yMin) && isNear(bar.yMax, other.yMax);

/** Returns whether a bar goes down from an end of the top of a box. */
const isSideOf = (bar: Box, top: Box): boolean =>
  isNear(bar.yMin, top.yMin) && (isNear(bar.xMin, top.xMin) || isNear(bar.xMax, top.xMax));
