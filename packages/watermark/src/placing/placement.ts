import { type Matrix, multiplied, type VisiblePage } from "@quire/cos";
import type { WatermarkPosition, WatermarkStrip } from "../options.ts";

/** A block whose origin is its lower left corner. */
export interface Block {
  readonly widthPt: number;
  readonly heightPt: number;
}

export interface PlacingOptions {
  readonly position: WatermarkPosition | WatermarkStrip;
  /** The rotation, counter-clockwise as seen; undefined for that of the position. */
  readonly rotationDegrees?: number | undefined;
  readonly fit: boolean;
  /** The size of the text in the block. */
  readonly sizePt: number;
}

export interface Placement {
  /** The transformation from the block to default user space. */
  readonly matrix: Matrix;
  readonly isShrunk: boolean;
  /** Whether a part of the block lies beyond the page. */
  readonly isClipped: boolean;
}

/**
 * Returns the place of the block on a page. The block is turned about its centre; the box around the turned block is
 * placed at the margins or in the middle, and extends beyond the page where it is larger.
 */
export function placementOf(block: Block, page: VisiblePage, options: PlacingOptions): Placement {
  const angle = angleOf(page, options);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const widthPt = block.widthPt * Math.abs(cos) + block.heightPt * Math.abs(sin);
  const heightPt = block.widthPt * Math.abs(sin) + block.heightPt * Math.abs(cos);
  const scale = options.fit ? fittingScale({ widthPt, heightPt }, page, options) : 1;
  const box = { widthPt: widthPt * scale, heightPt: heightPt * scale };
  const [x, y] = centreOf(box, page, options.position);
  const centred: Matrix = [1, 0, 0, 1, -block.widthPt / 2, -block.heightPt / 2];
  const turned: Matrix = [scale * cos, scale * sin, -scale * sin, scale * cos, x, y];
  return {
    matrix: multiplied(multiplied(centred, turned), page.toUserSpace),
    isShrunk: scale < 1,
    isClipped: !isWithin(page.widthPt, x, box.widthPt) || !isWithin(page.heightPt, y, box.heightPt),
  };
}

/** Half a point, which no eye misses: boxes that just fit are within the page whatever their rounding. */
const ROUNDING_PT = 0.5;

/** Returns whether a box of `lengthPt` about `centrePt` lies within a side of the page. */
const isWithin = (sidePt: number, centrePt: number, lengthPt: number): boolean =>
  centrePt - lengthPt / 2 >= -ROUNDING_PT && centrePt + lengthPt / 2 <= sidePt + ROUNDING_PT;

function angleOf(page: VisiblePage, { position, rotationDegrees }: PlacingOptions): number {
  if (rotationDegrees !== undefined) {
    return ((rotationDegrees % 360) * Math.PI) / 180;
  }
  return position === "diagonal" ? Math.atan2(page.heightPt, page.widthPt) : 0;
}

const MARGIN_PT = 36;
/** Returns the margin, which on small pages is at most a quarter of the side, so that both take no more than half. */
const marginOf = (sidePt: number): number => Math.min(MARGIN_PT, sidePt / 4);
/** The share of the available room that shrunk text takes: text that fits exactly looks as if it did not. */
const FITTING = 0.95;
const LEAST_SIZE_PT = 8;

function fittingScale(box: Block, page: VisiblePage, { position, sizePt }: PlacingOptions): number {
  const isInMiddle = position === "diagonal" || position === "center";
  const available = (sidePt: number) => sidePt - (isInMiddle ? 0 : 2 * marginOf(sidePt));
  const scale = Math.min(available(page.widthPt) / box.widthPt, available(page.heightPt) / box.heightPt);
  return scale >= 1 ? 1 : Math.max(scale * FITTING, Math.min(1, LEAST_SIZE_PT / sizePt));
}

function centreOf(
  { widthPt, heightPt }: Block,
  page: VisiblePage,
  position: PlacingOptions["position"],
): [number, number] {
  if (typeof position !== "string") {
    return [centreInStrip(widthPt, page, position), position.bottomPt + position.heightPt / 2];
  }
  const [marginX, marginY] = [marginOf(page.widthPt), marginOf(page.heightPt)];
  const left = marginX + widthPt / 2;
  const right = page.widthPt - marginX - widthPt / 2;
  const bottom = marginY + heightPt / 2;
  const top = page.heightPt - marginY - heightPt / 2;
  const [middleX, middleY] = [page.widthPt / 2, page.heightPt / 2];
  switch (position) {
    case "diagonal":
    case "center":
      return [middleX, middleY];
    case "top":
      return [middleX, top];
    case "bottom":
      return [middleX, bottom];
    case "top-left":
      return [left, top];
    case "top-right":
      return [right, top];
    case "bottom-left":
      return [left, bottom];
    case "bottom-right":
      return [right, bottom];
    default:
      return position satisfies never;
  }
}

function centreInStrip(widthPt: number, page: VisiblePage, { leftPt, rightPt, align }: WatermarkStrip): number {
  const right = page.widthPt - rightPt;
  switch (align) {
    case "left":
      return leftPt + widthPt / 2;
    case "center":
      return (leftPt + right) / 2;
    case "right":
      return right - widthPt / 2;
    default:
      return align satisfies never;
  }
}

/** Returns the alignment of a block's lines at a position. */
export function alignmentAt(position: PlacingOptions["position"]): "left" | "center" | "right" {
  if (typeof position !== "string") {
    return position.align;
  }
  if (position.endsWith("-left")) {
    return "left";
  }
  return position.endsWith("-right") ? "right" : "center";
}
