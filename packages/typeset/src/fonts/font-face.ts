/**
 * One face of a font file (OpenType 1.9). There is one object of it per process, which can be compared and be the key
 * of a map. Lengths are in units of the em square, of which the em has `unitsPerEm`. A variable font (`fvar`) is one
 * face, its default instance, to which all numbers here apply: its axes are pinned to their defaults when it is
 * embedded.
 */
export interface FontFace {
  readonly path: string;
  /** The place in a collection, from 0; 0 in a file of one face. */
  readonly index: number;
  /** The English family name (name ID 16, or else 1): "Noto Sans Arabic". */
  readonly family: string;
  /** The PostScript name (name ID 6), from which PDF's /BaseFont is made. */
  readonly postScriptName: string;
  /** The kind of the glyphs: TrueType outlines (`glyf`), CFF outlines, or PNG images in colour (`CBDT`, `sbix`). */
  readonly glyphs: "truetype" | "cff" | "png";
  readonly unitsPerEm: number;
  /** The height of a line above the baseline, positive (from `hhea`, or OS/2 where that says so). */
  readonly ascent: number;
  /** The depth of a line below the baseline, negative. */
  readonly descent: number;
  readonly lineGap: number;
  /** The weight of OS/2, from 1 to 1000: 400 is regular, 700 bold. */
  readonly weight: number;
  readonly isItalic: boolean;
  /** Returns whether the face has a glyph for the character. */
  has(codePoint: number): boolean;
  /** Reads the whole file, each time from disk: callers keep what they need. */
  read(): Uint8Array;
}
