/**
 * One face of a font file (OpenType 1.9). There is one object of it per process, which can be compared and be the key of
 * a map. Lengths are in units of the em square, of which the em has `unitsPerEm`. A variable font (`fvar`) is one face,
 * that of its default instance, which all numbers here speak of: to embed it, its axes are pinned to their defaults.
 */
export interface FontFace {
  readonly path: string;
  /** Its place in a collection, from 0; 0 in a file of one face. */
  readonly index: number;
  /** The English family name (name ID 16, or else 1): "Noto Sans Arabic". */
  readonly family: string;
  /** Name ID 6, which PDF's /BaseFont is made of. */
  readonly postScriptName: string;
  /** What its glyphs are: TrueType outlines (`glyf`), CFF outlines, or PNG images in colour (`CBDT`, `sbix`). */
  readonly glyphs: "truetype" | "cff" | "png";
  readonly unitsPerEm: number;
  /** Above the baseline, positive; for lines (hhea, or OS/2 where that says so). */
  readonly ascent: number;
  /** Below the baseline, negative. */
  readonly descent: number;
  readonly lineGap: number;
  /** Of OS/2, from 1 to 1000: 400 is regular, 700 bold. */
  readonly weight: number;
  readonly isItalic: boolean;
  /** Whether the face has a glyph for the character. */
  has(codePoint: number): boolean;
  /** The whole file, read anew each time: callers keep what they need. */
  read(): Uint8Array;
}
