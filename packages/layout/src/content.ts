/*
 * The content of a page as an engine has found it: the input of the analysis. Coordinates are points of the page as it
 * is seen: crop box and /Rotate applied, origin top left, y downward.
 */

export interface Box {
  readonly xMin: number;
  readonly yMin: number;
  readonly xMax: number;
  readonly yMax: number;
}

export interface Font {
  /** The base font without its subset tag, such as `LiberationSans-Bold`; empty where there is none. */
  readonly name: string;
  /** The font's weight, from 100 to 900; 0 where the file does not say. */
  readonly weight: number;
  readonly isItalic: boolean;
  /** The flag that the font states; whether the pitch really is fixed shows in the advances. */
  readonly isFixedPitch: boolean;
  readonly isSerif: boolean;
}

/** The bits of `Glyphs.flags`. */
export const GLYPH = {
  /** The glyph has text rendering mode 3, or is drawn with no opacity. */
  invisible: 1,
  /** The glyph lies outside the clip path or the page. */
  clipped: 2,
  /** The glyph lies within marked content of type Artifact (ISO 32000-2, 14.8.2.2). */
  artifact: 4,
  /** The glyph's code has no Unicode value: its `text` is U+FFFD. */
  unmapped: 8,
  /** The glyph is not in the file: it is a space that the engine infers. */
  generated: 16,
} as const;

/** Glyphs in the order of the content streams, as arrays of the same length with one entry for each glyph. */
export interface Glyphs {
  readonly count: number;
  /** The text that each glyph stands for: mostly one character, several for ligatures. */
  readonly text: readonly string[];
  /**
   * The left edge of the glyph's box, which reaches from origin to advance and from ascent to descent of its font: not
   * the ink.
   */
  readonly xMin: Float32Array;
  readonly yMin: Float32Array;
  readonly xMax: Float32Array;
  readonly yMax: Float32Array;
  readonly originX: Float32Array;
  readonly originY: Float32Array;
  /** The index of the glyph's font in `PageContent.fonts`. */
  readonly font: Uint16Array;
  /** The size of the type as it is seen, in points. */
  readonly sizePt: Float32Array;
  /** The direction of the glyph's baseline in degrees, clockwise from rightwards: 0 to 359. */
  readonly angleDegrees: Uint16Array;
  /** The colour of the fill, or of the stroke where only that is drawn, as 0xRRGGBB. */
  readonly color: Uint32Array;
  /** The marked-content identifier; -1 where there is none. */
  readonly markedContentId: Int32Array;
  /** The sum of the glyph's bits of `GLYPH`. */
  readonly flags: Uint8Array;
  /** How sure text recognition is of each glyph, 0 to 1; undefined for a page that was not read from its image. */
  readonly confidence?: Float32Array;
  /** What each glyph draws, by which formulas are read; undefined where it was not asked for. */
  readonly ink?: Ink;
}

/** The boxes of what glyphs draw, as arrays with one entry for each glyph; all 0 where a glyph's is not known. */
export interface Ink {
  readonly xMin: Float32Array;
  readonly yMin: Float32Array;
  readonly xMax: Float32Array;
  readonly yMax: Float32Array;
}

/** A straight line, or a rectangle so thin that it is one. */
export interface Rule {
  readonly xMin: number;
  readonly yMin: number;
  readonly xMax: number;
  readonly yMax: number;
  readonly thicknessPt: number;
  /** The line's colour as 0xRRGGBB. */
  readonly color: number;
  readonly isArtifact: boolean;
}

/**
 * A shape that is not a rule, such as a field of a table, a stripe, a frame or a bullet. One that a shading paints has
 * neither fill nor stroke.
 */
export interface Shape extends Box {
  /** The colour of the fill as 0xRRGGBB; undefined for a shape that is not filled. */
  readonly fill: number | undefined;
  readonly stroke: number | undefined;
  readonly isRectangle: boolean;
  readonly isArtifact: boolean;
  readonly markedContentId: number;
}

export interface ImagePlace extends Box {
  /** The number of the image on its page, from 1, in the order of drawing. */
  readonly index: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly isArtifact: boolean;
  readonly markedContentId: number;
}

export interface Link extends Box {
  /** The absolute URI that the link leads to; undefined for a place in the document. */
  readonly uri: string | undefined;
  /** The number of the page that the link leads to, from 1; undefined for a URI. */
  readonly page: number | undefined;
}

export interface PageContent {
  /** The page's number, from 1. */
  readonly page: number;
  readonly widthPt: number;
  readonly heightPt: number;
  readonly fonts: readonly Font[];
  readonly glyphs: Glyphs;
  readonly rules: readonly Rule[];
  readonly shapes: readonly Shape[];
  readonly images: readonly ImagePlace[];
  readonly links: readonly Link[];
}

/** An element of the structure tree, with its role mapped to the standard ones (ISO 32000-2, 14.7 and 14.8). */
export interface StructureElement {
  /** The standard structure type, such as `P`, `H1` or `TH`; the type in the file where the role map leads nowhere. */
  readonly role: string;
  readonly title: string | undefined;
  readonly alt: string | undefined;
  readonly actualText: string | undefined;
  readonly lang: string | undefined;
  readonly colSpan: number;
  readonly rowSpan: number;
  readonly scope: "Row" | "Column" | "Both" | undefined;
  /** The attribute ListNumbering, such as `Decimal` or `Disc`. */
  readonly listNumbering: string | undefined;
  readonly children: readonly StructureChild[];
}

export type StructureChild =
  | StructureElement
  /** Marked content of a page, whose number counts from 1. */
  | { readonly page: number; readonly markedContentId: number };

export interface OutlineItem {
  readonly title: string;
  /** The item's level, 1 for the outermost. */
  readonly level: number;
  /** The number of the page that the item leads to, from 1; undefined where it leads elsewhere. */
  readonly page: number | undefined;
  /** The distance from the top of the page as it is seen, in points; undefined where the file does not say. */
  readonly yPt: number | undefined;
}

/** The facts that a document states about itself as a whole. */
export interface DocumentContent {
  readonly title: string | undefined;
  readonly lang: string | undefined;
  /** Whether /MarkInfo has /Marked, and not /Suspects. */
  readonly isTagged: boolean;
  readonly structure: readonly StructureElement[];
  readonly outline: readonly OutlineItem[];
  /** The number of pages that the document has, however many are laid out. */
  readonly pageCount: number;
}
