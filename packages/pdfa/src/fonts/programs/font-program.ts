/** The key of a font descriptor under which a program is embedded (ISO 32000-2, table 124). */
export type FontFileKey = "FontFile" | "FontFile2" | "FontFile3";

/** Why a program cannot be read, in a few words that stand after "the font program": `has no head table`. */
export interface Unreadable {
  readonly unreadable: string;
}

export const isUnreadable = (read: object): read is Unreadable => "unreadable" in read;

/**
 * An embedded font program, whatever its format, without its outlines. Glyphs are told apart by their indices, from 0;
 * those of Type 1 are in the order of CharStrings, with .notdef wherever it stands. Nothing here throws.
 */
export interface FontProgram {
  /**
   * How glyphs are found: `type1` and `cff` by name, `cid` (CID-keyed CFF) by CID, `truetype` by index. CFF in an OpenType
   * file is `cff` or `cid` too.
   */
  readonly kind: "type1" | "cff" | "cid" | "truetype";
  /** Is it a TrueType or OpenType file with tables, rather than a bare CFF or Type 1 program? */
  readonly isSfnt: boolean;
  /** Tables that an sfnt has; empty for other programs. */
  readonly tables: ReadonlySet<string>;
  /** As the program calls itself, where it does. */
  readonly fontName: string | undefined;
  readonly glyphCount: number;
  /** All encoding records of cmap, in their order; empty for a program without this table. */
  readonly cmaps: readonly ProgramCMap[];
  /** Advance width in thousandths of text space, by the program's FontMatrix; undefined where the program does not say. */
  widthOf(glyph: number): number | undefined;
  /** By CharStrings, charset or post. */
  glyphOfName(name: string): number | undefined;
  /** The name in CharStrings, charset or post; undefined where glyphs have none. */
  nameOf(glyph: number): string | undefined;
  /** Of a CID-keyed program by its charset; else undefined. */
  glyphOfCid(cid: number): number | undefined;
  /** The glyph name that the program's own encoding has for a code of one byte; undefined for .notdef and without one. */
  builtInName(code: number): string | undefined;
  /** The glyph that the program's own encoding has for a code of one byte. */
  builtInGlyph(code: number): number | undefined;
  /** Is the program's own encoding StandardEncoding? Undefined where it has none (TrueType, CID-keyed CFF). */
  readonly isStandardEncoded: boolean | undefined;
  /** All, .notdef too; empty where glyphs have no names. */
  readonly glyphNames: Iterable<string>;
  /** All, 0 too; empty where glyphs have none. */
  readonly cids: Iterable<number>;
  /** Of a CID-keyed program. */
  readonly registryOrdering: RegistryOrdering | undefined;
}

/** ROS of a CID-keyed CFF program. */
export interface RegistryOrdering {
  readonly registry: string | undefined;
  readonly ordering: string | undefined;
  readonly supplement: number;
}

/** A subtable of cmap, under one of its encoding records. */
export interface ProgramCMap {
  readonly platform: number;
  readonly encoding: number;
  /** Of the subtable; undefined where it lies outside of the table. */
  readonly format: number | undefined;
  /** 0 where there is none, as in a subtable that cannot be read. */
  glyphOf(code: number): number;
}
