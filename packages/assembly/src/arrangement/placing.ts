import {
  intersection,
  inverted,
  type Matrix,
  mappedRectangle,
  multiplied,
  type Rectangle,
  type VisiblePage,
  visiblePage,
} from "@quire/cos";
import type { Fit, Size } from "./options.ts";
import type { Placement, PlannedPage, Sheet } from "./planned-page.ts";

/** Returns the transformation that puts a page as it is seen into the middle of an area. */
export function fitted({ widthPt, heightPt }: Size, { left, bottom, right, top }: Rectangle, fit: Fit): Matrix {
  const [across, up] = [(right - left) / widthPt, (top - bottom) / heightPt];
  const uniform = fit === "cover" ? Math.max(across, up) : Math.min(across, up);
  const [x, y] = fit === "stretch" ? [across, up] : [uniform, uniform];
  return [x, 0, 0, y, (left + right - widthPt * x) / 2, (bottom + top - heightPt * y) / 2];
}

/** What a sheet shows of one page, or of a sheet that was made before. */
export type Placed = Pick<Sheet, "placements" | "frames">;

/**
 * Puts a page on a sheet.
 * @param toSheet the transformation from the page as it is seen, in points, to the sheet
 * @param area the part of the sheet beyond which nothing of the page is seen
 */
export function placed(page: PlannedPage, toSheet: Matrix, area?: Rectangle): Placed {
  const matrix = multiplied(inverted(visiblePage(page).toUserSpace), toSheet);
  if (page.kind === "own") {
    const { pageIndex, cropBox } = page;
    return { placements: clipped([{ pageIndex, matrix, clip: cropBox }], area), frames: [] };
  }
  const { cropBox, frames, placements } = page;
  const seen = clipped(placements, cropBox).map((placement) => ({
    ...placement,
    matrix: multiplied(placement.matrix, matrix),
  }));
  return {
    placements: clipped(seen, area),
    frames: frames.flatMap((frame) => {
      const part = intersection(frame, cropBox);
      return part === undefined ? [] : [mappedRectangle(matrix, part)];
    }),
  };
}

/** Returns the placements of which something is seen within `area` of their sheet, and that part of them. */
export function clipped(placements: readonly Placement[], area: Rectangle | undefined): readonly Placement[] {
  if (area === undefined) {
    return placements;
  }
  return placements.flatMap((placement) => {
    const clip = intersection(placement.clip, mappedRectangle(inverted(placement.matrix), area));
    return clip === undefined ? [] : [{ ...placement, clip }];
  });
}

/** Returns the rectangle of the page's user space that is one of the page as it is seen. */
export const inUserSpace = ({ toUserSpace }: VisiblePage, seen: Rectangle): Rectangle =>
  mappedRectangle(toUserSpace, seen);
