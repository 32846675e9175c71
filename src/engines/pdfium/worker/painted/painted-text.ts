import type { Box } from "@quire/layout";
import type { WebGlyph } from "@quire/typeset/webfont";
import type { FontKind } from "./codes.ts";

/** A colour and how much of it covers what is beneath. */
export interface GlyphPaint {
  /** The colour as 0xRRGGBB. */
  readonly color: number;
  /** From 0 to 1. */
  readonly opacity: number;
}

/** How the glyphs of a text object are painted. Places are in points of the page as it is seen, y downward. */
export interface TextLook {
  /** The base font's name without its subset tag. */
  readonly fontName: string;
  readonly kind: FontKind;
  /** The vector of an em along the baseline. */
  readonly along: { readonly x: number; readonly y: number };
  /** The vector of an em from the baseline upward. */
  readonly up: { readonly x: number; readonly y: number };
  readonly fill: GlyphPaint | undefined;
  readonly stroke: (GlyphPaint & { readonly widthPt: number }) | undefined;
  /** The box of the clip path. */
  readonly clip: Box;
  /** Whether the object is content of an optional content group. */
  readonly isOptional: boolean;
}

/** A glyph where it is painted. */
export interface PaintedGlyph {
  readonly look: TextLook;
  readonly originX: number;
  readonly originY: number;
  /** The glyph's outline; undefined where the font has none that PDFium would give. */
  readonly glyph: WebGlyph | undefined;
}
