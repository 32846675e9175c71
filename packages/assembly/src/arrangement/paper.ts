import type { Rectangle } from "@quire/cos";
import type { Margins, Orientation, Size } from "./options.ts";
import { UnfitStep } from "./planned-page.ts";

/** The longest side of a page, in points (ISO 32000-1, annex C). */
const MAX_SIDE_PT = 14_400;
/** The shortest side of a page that is made like one of the document's, which may be of no size that can be shown. */
const MIN_SIDE_PT = 1;

/** Returns the size of a new page like one of the document's, within what readers show. */
export const likePage = ({ widthPt, heightPt }: Size): Size => ({
  widthPt: Math.min(Math.max(widthPt, MIN_SIDE_PT), MAX_SIDE_PT),
  heightPt: Math.min(Math.max(heightPt, MIN_SIDE_PT), MAX_SIDE_PT),
});

export function upright({ widthPt, heightPt }: Size): Size {
  return { widthPt: Math.min(widthPt, heightPt), heightPt: Math.max(widthPt, heightPt) };
}

/** Returns the paper as it lies: `auto` is the orientation of `page`. */
export function turnedPaper(paper: Size, orientation: Orientation, page: Size): Size {
  const isLandscape = orientation === "auto" ? page.widthPt > page.heightPt : orientation === "landscape";
  const { widthPt, heightPt } = upright(paper);
  return isLandscape ? { widthPt: heightPt, heightPt: widthPt } : { widthPt, heightPt };
}

export const boxOf = ({ widthPt, heightPt }: Size): Rectangle => ({
  left: 0,
  bottom: 0,
  right: widthPt,
  top: heightPt,
});

/**
 * Returns what margins leave of a page.
 * @throws UnfitStep when nothing is left; `member` is the one at fault, `what` names the page
 */
export function withinMargins(
  { widthPt, heightPt }: Size,
  { topPt, rightPt, bottomPt, leftPt }: Margins,
  { member, what }: { readonly member: string; readonly what: string },
): Rectangle {
  if (leftPt + rightPt >= widthPt || topPt + bottomPt >= heightPt) {
    throw new UnfitStep(
      member,
      `nothing is left of ${what}, which is ${shown(widthPt)} by ${shown(heightPt)} points: left and right together must ` +
        "be less than its width, top and bottom less than its height",
    );
  }
  return { left: leftPt, bottom: bottomPt, right: widthPt - rightPt, top: heightPt - topPt };
}

/** Returns a length for people, in points. */
export const shown = (lengthPt: number): string => String(Math.round(lengthPt * 10) / 10);
