/* What can be asked of an arrangement: values and types alone, for those who choose and load nothing else. */

/** The width and height of a page as it is seen, in points. */
export interface Size {
  readonly widthPt: number;
  readonly heightPt: number;
}

/** A size of paper, or that of the document's own page: the first on a sheet, the one beside a blank page. */
export type PaperSize = Size | "page";

export const ORIENTATIONS = ["auto", "portrait", "landscape"] as const;
export type Orientation = (typeof ORIENTATIONS)[number];

/** Lengths at the four sides of a page as it is seen, in points. */
export interface Margins {
  readonly topPt: number;
  readonly rightPt: number;
  readonly bottomPt: number;
  readonly leftPt: number;
}

export const FITS = ["contain", "cover", "stretch"] as const;
/** How a page fills an area: as large as it fits, as large as to leave nothing free, or out of proportion. */
export type Fit = (typeof FITS)[number];

export const PER_SHEET = [2, 4, 6, 8, 9, 16] as const;
export type PerSheet = (typeof PER_SHEET)[number];

export const CELL_ORDERS = ["across", "across_from_right", "down", "down_from_right"] as const;
/** The order of pages on a sheet: row after row or column after column, from the left or from the right. */
export type CellOrder = (typeof CELL_ORDERS)[number];

/** The part of a page that a crop leaves, as the page is seen: what margins leave, or a box from the upper left corner. */
export type Crop =
  | { readonly margins: Margins }
  | {
      readonly box: {
        readonly leftPt: number;
        readonly topPt: number;
        readonly widthPt: number;
        readonly heightPt: number;
      };
    };

export interface Scaling {
  readonly size: Size;
  readonly fit: Fit;
  readonly orientation: Orientation;
  readonly margins: Margins;
}

export const DIRECTIONS = ["left_to_right", "right_to_left"] as const;
/** The direction in which pages follow each other. */
export type Direction = (typeof DIRECTIONS)[number];

export const BINDINGS = ["left", "right"] as const;
/** The side at which a booklet is bound, as its cover is seen. */
export type Binding = (typeof BINDINGS)[number];

export const ROTATIONS = [0, 90, 180, 270] as const;
/** Degrees clockwise. */
export type Rotation = (typeof ROTATIONS)[number];
