/*
 * What a watermark can be like: values and types alone, for those who choose it and load nothing else of this package.
 */

/** The positions on the page as it is seen: along the diagonal, in the middle, or at the edges that are named. */
export const WATERMARK_POSITIONS = [
  "diagonal",
  "center",
  "top",
  "bottom",
  "top-left",
  "top-right",
  "bottom-left",
  "bottom-right",
] as const;
export type WatermarkPosition = (typeof WATERMARK_POSITIONS)[number];

/** A strip of the page as it is seen, between its left and its right edge; text stands half way up. */
export interface WatermarkStrip {
  /** The distances from the edges of the page, in points. */
  readonly leftPt: number;
  readonly rightPt: number;
  readonly bottomPt: number;
  readonly heightPt: number;
  readonly align: "left" | "center" | "right";
}

export const WATERMARK_LAYERS = ["over", "under"] as const;
export type WatermarkLayer = (typeof WATERMARK_LAYERS)[number];

/** The look and the position of a watermark: everything except its text. */
export interface WatermarkOptions {
  /** Counted from 1, ascending, each once. */
  readonly pages: readonly number[];
  /**
   * On the page as it is seen: CropBox and /Rotate applied. A running footer stands in a strip, and is one to readers.
   */
  readonly position: WatermarkPosition | WatermarkStrip;
  /** Degrees counter-clockwise, as the page is seen; undefined: that of the position. */
  readonly rotationDegrees?: number | undefined;
  /** 0 to 1. */
  readonly opacity: number;
  readonly sizePt: number;
  /** sRGB, 0 to 255 each. */
  readonly colour: readonly [red: number, green: number, blue: number];
  readonly layer: WatermarkLayer;
  /** Shrinks text that is too long for the page, not below 8 pt. */
  readonly fit: boolean;
  /** Preferred where it has the characters. */
  readonly fontFamily?: string | undefined;
}
