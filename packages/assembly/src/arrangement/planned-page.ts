import type { Matrix, PageShape, Rectangle } from "@quire/cos";

/* The pages of a document that is to be made, before any of it is made: where each comes from, and how it is seen. */

/** A page of the document that stays a page: only its rotation and its boxes may change. */
export interface OwnPage extends PageShape {
  readonly kind: "own";
  /** The page's place in the document, from 0. */
  readonly pageIndex: number;
  /**
   * The boxes that are set to `cropBox`: none; the crop box; or all of them, for a page that is cut into several, each of
   * which has its own annotations.
   */
  readonly boxes: "kept" | "cropped" | "cut";
}

/** A new page that shows pages of the document, or nothing. Its user space is in points. */
export interface Sheet extends PageShape {
  readonly kind: "sheet";
  readonly mediaBox: Rectangle;
  readonly placements: readonly Placement[];
  /** The boxes that get a thin border. */
  readonly frames: readonly Rectangle[];
}

export type PlannedPage = OwnPage | Sheet;

/** A page of the document on a sheet. */
export interface Placement {
  readonly pageIndex: number;
  /** The transformation from the page's user space to that of the sheet: turned by quarters, scaled, moved. */
  readonly matrix: Matrix;
  /** The part of the page that is seen, in the page's user space. */
  readonly clip: Rectangle;
}

/** Reports a step that the pages cannot take. The message names the page, and says what would do. */
export class UnfitStep extends Error {
  /** The member of the step that is at fault. */
  readonly member: string;

  constructor(member: string, message: string) {
    super(message);
    this.name = "UnfitStep";
    this.member = member;
  }
}
