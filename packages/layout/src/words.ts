import type { Box, Font, PageContent } from "./content.ts";

/* Words and lines: what all later steps work on. */

export interface Word extends Box {
  readonly text: string;
  /** The first and last glyph, as indices into `PageContent.glyphs`; between them may be other words' glyphs. */
  readonly glyphs: readonly number[];
  readonly baselineY: number;
  readonly sizePt: number;
  readonly font: Font;
  readonly isBold: boolean;
  /** 0xRRGGBB. */
  readonly color: number;
  /** -1: none. */
  readonly markedContentId: number;
  readonly isArtifact: boolean;
  /** No space parts it from the word before it on its line: the style changes within what is read as one. */
  readonly isJoined?: boolean;
}

/** Words on one baseline with no gap that parts columns; left to right as they are seen, or as they are read (bidi). */
export interface Line extends Box {
  readonly words: readonly Word[];
  readonly baselineY: number;
  /** Of most of its letters. */
  readonly sizePt: number;
  /** 0, 90, 180 or 270: how far the page has to be turned counter-clockwise for it to be read. Boxes are of the page as it is. */
  readonly rotation: 0 | 90 | 180 | 270;
}

/** A page on its way through the analysis. */
export interface PageLines {
  readonly content: PageContent;
  readonly lines: readonly Line[];
}
