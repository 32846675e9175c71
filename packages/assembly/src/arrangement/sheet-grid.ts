import type { Rectangle } from "@quire/cos";
import type { CellOrder, Orientation, PerSheet, Size } from "./options.ts";
import { boxOf, turnedPaper, withinMargins } from "./paper.ts";
import { fitted } from "./placing.ts";
import { UnfitStep } from "./planned-page.ts";

/** The longer and the shorter side of each grid, in cells. */
const GRIDS = { 2: [2, 1], 4: [2, 2], 6: [3, 2], 8: [4, 2], 9: [3, 3], 16: [4, 4] } as const;

export interface SheetGrid {
  readonly sheet: Size;
  /** The cells in the order in which pages come into them. */
  readonly cells: readonly Rectangle[];
}

export interface GridOptions {
  readonly perSheet: PerSheet;
  readonly paper: Size;
  readonly orientation: Orientation;
  readonly order: CellOrder;
  readonly gapPt: number;
  readonly marginPt: number;
}

/**
 * Returns the grid, of all those that the options allow, in which `page` becomes largest.
 * @throws UnfitStep when margin and gap leave no room in any
 */
export function sheetGrid(page: Size, options: GridOptions): SheetGrid {
  const { orientation, perSheet } = options;
  const [longer, shorter] = GRIDS[perSheet];
  const orientations = orientation === "auto" ? (["portrait", "landscape"] as const) : [orientation];
  const grids = orientations.flatMap((one) => {
    const sheet = turnedPaper(options.paper, one, page);
    return [gridOn(sheet, [longer, shorter], options), gridOn(sheet, [shorter, longer], options)];
  });
  const sizes = grids.map(({ cells: [cell] }) => (cell === undefined ? 0 : fitted(page, cell, "contain")[0]));
  const best = grids[sizes.indexOf(Math.max(...sizes))];
  if (best === undefined || Math.max(...sizes) <= 0) {
    throw new UnfitStep(
      options.gapPt > options.marginPt ? "gap" : "margin",
      "margin and gap leave no room for pages on the sheet; smaller ones are allowed",
    );
  }
  return best;
}

function gridOn(sheet: Size, [columns, rows]: readonly [number, number], options: GridOptions): SheetGrid {
  const { order, gapPt, marginPt } = options;
  const { left, bottom, right, top } = area(sheet, marginPt);
  const width = (right - left - gapPt * (columns - 1)) / columns;
  const height = (top - bottom - gapPt * (rows - 1)) / rows;
  if (width <= 0 || height <= 0) {
    return { sheet, cells: [] };
  }
  const cells = Array.from({ length: columns * rows }, (_, index) => {
    const isDown = order.startsWith("down");
    const row = isDown ? index % rows : Math.floor(index / columns);
    const place = isDown ? Math.floor(index / rows) : index % columns;
    const column = order.endsWith("from_right") ? columns - 1 - place : place;
    const [x, y] = [left + column * (width + gapPt), top - row * (height + gapPt)];
    return { left: x, bottom: y - height, right: x + width, top: y };
  });
  return { sheet, cells };
}

function area(sheet: Size, marginPt: number): Rectangle {
  const margins = { topPt: marginPt, rightPt: marginPt, bottomPt: marginPt, leftPt: marginPt };
  return marginPt === 0 ? boxOf(sheet) : withinMargins(sheet, margins, { member: "margin", what: "the sheet" });
}
