import type { Box } from "../../../content.ts";
import type { Word } from "../../../words.ts";

/*
 * How a page is painted, for a writer that shows it as it is: the engine that draws pages knows it.
 */

/** A matrix without translation (ISO 32000-2, 8.3.3), of the page as it is seen: y downward. */
export type Turn = readonly [a: number, b: number, c: number, d: number];

/** The paint of text or of an outline; a colour is 0xRRGGBB, an opacity from 0 to 1. */
export interface Paint {
  readonly fill: { readonly color: number; readonly opacity: number } | undefined;
  readonly stroke: { readonly color: number; readonly opacity: number; readonly widthPt: number } | undefined;
}

/** Characters of a word that are set in one font. */
export interface SetPiece {
  readonly text: string;
  /** The name of a font of the page's HTML. */
  readonly family: string;
  readonly sizePt: number;
  /** The turn of the text; undefined for upright text. Places are in the coordinates that it turns. */
  readonly turn: Turn | undefined;
  /** The place of each character, of each UTF-16 unit of it; one place where the others follow by the font's widths. */
  readonly x: readonly number[];
  readonly y: number;
  readonly paint: Paint;
}

/**
 * How a word is painted: in pieces; not at all, as it is in the picture behind the text; or in a font of the reader's,
 * as its own is not known.
 */
export type PaintedWord =
  | { readonly kind: "set"; readonly pieces: readonly SetPiece[] }
  | { readonly kind: "pictured" }
  | { readonly kind: "replaced" };

/** A glyph that is no part of a word. */
export interface PaintedOutline {
  /** The path in ems, as the attribute `d` of an SVG path has it. */
  readonly path: string;
  /** The matrix from ems to the page. */
  readonly matrix: readonly [...Turn, e: number, f: number];
  readonly sizePt: number;
  readonly paint: Paint;
}

export interface PagePainting {
  /** The picture of all that is not text, as a data URL; undefined where there is nothing. */
  readonly background: { readonly box: Box; readonly url: string } | undefined;
  readonly word: (word: Word) => PaintedWord;
  readonly outlines: readonly PaintedOutline[];
}

/** A font of the HTML, as WOFF2. */
export interface PageFont {
  readonly family: string;
  readonly woff2: Uint8Array;
}
