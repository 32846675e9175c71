/** The key of a font descriptor under which a program is embedded (ISO 32000-2, table 124). */
export type FontFileKey = "FontFile" | "FontFile2" | "FontFile3";

/** The reason why a program cannot be read, in a few words that continue "the font program": `has no head table`. */
export interface Unreadable {
  readonly unreadable: string;
}

export const isUnreadable = (read: object): read is Unreadable => "unreadable" in read;

/**
 * An embedded font program of any format, without its outlines. Glyphs are identified by their indices, from 0; those
 * of Type 1 are in the order of CharStrings, wherever .notdef is among them. No method throws.
 */
export interface FontProgram {
  /**
   * The way in which glyphs are found: `type1` and `cff` by name, `cid` (CID-keyed CFF) by CID, `truetype` by index.
   * CFF in an OpenType file is `cff` or `cid` too.
   */
  readonly kind: "type1" | "cff" | "cid" | "truetype";
  /** Whether it is a TrueType or OpenType file with tables, rather than a bare CFF or Type 1 program. */
  readonly isSfnt: boolean;
  /** The tables of an sfnt; empty for other programs. */
  readonly tables: ReadonlySet<string>;
  /**
   * What is wrong with a part of the program that readers do not mind, which show what is left, in a few words that
   * continue "the font program": a part lies beyond its end, a table that all
   * programs have is not there, or a DICT of CFF is malformed.
   */
  readonly damage?: string | undefined;
  /** The name that the program gives itself; undefined where it gives none. */
  readonly fontName: string | undefined;
  readonly glyphCount: number;
  /** The number of glyphs, from the first on, that hmtx has a width of their own for; undefined without this table. */
  readonly ownWidths?: number | undefined;
  /** All encoding records of cmap, in their order; empty for a program without this table. */
  readonly cmaps: readonly ProgramCMap[];
  /**
   * Returns the advance width in thousandths of text space, by the program's FontMatrix; undefined where the program
   * does not give it.
   */
  widthOf(glyph: number): number | undefined;
  /**
   * Returns the width of a glyph of a Type 1 program for strict readers: undefined where the charstring is not
   * encrypted (lenIV -1), and where the operator that sets the width and its operands are in different subroutines.
   */
  declaredWidthOf?(glyph: number): number | undefined;
  /** Returns the glyph of a name in CharStrings, charset or post. */
  glyphOfName(name: string): number | undefined;
  /** Returns the name of a glyph in CharStrings, charset or post; undefined where glyphs have none. */
  nameOf(glyph: number): string | undefined;
  /** Returns the glyph of a CID in the charset of a CID-keyed program; undefined for other programs. */
  glyphOfCid(cid: number): number | undefined;
  /**
   * Returns the glyph name that the program's own encoding has for a code of one byte; undefined for .notdef and
   * without an encoding.
   */
  builtInName(code: number): string | undefined;
  /** Returns the glyph that the program's own encoding has for a code of one byte. */
  builtInGlyph(code: number): number | undefined;
  /** Whether the program's own encoding is StandardEncoding; undefined where it has none (TrueType, CID-keyed CFF). */
  readonly isStandardEncoded: boolean | undefined;
  /** All glyph names, including .notdef; empty where glyphs have no names. */
  readonly glyphNames: Iterable<string>;
  /** All CIDs, including 0; empty where glyphs have none. */
  readonly cids: Iterable<number>;
  /** The character collection of a CID-keyed program. */
  readonly registryOrdering: RegistryOrdering | undefined;
}

/** The ROS of a CID-keyed CFF program. */
export interface RegistryOrdering {
  readonly registry: string | undefined;
  readonly ordering: string | undefined;
  readonly supplement: number;
}

/** A subtable of cmap, under one of its encoding records. */
export interface ProgramCMap {
  readonly platform: number;
  readonly encoding: number;
  /** The format of the subtable; undefined where it lies outside of the table. */
  readonly format: number | undefined;
  /** Returns the glyph of a code; 0 where there is none, as in a subtable that cannot be read. */
  glyphOf(code: number): number;
  /** Calls `each` for the codes that have a glyph, in the order of the subtable. */
  eachCode(each: (code: number, glyph: number) => void): void;
}
