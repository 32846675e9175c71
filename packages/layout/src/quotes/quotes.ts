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

/**
 * Returns a function that tests whether a paragraph of a page has an upright bar at its left: a quote as browsers and
 * word processors draw it.
 */
export function barsOf({ rules, shapes }: PageContent): (draft: TextDraft) => boolean {
  const bars: Box[] = [...rules, ...shapes]
    .filter(({ xMin, xMax, yMin, yMax }) => xMax - xMin < 8 && yMax - yMin > 3 * (xMax - xMin) && yMax - yMin > 8)
    .slice(0, MOST_BARS);
  return ({ lines }) => {
    const box = boxAround(lines.map(({ line }) => line));
    const sizePt = lines[0]?.line.sizePt ?? 10;
    return bars.some(
      (bar) =>
        bar.xMax - bar.xMin < THICK_EM * sizePt &&
        bar.xMax <= box.xMin + 1 &&
        box.xMin - bar.xMax < REACH_EM * sizePt &&
        Math.min(bar.yMax, box.yMax) - Math.max(bar.yMin, box.yMin) > HEIGHT_SHARE * (box.yMax - box.yMin),
    );
  };
}
