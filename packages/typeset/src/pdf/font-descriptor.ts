import { type CosValue, Dict, Name } from "@quire/cos";
import { type Font, MetricsTag } from "harfbuzzjs";
import type { FontFace } from "../fonts/font-face.ts";
import { readFont } from "../fonts/sfnt-file.ts";

/**
 * Makes a font descriptor (ISO 32000-2, 9.8), complete except for the font program. Lengths are in thousandths of the
 * em.
 */
export function fontDescriptor(face: FontFace, font: Font, name: string): Dict {
  const perMille = (units: number): number => Math.round((units * 1000) / face.unitsPerEm);
  const tables = tablesOf(face);
  const angle = italicAngle(tables);
  const capHeight = font.getMetricPosition(MetricsTag.CAP_HEIGHT) ?? face.ascent;
  const entries: [string, CosValue][] = [
    ["Type", new Name("FontDescriptor")],
    ["FontName", new Name(name)],
    ["Flags", FLAG_SYMBOLIC | (face.isItalic || angle !== 0 ? FLAG_ITALIC : 0) | (isFixedPitch(tables) ? 1 : 0)],
    ["FontBBox", boundingBox(tables).map(perMille)],
    ["ItalicAngle", angle],
    ["Ascent", perMille(face.ascent)],
    ["Descent", perMille(face.descent)],
    ["CapHeight", perMille(capHeight)],
    // Fonts do not have this value; the formula is near what stems of that weight are (88 for regular, 166 for bold).
    ["StemV", Math.round(50 + (face.weight / 65) ** 2)],
  ];
  return new Dict(entries);
}

/** The flag Symbolic (table 121): the characters are not those of a Latin set. */
const FLAG_SYMBOLIC = 4;
const FLAG_ITALIC = 64;

const italicAngle = ({ post }: FaceTables): number =>
  post === undefined || post.length < 8 ? 0 : post.readInt32BE(4) / 65_536;

const isFixedPitch = ({ post }: FaceTables): boolean =>
  post !== undefined && post.length >= 16 && post.readUInt32BE(12) !== 0;

/** Returns the bounding box of all glyphs together, in units of the em square; zeros without the table head. */
const boundingBox = ({ head }: FaceTables): number[] =>
  [36, 38, 40, 42].map((offset) => (head === undefined || head.length < 44 ? 0 : head.readInt16BE(offset)));

interface FaceTables {
  readonly post: Buffer | undefined;
  readonly head: Buffer | undefined;
}

const known = new WeakMap<FontFace, FaceTables>();

function tablesOf(face: FontFace): FaceTables {
  let tables = known.get(face);
  if (tables === undefined) {
    const read = readFont(face.path, (file) => {
      const directory = file.faces()[face.index];
      const table = (tag: string): Buffer | undefined => {
        const record = directory?.get(tag);
        return record === undefined ? undefined : file.read(record).subarray(0, TABLE_BYTES);
      };
      return { post: table("post"), head: table("head") };
    });
    tables = read === "unreadable" ? { post: undefined, head: undefined } : read;
    known.set(face, tables);
  }
  return tables;
}

/**
 * The number of bytes that are read of each table: what is needed is at its start; post has the names of glyphs after
 * it.
 */
const TABLE_BYTES = 54;
