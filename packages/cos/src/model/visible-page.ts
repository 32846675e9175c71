import type { Matrix } from "./matrix.ts";
import type { Page } from "./page.ts";

/** A page as it is seen: in points, from the lower left corner of the page as it is turned. */
export interface VisiblePage {
  readonly widthPt: number;
  readonly heightPt: number;
  /** The transformation from points as seen to default user space. */
  readonly toUserSpace: Matrix;
}

/** What decides how a page is seen. */
export type PageShape = Pick<Page, "cropBox" | "rotate" | "userUnit">;

/** Returns the crop box of the page, turned by /Rotate, in units of /UserUnit (ISO 32000-2, table 31). */
export function visiblePage(page: PageShape): VisiblePage {
  const { cropBox, rotate, userUnit } = page;
  const across = (cropBox.right - cropBox.left) * userUnit;
  const up = (cropBox.top - cropBox.bottom) * userUnit;
  const isUpright = rotate % 180 === 0;
  return {
    widthPt: isUpright ? across : up,
    heightPt: isUpright ? up : across,
    toUserSpace: toUserSpace(page),
  };
}

function toUserSpace({ cropBox: { left, bottom, right, top }, rotate, userUnit }: PageShape): Matrix {
  const unit = 1 / userUnit;
  switch (rotate) {
    case 0:
      return [unit, 0, 0, unit, left, bottom];
    case 90:
      return [0, unit, -unit, 0, right, bottom];
    case 180:
      return [-unit, 0, 0, -unit, right, top];
    case 270:
      return [0, -unit, unit, 0, left, top];
    default:
      return rotate satisfies never;
  }
}
