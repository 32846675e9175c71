import type { Matrix, Page, Rectangle, Ref } from "@quire/cos";

/** The view of a page of which only a part is shown, or that is shown on a sheet. */
export interface PageView {
  /** The part of the page that is shown, in its user space. */
  readonly window: Rectangle;
  /** The sheet that shows the page; undefined when it stays a page by itself. */
  readonly sheet?: SheetPlace | undefined;
}

/** The place of a page on a sheet: a page of the new document with content of others. */
export interface SheetPlace {
  readonly ref: Ref;
  /** The form XObject of the page's content. */
  readonly form: Ref;
  /** The transformation from the page's user space to that of the sheet. */
  readonly matrix: Matrix;
  /** Whether the sheet shows nothing else. */
  readonly isAlone: boolean;
}

/** A point in the user space of a page, as far as it is known. */
export interface PointOfPage {
  readonly x?: number | undefined;
  readonly y?: number | undefined;
}

/**
 * Returns whether a view has a point of its page; one beyond the page counts as the nearest one
 * on it. Views that divide a page have each point once.
 */
export function viewHas({ window }: PageView, { cropBox }: Page, { x, y }: PointOfPage): boolean {
  return (
    (x === undefined || isBetween(x, [window.left, window.right], [cropBox.left, cropBox.right])) &&
    (y === undefined || isBetween(y, [window.bottom, window.top], [cropBox.bottom, cropBox.top]))
  );
}

type Extent = readonly [low: number, high: number];

function isBetween(value: number, [low, high]: Extent, [least, most]: Extent): boolean {
  const nearest = Math.max(value, least);
  return nearest >= low && (nearest < high || (high >= most && nearest >= most));
}
