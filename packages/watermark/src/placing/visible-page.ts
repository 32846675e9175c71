import type { Page } from "@quire/cos";
import type { Matrix } from "./matrix.ts";

/** A page as it is seen: in points, from the lower left corner of the page as it is turned. */
export interface VisiblePage {
  readonly widthPt: number;
  readonly heightPt: number;
  /** The transformation from points as seen to default user space. */
  readonly toUserSpace: Matrix;
}

/** Returns the crop box of the page, turned by /Rotate, in units of /UserUnit (ISO 32000-2, table 31). */
export function visiblePage(page: Page): VisiblePage {
  return { widthPt: page.widthPt, heightPt: page.heightPt, toUserSpace: toUserSpace(page) };
}

function toUserSpace({ cropBox: { left, bottom, right, top }, rotate, userUnit }: Page): Matrix {
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
