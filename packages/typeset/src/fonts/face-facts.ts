import type { FontFace } from "./font-face.ts";
import { type FontNames, fontNames } from "./font-names.ts";
import type { SfntFile, TableDirectory, TableRecord } from "./sfnt-file.ts";

/** The facts in the small tables of a face, except which characters it has. Lengths are in units of the em square. */
export interface FaceFacts
  extends Pick<FontFace, "glyphs" | "unitsPerEm" | "ascent" | "descent" | "lineGap" | "weight" | "isItalic"> {
  readonly names: FontNames;
  /** The width class of OS/2, usWidthClass, from 1 to 9: 5 is normal, less is condensed. */
  readonly widthClass: number;
  /** The kind of design, by OS/2's panose and class of families; "other" when they do not say. */
  readonly design: "sans" | "serif" | "mono" | "decorative" | "other";
  /** Whether the face has colour by layers (`COLR`), whose outlines alone may show nothing. */
  readonly hasLayers: boolean;
  readonly cmap: TableRecord;
}

/**
 * Reads the facts of a face; undefined for a face that cannot be used: damaged, without a name, with glyphs that no PDF
 * can have (old bitmaps, SVG or CFF2 alone), or with a licence that forbids embedding a subset.
 * @throws RangeError when a table is cut off.
 */
export function faceFacts(file: SfntFile, tables: TableDirectory): FaceFacts | undefined {
  const glyphs = glyphsOf(file, tables);
  const [head, hhea, maxp, cmap, name] = ["head", "hhea", "maxp", "cmap", "name"].map((tag) =>
    whole(file, tables, tag),
  );
  if (glyphs === undefined || !head || !hhea || !maxp || !cmap || !name) {
    return undefined;
  }
  const { unitsPerEm, macStyle } = headFacts(file.read(head));
  const names = fontNames(file.read(name));
  const os2Table = tables.get("OS/2");
  const os2 = os2Table === undefined ? undefined : os2Facts(file.read(os2Table));
  if (names === undefined || unitsPerEm < 16 || unitsPerEm > 16384 || os2?.mayEmbed(glyphs) === false) {
    return undefined;
  }
  return {
    names,
    glyphs,
    unitsPerEm,
    ...lineMetrics(file.read(hhea), os2),
    weight: os2?.weight ?? (macStyle & 1 ? 700 : 400),
    isItalic: os2?.isItalic ?? (macStyle & 2) !== 0,
    widthClass: os2?.widthClass ?? 5,
    design: os2?.design ?? "other",
    hasLayers: tables.has("COLR"),
    cmap,
  };
}

/** Returns the table's record when the table is there and not cut off. */
function whole(file: SfntFile, tables: TableDirectory, tag: string): TableRecord | undefined {
  const table = tables.get(tag);
  return table !== undefined && table.lengthBytes > 0 && file.isWithin(table) ? table : undefined;
}

/**
 * Returns the kind of glyphs; undefined when a PDF cannot have them. Images in colour come first: such fonts have empty
 * outlines as well.
 */
function glyphsOf(file: SfntFile, tables: TableDirectory): FaceFacts["glyphs"] | undefined {
  const has = (...tags: string[]) => tags.every((tag) => whole(file, tables, tag) !== undefined);
  if (has("CBDT", "CBLC") || has("sbix")) {
    return "png";
  }
  if (has("glyf", "loca", "hmtx")) {
    return "truetype";
  }
  return has("CFF ", "hmtx") ? "cff" : undefined;
}

function headFacts(head: Buffer) {
  return { unitsPerEm: head.readUInt16BE(18), macStyle: head.readUInt16BE(44) };
}

/**
 * Returns the metrics of lines, from `hhea`, or from OS/2 where that says so or `hhea` is empty. A wrong sign of
 * `descent` is corrected.
 */
function lineMetrics(hhea: Buffer, os2: Os2Facts | undefined): Pick<FaceFacts, "ascent" | "descent" | "lineGap"> {
  const own = { ascent: hhea.readInt16BE(4), descent: hhea.readInt16BE(6), lineGap: hhea.readInt16BE(8) };
  const isEmpty = own.ascent === 0 && own.descent === 0;
  const { ascent, descent, lineGap } = os2 !== undefined && (os2.useTypoMetrics || isEmpty) ? os2.typo : own;
  return { ascent: Math.abs(ascent), descent: -Math.abs(descent), lineGap: Math.max(0, lineGap) };
}

type Os2Facts = ReturnType<typeof os2Facts>;

/** Reads OS/2, whose oldest version ends with the 78th byte. */
function os2Facts(os2: Buffer) {
  const weight = os2.readUInt16BE(4);
  const widthClass = os2.readUInt16BE(6);
  const fsType = os2.readUInt16BE(8);
  const selection = os2.readUInt16BE(62);
  return {
    // Some old fonts count in hundreds.
    weight: weight === 0 ? 400 : Math.min(weight < 10 ? 100 * weight : weight, 1000),
    widthClass: widthClass >= 1 && widthClass <= 9 ? widthClass : 5,
    // Bits 0 and 9 are italic and oblique.
    isItalic: (selection & 0x201) !== 0,
    useTypoMetrics: (selection & 0x80) !== 0,
    typo: { ascent: os2.readInt16BE(68), descent: os2.readInt16BE(70), lineGap: os2.readInt16BE(72) },
    design: designOf(os2),
    mayEmbed: (glyphs: FaceFacts["glyphs"]) => mayEmbed(fsType, glyphs),
  };
}

/**
 * Returns whether the licence in OS/2 fsType allows embedding a subset. Bit 1 restricts the licence, unless a bit that
 * allows more is set as well (before version 3 of the table the least restrictive one holds); bit 8 forbids subsets,
 * which is what is embedded; bit 9 forbids outlines.
 */
function mayEmbed(fsType: number, glyphs: FaceFacts["glyphs"]): boolean {
  const isRestricted = (fsType & 0x000e) === 0x0002;
  return !isRestricted && (fsType & 0x0100) === 0 && ((fsType & 0x0200) === 0 || glyphs === "png");
}

/**
 * Returns the kind of design by panose, which has the kind of the family, of serifs (11 and more are none) and of
 * proportion; else by IBM's class of families.
 */
function designOf(os2: Buffer): FaceFacts["design"] {
  const [kind, serif, proportion] = [os2.readUInt8(32), os2.readUInt8(33), os2.readUInt8(35)];
  const familyClass = os2.readUInt8(30);
  if (kind === 2 && proportion === 9) {
    return "mono";
  }
  if (kind === 3 || kind === 4 || familyClass === 9 || familyClass === 10) {
    return "decorative";
  }
  if ((kind === 2 && serif >= 11) || familyClass === 8) {
    return "sans";
  }
  return (kind === 2 && serif >= 2) || (familyClass >= 1 && familyClass <= 7) ? "serif" : "other";
}
