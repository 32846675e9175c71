import type { InstalledFonts } from "@quire/typeset";
import type { WatermarkOptions } from "./options.ts";

export interface Watermark extends WatermarkOptions {
  /** The text for a page, counted from 1; or one text for all. Lines end with line feeds. */
  readonly text: string | ((page: number) => string);
  readonly fonts: InstalledFonts;
}

export type WatermarkWarning =
  | "missing_glyphs"
  | "text_shrunk"
  | "text_clipped"
  | "font_family_unknown"
  | "signatures_invalidated"
  | "pdfa_claim_dropped";
