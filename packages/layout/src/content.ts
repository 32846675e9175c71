/*
 * What a page holds, as an engine has found it: the input of the analysis. Coordinates are points of the page as it is
 * seen: crop box and /Rotate applied, origin top left, y downward.
 */

export interface Box {
  readonly xMin: number;
  readonly yMin: number;
  readonly xMax: number;
  readonly yMax: number;
}

export interface Font {
  /** Base font without its subset tag, such as `LiberationSans-Bold`; empty where there is none. */
  readonly name: string;
  /** 100 to 900; 0: not told. */
  readonly weight: number;
  readonly isItalic: boolean;
  /** As the font says; whether it really is, the advances tell. */
  readonly isFixedPitch: boolean;
  readonly isSerif: boolean;
}

/** Bits of `Glyphs.flags`. */
export const GLYPH = {
  /** Text rendering mode 3, or drawn with no opacity. */
  invisible: 1,
  /** Outside the clip path or the page. */
  clipped: 2,
  /** Within marked content of type Artifact (ISO 32000-2, 14.8.2.2). */
  artifact: 4,
  /** The code has no Unicode value: its `text` is U+FFFD. */
  unmapped: 8,
  /** Not in the file: a space that the engine thinks is there. */
  generated: 16,
} as const;

/** Glyphs in the order of the content streams; arrays of the same length, one entry each. */
export interface Glyphs {
  readonly count: number;
  /** What each stands for: mostly one character, several for ligatures. */
  readonly text: readonly string[];
  /** The box from origin to advance, ascent to descent of its font: not the ink. */
  readonly xMin: Float32Array;
  readonly yMin: Float32Array;
  readonly xMax: Float32Array;
  readonly yMax: Float32Array;
  readonly originX: Float32Array;
  readonly originY: Float32Array;
  /** Index in `PageContent.fonts`. */
  readonly font: Uint16Array;
  /** Of type as it is seen, in points. */
  readonly sizePt: Float32Array;
  /** Direction of its baseline, clockwise from rightwards: 0 to 359. */
  readonly angleDegrees: Uint16Array;
  /** 0xRRGGBB of the fill, or of the stroke where only that is drawn. */
  readonly color: Uint32Array;
  /** Marked-content identifier; -1: none. */
  readonly markedContentId: Int32Array;
  /** Of `GLYPH`. */
  readonly flags: Uint8Array;
}

/** A straight line, or a rectangle so thin that it is one. */
export interface Rule {
  readonly xMin: number;
  readonly yMin: number;
  readonly xMax: number;
  readonly yMax: number;
  readonly thicknessPt: number;
  /** 0xRRGGBB. */
  readonly color: number;
  readonly isArtifact: boolean;
}

/** A filled or stroked shape that is no rule: fields of tables, stripes, frames, bullets. */
export interface Shape extends Box {
  /** 0xRRGGBB; undefined: not filled. */
  readonly fill: number | undefined;
  readonly stroke: number | undefined;
  readonly isRectangle: boolean;
  readonly isArtifact: boolean;
  readonly markedContentId: number;
}

export interface ImagePlace extends Box {
  /** Number of the image on its page, from 1, in the order of drawing. */
  readonly index: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly isArtifact: boolean;
  readonly markedContentId: number;
}

export interface Link extends Box {
  /** An absolute URI; undefined for a place in the document. */
  readonly uri: string | undefined;
  /** 1-based, of a place in the document. */
  readonly page: number | undefined;
}

export interface PageContent {
  /** 1-based. */
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

/** ISO 32000-2, 14.7 and 14.8: the structure tree, roles mapped to the standard ones. */
export interface StructureElement {
  /** Standard structure type, such as `P`, `H1`, `TH`; as it is where the role map leads nowhere. */
  readonly role: string;
  readonly title: string | undefined;
  readonly alt: string | undefined;
  readonly actualText: string | undefined;
  readonly lang: string | undefined;
  readonly colSpan: number;
  readonly rowSpan: number;
  readonly scope: "Row" | "Column" | "Both" | undefined;
  /** Attribute ListNumbering, such as `Decimal`, `Disc`. */
  readonly listNumbering: string | undefined;
  readonly children: readonly StructureChild[];
}

export type StructureChild =
  | StructureElement
  /** Marked content of a page (1-based). */
  | { readonly page: number; readonly markedContentId: number };

export interface OutlineItem {
  readonly title: string;
  /** 1 for the outermost. */
  readonly level: number;
  /** 1-based; undefined: it leads elsewhere. */
  readonly page: number | undefined;
  /** From the top of the page as it is seen; undefined: not told. */
  readonly yPt: number | undefined;
}

/** What the document says of itself. */
export interface DocumentContent {
  readonly title: string | undefined;
  readonly lang: string | undefined;
  /** /MarkInfo /Marked, and not /Suspects. */
  readonly isTagged: boolean;
  readonly structure: readonly StructureElement[];
  readonly outline: readonly OutlineItem[];
  /** As many as the document has, whatever pages are asked for. */
  readonly pageCount: number;
}
