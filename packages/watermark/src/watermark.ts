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

/** A strip of the page as it is seen, between its left and its right edge; the text is centred in its height. */
export interface WatermarkStrip {
  /** The distance from the page's left edge; `rightPt` and `bottomPt` are those from the right and the bottom. */
  readonly leftPt: number;
  readonly rightPt: number;
  readonly bottomPt: number;
  readonly heightPt: number;
  readonly align: "left" | "center" | "right";
}

export type WatermarkLayer = "over" | "under";

export interface Watermark {
  /** The text for a page, counted from 1, or one text for all pages. Lines end with line feeds. */
  readonly text: string | ((page: number) => string);
  /** The numbers of the pages, counted from 1, ascending, each once. */
  readonly pages: readonly number[];
  /** The position on the page. A text in a strip is marked as a running footer for readers. */
  readonly position: WatermarkPosition | WatermarkStrip;
  /** The rotation in degrees, counter-clockwise as the page is seen; undefined for that of the position. */
  readonly rotationDegrees?: number | undefined;
  /** The opacity, from 0 (invisible) to 1 (opaque). */
  readonly opacity: number;
  readonly sizePt: number;
  /** The sRGB components, from 0 to 255 each. */
  readonly colour: readonly [red: number, green: number, blue: number];
  readonly layer: WatermarkLayer;
  /** Whether text that is too long for the page is shrunk, though not below 8 pt. */
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
