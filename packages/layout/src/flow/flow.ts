import type { Block } from "../blocks.ts";
import type { Box } from "../content.ts";
import type { Line } from "../words.ts";

/* Between the lines of a page and the blocks of a document: columns in reading order, and what stands in them. */

/** A part of a page with one column of text. Boxes are of the page turned upright. */
export interface Column extends Box {
  /** 1-based. */
  readonly page: number;
  /** Index in the order of reading of the whole document. */
  readonly order: number;
  readonly isRightToLeft: boolean;
  readonly items: readonly FlowItem[];
}

/** Of what stands in none. */
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

/** All words of a column on one baseline. */
export interface FlowLine {
  readonly kind: "line";
  readonly line: Line;
  readonly text: string;
  /** A small shape that stands left of it as a bullet. */
  readonly bullet: Box | undefined;
  /** Its words are of fixed pitch, but for signs. */
  readonly isFixed: boolean;
}

/** A table or a figure, which other steps have found. */
interface FlowBlock {
  readonly kind: "block";
  readonly block: Block;
  readonly box: Box;
}

/** What is known of the whole document before its blocks are told apart. */
export interface DocumentStyle {
  /** Of most letters. */
  readonly bodySizePt: number;
  /** Between baselines of most lines of body text, as a multiple of the size. */
  readonly leading: number;
  /** Most body text is bold. */
  readonly isBodyBold: boolean;
  /** 0xRRGGBB of most text. */
  readonly bodyColor: number;
  /** Of code within text, where listings are set in another size; undefined: nothing tells them apart. */
  readonly inlineCodePt: number | undefined;
}
