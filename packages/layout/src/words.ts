import type { Formula } from "./blocks.ts";
import type { Box, Font, PageContent } from "./content.ts";

/* Words and lines: the material of all later steps. */

export interface Word extends Box {
  readonly text: string;
  /**
   * The indices of the word's glyphs in `PageContent.glyphs`, in reading order; glyphs of other words may be between
   * them.
   */
  readonly glyphs: readonly number[];
  readonly baselineY: number;
  readonly sizePt: number;
  readonly font: Font;
  readonly isBold: boolean;
  /** The colour as 0xRRGGBB. */
  readonly color: number;
  /** The marked-content identifier; -1 where there is none. */
  readonly markedContentId: number;
  readonly isArtifact: boolean;
  /** Whether no space parts the word from the one before it on its line: the style changes within one word. */
  readonly isJoined?: boolean;
  /** The formula that the word is as a whole; its text is then that of the formula, as far as that can be written in a line. */
  readonly formula?: Formula;
}

/** Words on one baseline with no gap that parts columns; left to right as they are seen, or as they are read (bidi). */
export interface Line extends Box {
  readonly words: readonly Word[];
  readonly baselineY: number;
  /** The size of most of its letters, in points. */
  readonly sizePt: number;
  /**
   * The angle by which the page has to be turned counter-clockwise for the line to be read: 0, 90, 180 or 270 degrees.
   * Boxes are of the page as it is.
   */
  readonly rotation: 0 | 90 | 180 | 270;
}

/** A page on its way through the analysis. */
export interface PageLines {
  readonly content: PageContent;
  readonly lines: readonly Line[];
}
