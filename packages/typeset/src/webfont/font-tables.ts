import type { GlyphDescription } from "./glyf-table.ts";

/*
 * The tables of a TrueType font (OpenType 1.9, "Font tables") that browsers require besides outlines and characters.
 * What they say is what a page needs: the font is used for text of which every place is given.
 */

export interface FontMetrics {
  readonly unitsPerEm: number;
  readonly descriptions: readonly GlyphDescription[];
  /** The advances of the glyphs, in units. */
  readonly advances: readonly number[];
}

/** The heights of a line, in ems: only the highlight of selected text has them. */
const ASCENT = 0.9;
const DESCENT = 0.25;
const MAX_ADVANCE = 32_767;

export function headTable({ unitsPerEm, descriptions }: FontMetrics): Buffer {
  const table = Buffer.alloc(54);
  table.writeUInt32BE(0x00_01_00_00, 0);
  table.writeUInt32BE(0x00_01_00_00, 4);
  table.writeUInt32BE(0x5f_0f_3c_f5, 12);
  // The baseline is at y = 0, and the left side bearing is xMin.
  table.writeUInt16BE(0b11, 16);
  table.writeUInt16BE(unitsPerEm, 18);
  const box = boxOf(descriptions);
  [box.xMin, box.yMin, box.xMax, box.yMax].forEach((edge, index) => table.writeInt16BE(edge, 36 + 2 * index));
  table.writeUInt16BE(3, 46);
  table.writeInt16BE(2, 48);
  // Offsets in loca are long.
  table.writeInt16BE(1, 50);
  return table;
}

/** Returns the box around all glyphs and the origin, in units. */
export function boxOf(descriptions: readonly GlyphDescription[]) {
  let [xMin, yMin, xMax, yMax] = [0, 0, 0, 0];
  for (const description of descriptions) {
    xMin = Math.min(xMin, description.xMin);
    yMin = Math.min(yMin, description.yMin);
    xMax = Math.max(xMax, description.xMax);
    yMax = Math.max(yMax, description.yMax);
  }
  return { xMin, yMin, xMax, yMax };
}

export function hheaTable({ unitsPerEm, descriptions, advances }: FontMetrics): Buffer {
  const table = Buffer.alloc(36);
  table.writeUInt32BE(0x00_01_00_00, 0);
  table.writeInt16BE(Math.round(ASCENT * unitsPerEm), 4);
  table.writeInt16BE(-Math.round(DESCENT * unitsPerEm), 6);
  table.writeUInt16BE(
    advances.reduce((most, advance) => Math.max(most, limited(advance)), 0),
    10,
  );
  const { xMin, xMax } = boxOf(descriptions);
  table.writeInt16BE(xMin, 12);
  table.writeInt16BE(xMax, 16);
  table.writeInt16BE(1, 18);
  table.writeUInt16BE(descriptions.length, 34);
  return table;
}

export function hmtxTable({ descriptions, advances }: FontMetrics): Buffer {
  const table = Buffer.alloc(4 * descriptions.length);
  for (const [index, { xMin }] of descriptions.entries()) {
    table.writeUInt16BE(limited(advances[index] ?? 0), 4 * index);
    table.writeInt16BE(xMin, 4 * index + 2);
  }
  return table;
}

const limited = (advance: number): number => Math.min(MAX_ADVANCE, Math.max(0, Math.round(advance)));

export function maxpTable({ descriptions }: FontMetrics): Buffer {
  const table = Buffer.alloc(32);
  table.writeUInt32BE(0x00_01_00_00, 0);
  table.writeUInt16BE(descriptions.length, 4);
  table.writeUInt16BE(
    descriptions.reduce((most, { points }) => Math.max(most, points), 0),
    6,
  );
  table.writeUInt16BE(
    descriptions.reduce((most, { contours }) => Math.max(most, contours), 0),
    8,
  );
  // maxZones: there are no instructions.
  table.writeUInt16BE(1, 14);
  return table;
}

export function os2Table({ unitsPerEm, advances }: FontMetrics): Buffer {
  const table = Buffer.alloc(96);
  table.writeUInt16BE(4, 0);
  const mean = advances.reduce((sum, advance) => sum + limited(advance), 0) / Math.max(1, advances.length);
  table.writeInt16BE(Math.round(mean), 2);
  table.writeUInt16BE(400, 4);
  table.writeUInt16BE(5, 6);
  table.write("NONE", 58, "latin1");
  // REGULAR: browsers imitate no other style of a font that is said to have it.
  table.writeUInt16BE(0x40, 62);
  table.writeUInt16BE(0x20, 64);
  table.writeUInt16BE(0xff_ff, 66);
  const ascent = Math.round(ASCENT * unitsPerEm);
  const descent = Math.round(DESCENT * unitsPerEm);
  table.writeInt16BE(ascent, 68);
  table.writeInt16BE(-descent, 70);
  table.writeUInt16BE(ascent, 74);
  table.writeUInt16BE(descent, 76);
  table.writeInt16BE(Math.round(0.5 * unitsPerEm), 86);
  table.writeInt16BE(Math.round(0.7 * unitsPerEm), 88);
  return table;
}

export function postTable(): Buffer {
  const table = Buffer.alloc(32);
  // Glyphs have no names.
  table.writeUInt32BE(0x00_03_00_00, 0);
  return table;
}

/** The identifiers of the strings that are required: family, style, unique name, full name, version, PostScript name. */
const NAMES = [1, 2, 3, 4, 5, 6];
const STYLE = 2;
const VERSION = 5;

export function nameTable(family: string): Buffer {
  const strings = NAMES.map((id) => {
    const text = id === STYLE ? "Regular" : id === VERSION ? "Version 1.000" : family;
    return { id, bytes: Buffer.from(text, "utf16le").swap16() };
  });
  const head = Buffer.alloc(6 + 12 * strings.length);
  head.writeUInt16BE(strings.length, 2);
  head.writeUInt16BE(head.length, 4);
  let offset = 0;
  for (const [index, { id, bytes }] of strings.entries()) {
    // Windows, Unicode, English of the United States.
    [3, 1, 0x04_09, id, bytes.length, offset].forEach((value, place) =>
      head.writeUInt16BE(value, 6 + 12 * index + 2 * place),
    );
    offset += bytes.length;
  }
  return Buffer.concat([head, ...strings.map(({ bytes }) => bytes)]);
}
