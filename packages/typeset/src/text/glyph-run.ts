import type { FontFace } from "../fonts/font-face.ts";

/** A glyph of a face. Advances and offsets are in points, at the size of the text. */
export interface TypesetGlyph {
  readonly glyph: number;
  readonly advancePt: number;
  readonly offsetXPt: number;
  readonly offsetYPt: number;
  /**
   * The characters that this glyph and those after it with an empty text stand for, in logical order. In a cluster the
   * leftmost glyph has all of them.
   */
  readonly text: string;
}

/** Glyphs of one face and one direction, from left to right. */
export interface GlyphRun {
  readonly face: FontFace;
  readonly direction: "ltr" | "rtl";
  /** The start of the run, in points from the left of the block. */
  readonly xPt: number;
  readonly widthPt: number;
  readonly glyphs: readonly TypesetGlyph[];
}
