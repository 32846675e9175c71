/** The parts of the smallest TrueType program that rules need: widths and cmap subtables. Outlines have no contours. */
export interface MadeTrueType {
  /** The advance widths in units of 1/1000 em; there are as many glyphs as widths. */
  readonly widths: readonly number[];
  /** The number of glyphs, from the first on, with a width of their own; all unless it is set. */
  readonly ownWidths?: number;
  readonly cmaps?: readonly MadeCMap[];
}

interface MadeCMap {
  readonly platform: number;
  readonly encoding: number;
  /** The glyph indices by code; codes go up to 255 in a (1, 0) subtable. */
  readonly glyphs: Readonly<Record<number, number>>;
}

export function trueTypeFont({ widths, cmaps = [], ownWidths = widths.length }: MadeTrueType): Uint8Array {
  const tables: Record<string, Buffer> = {
    cmap: cmapTable(cmaps),
    glyf: Buffer.alloc(OUTLINE_BYTES * widths.length),
    head: headTable(),
    hhea: hheaTable(ownWidths),
    hmtx: Buffer.concat(widths.map((width) => u16(width, 0))),
    loca: u16(...widths.map((_width, glyph) => (glyph * OUTLINE_BYTES) / 2), (widths.length * OUTLINE_BYTES) / 2),
    maxp: Buffer.concat([u32(0x00010000), u16(widths.length), Buffer.alloc(26)]),
  };
  const names = Object.keys(tables);
  const directory = [u32(0x00010000), u16(names.length, 16, 2, 0)];
  let offset = 12 + 16 * names.length;
  for (const [name, table] of Object.entries(tables)) {
    directory.push(Buffer.from(name, "latin1"), u32(0, offset, table.length));
    offset += padded(table).length;
  }
  return Buffer.concat([...directory, ...Object.values(tables).map(padded)]);
}

/** The size of an outline: a number of contours, and a bounding box. */
const OUTLINE_BYTES = 10;

function u16(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [index, value] of values.entries()) {
    bytes.writeUInt16BE(value, 2 * index);
  }
  return bytes;
}

function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) {
    bytes.writeUInt32BE(value, 4 * index);
  }
  return bytes;
}

const padded = (table: Buffer): Buffer => Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]);

function headTable(): Buffer {
  const table = Buffer.alloc(54);
  table.writeUInt32BE(0x00010000, 0);
  table.writeUInt32BE(0x5f0f3cf5, 12);
  table.writeUInt16BE(1000, 18);
  return table;
}

function hheaTable(glyphs: number): Buffer {
  const table = Buffer.alloc(36);
  table.writeUInt32BE(0x00010000, 0);
  table.writeUInt16BE(glyphs, 34);
  return table;
}

function cmapTable(cmaps: readonly MadeCMap[]): Buffer {
  const subtables = cmaps.map(({ platform, glyphs }) => (platform === 1 ? format0(glyphs) : format4(glyphs)));
  const records: Buffer[] = [u16(0, cmaps.length)];
  let offset = 4 + 8 * cmaps.length;
  for (const [index, { platform, encoding }] of cmaps.entries()) {
    records.push(u16(platform, encoding), u32(offset));
    offset += subtables[index]?.length ?? 0;
  }
  return Buffer.concat([...records, ...subtables]);
}

function format0(glyphs: Readonly<Record<number, number>>): Buffer {
  const table = Buffer.alloc(262);
  table.writeUInt16BE(262, 2);
  for (const [code, glyph] of Object.entries(glyphs)) {
    table[6 + Number(code)] = glyph;
  }
  return table;
}

/** Makes a subtable of format 4 with a segment for each code, and the last one that every table ends with. */
function format4(glyphs: Readonly<Record<number, number>>): Buffer {
  const codes = [...Object.keys(glyphs).map(Number), 0xffff];
  const deltas = codes.map((code) => (code === 0xffff ? 1 : (glyphs[code] ?? 0) - code) & 0xffff);
  const body = [u16(...codes), u16(0), u16(...codes), u16(...deltas), u16(...codes.map(() => 0))];
  const length = 14 + Buffer.concat(body).length;
  return Buffer.concat([u16(4, length, 0, 2 * codes.length, 0, 0, 0), ...body]);
}
