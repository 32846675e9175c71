import type { InstalledFonts } from "@quire/typeset";

export type WatermarkPosition =
  | "diagonal"
  | "center"
  | "top"
  | "bottom"
  | "top-left"
  | "top-right"
  | "bottom-left"
  | "bottom-right";

/** A strip of the page as it is seen, between its left and its right edge; text stands half way up. */
export interface WatermarkStrip {
  /** From the edges of the page. */
  readonly leftPt: number;
  readonly rightPt: number;
  readonly bottomPt: number;
  readonly heightPt: number;
  readonly align: "left" | "center" | "right";
}

export type WatermarkLayer = "over" | "under";

export interface Watermark {
  /** The text for a page, counted from 1; or one text for all. Lines end with line feeds. */
  readonly text: string | ((page: number) => string);
  /** Counted from 1, ascending, each once. */
  readonly pages: readonly number[];
  /** A running footer stands in a strip, and is one to readers. */
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
  readonly fontFamily?: string | undefined;
  readonly fonts: InstalledFonts;
}

export type WatermarkWarning =
  | "missing_glyphs"
  | "text_shrunk"
  | "font_family_unknown"
  | "signatures_invalidated"
  | "pdfa_claim_dropped";
