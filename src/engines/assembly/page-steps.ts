import type {
  Binding,
  CellOrder,
  Crop,
  Direction,
  Fit,
  Margins,
  Orientation,
  PaperSize,
  PerSheet,
  Rotation,
  Size,
} from "@quire/assembly/arrangement-options";
import type { PageList } from "../../kernel/pages/page-list.ts";
import type { StepPlace } from "../../kernel/pages/step-pages.ts";

export {
  BINDINGS,
  CELL_ORDERS,
  type Crop,
  DIRECTIONS,
  FITS,
  type Margins,
  ORIENTATIONS,
  type PaperSize,
  PER_SHEET,
} from "@quire/assembly/arrangement-options";

/** The steps by which the pages of a document become those of another. Page lists count the pages that the step finds. */
export type PageStep =
  | { readonly verb: "rotate"; readonly pages: PageList; readonly degrees: Rotation; readonly isAbsolute: boolean }
  | { readonly verb: "delete"; readonly pages: PageList }
  | { readonly verb: "keep"; readonly pages: PageList }
  /** The pages that `order` does not name follow after those that it does; all of them in reverse. */
  | { readonly verb: "reorder"; readonly order: PageList | "reverse" }
  /** After each of the pages that are named; 0: before the first. */
  | {
      readonly verb: "insert_blank";
      readonly after: PageList | 0;
      readonly count: number;
      readonly size: PaperSize;
    }
  | { readonly verb: "duplicate"; readonly pages: PageList; readonly times: number }
  | { readonly verb: "crop"; readonly pages: PageList; readonly crop: Crop }
  | {
      readonly verb: "scale";
      readonly pages: PageList;
      readonly size: Size;
      readonly fit: Fit;
      readonly orientation: Orientation;
      readonly margins: Margins;
    }
  | {
      readonly verb: "nup";
      readonly perSheet: PerSheet;
      readonly size: PaperSize;
      readonly orientation: Orientation;
      readonly order: CellOrder;
      readonly gapPt: number;
      readonly marginPt: number;
      readonly hasBorder: boolean;
    }
  | { readonly verb: "booklet"; readonly size: PaperSize; readonly binding: Binding }
  /** Pages that are higher than wide stay. */
  | { readonly verb: "split_spreads"; readonly pages: PageList; readonly direction: Direction };

export type Verb = PageStep["verb"];

/** Returns what a step is called to callers, by its place in the list. */
export const placeOfStep = ({ verb }: PageStep, index: number): StepPlace => ({
  path: `steps[${index}].${verb}`,
  isFirst: index === 0,
});

/** Something to be said of a step, or of the whole work. */
export interface StepWarning {
  readonly code: string;
  /** The step's place in the list, from 0. */
  readonly step?: number | undefined;
}
