import type { Block } from "../blocks.ts";
import type { Box } from "../content.ts";
import type { Line } from "../words.ts";

/*
 * The step between the lines of a page and the blocks of a document: columns in reading order, and their lines, tables
 * and figures.
 */

/** A part of a page with one column of text. Boxes are of the page turned upright. */
export interface Column extends Box {
  /** The page's number, from 1. */
  readonly page: number;
  /** The column's index in the reading order of the whole document. */
  readonly order: number;
  readonly isRightToLeft: boolean;
  readonly items: readonly FlowItem[];
  /** Where the next text to the right of it begins; undefined where there is none beside it. */
  readonly nextXMin?: number | undefined;
}

/** The column of drafts that stand in none. */
export const NO_COLUMN: Column = {
  page: 0,
  order: -1,
  xMin: 0,
  yMin: 0,
  xMax: 0,
  yMax: 0,
  isRightToLeft: false,
  items: [],
};

export type FlowItem = FlowLine | FlowBlock;

/** A shape that is the bullet of a line, or lies under the number that the line begins with. */
export interface DrawnBullet {
  readonly box: Box;
  /** Whether it is a straight line, drawn for a dash. */
  readonly isRule: boolean;
  /** Whether it is a square, which may be a box to tick. */
  readonly isBox?: boolean;
}

/** All words of a column on one baseline. */
export interface FlowLine {
  readonly kind: "line";
  readonly line: Line;
  readonly text: string;
  /** A small shape that stands left of the line as a bullet, or under its number. */
  readonly bullet: DrawnBullet | undefined;
  /** Whether the words of the line are of fixed pitch, except for signs. */
  readonly isFixed: boolean;
}

/** A table or a figure, which other steps have found. */
interface FlowBlock {
  readonly kind: "block";
  readonly block: Block;
  readonly box: Box;
}

/** The typical look of the text of a whole document, by which its blocks are distinguished. */
export interface DocumentStyle {
  /** The size of most letters, in points. */
  readonly bodySizePt: number;
  /** The distance between baselines of most lines of body text, as a multiple of the size. */
  readonly leading: number;
  /** Whether most body text is bold. */
  readonly isBodyBold: boolean;
  /** The colour of most text, as 0xRRGGBB. */
  readonly bodyColor: number;
  /**
   * The size of code within text, in points, where listings are set in another size; undefined where nothing
   * distinguishes the two.
   */
  readonly inlineCodePt: number | undefined;
  /** Whether next to all text is of fixed pitch, which then does not distinguish code. */
  readonly isFixedText: boolean;
}
