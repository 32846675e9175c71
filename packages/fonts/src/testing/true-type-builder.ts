import { joined, latin1, u8, u16, u32 } from "./binary-writer.ts";

interface CMapRecord {
  readonly platform: number;
  readonly encoding: number;
  /** The glyphs by code; written in format 0 for platform 1, else in format 4. */
  readonly glyphs: Readonly<Record<number, number>>;
  /** A subtable as bytes, to write instead. */
  readonly bytes?: Uint8Array | undefined;
}

export interface TrueTypeOptions {
  /** The advance widths in units of `unitsPerEm`, by glyph. */
  readonly widths: readonly number[];
  /** The units of an em; 1000 by default. */
  readonly unitsPerEm?: number | undefined;
  readonly cmaps?: readonly CMapRecord[] | undefined;
  /** The glyph names, for post of format 2; without them post has format 3. */
  readonly names?: readonly string[] | undefined;
  /** The glyphs without an outline. */
  readonly empty?: readonly number[] | undefined;
  /** Tables that replace or complete those that are made; undefined leaves a table out. */
  readonly tables?: Readonly<Record<string, Uint8Array | undefined>> | undefined;
  /** The version tag of the file; 00010000 by default. */
  readonly version?: string | undefined;
}

/** Builds a TrueType program whose glyphs are all the same triangle. */
export function buildTrueType(options: TrueTypeOptions): Uint8Array {
  const { widths, unitsPerEm = 1000, cmaps, names, empty = [] } = options;
  const outlines = widths.map((_, glyph) => (empty.includes(glyph) ? u8() : TRIANGLE));
  const offsets = outlines.map((_, glyph) => joined(...outlines.slice(0, glyph)).length);
  const made: Record<string, Uint8Array | undefined> = {
    cmap: cmaps && cmapTable(cmaps),
    glyf: joined(...outlines),
    head: joined(u32(0x10000, 0x10000, 0, 0x5f0f3cf5), u16(0, unitsPerEm), new Uint8Array(30), u16(1, 0)),
    hhea: joined(u32(0x10000), new Uint8Array(30), u16(widths.length)),
    hmtx: joined(...widths.map((width) => u16(width, 0))),
    loca: joined(...[...offsets, joined(...outlines).length].map((offset) => u32(offset))),
    maxp: joined(u32(0x10000), u16(widths.length), new Uint8Array(26)),
    post: postTable(names),
    ...options.tables,
  };
  const tables = Object.entries(made).flatMap(([tag, bytes]) => (bytes === undefined ? [] : [{ tag, bytes }]));
  return sfnt(options.version ?? "\u0000\u0001\u0000\u0000", tables);
}

/** Builds a file of these tables, in the order of the list. */
export function sfnt(
  version: string,
  tables: readonly { readonly tag: string; readonly bytes: Uint8Array }[],
): Uint8Array {
  let offset = 12 + 16 * tables.length;
  const records: Uint8Array[] = [];
  const data: Uint8Array[] = [];
  for (const { tag, bytes } of tables) {
    const padded = joined(bytes, new Uint8Array((4 - (bytes.length % 4)) % 4));
    records.push(joined(latin1(tag.padEnd(4)), u32(0, offset, bytes.length)));
    data.push(padded);
    offset += padded.length;
  }
  return joined(latin1(version), u16(tables.length, 0, 0, 0), ...records, ...data);
}

/** An outline of one contour with three points on the curve, in an even number of bytes. */
const TRIANGLE = joined(u16(1, 0, 0, 500, 500, 2, 0), u8(1, 1, 1), u16(0, 500, 0), u16(0, 0, 500), u8(0));

function cmapTable(records: readonly CMapRecord[]): Uint8Array {
  const subtables = records.map(
    (record) => record.bytes ?? (record.platform === 1 ? format0(record) : format4(record)),
  );
  let offset = 4 + 8 * records.length;
  const heads = records.map(({ platform, encoding }, index) => {
    const head = joined(u16(platform, encoding), u32(offset));
    offset += subtables[index]?.length ?? 0;
    return head;
  });
  return joined(u16(0, records.length), ...heads, ...subtables);
}

const format0 = ({ glyphs }: CMapRecord): Uint8Array =>
  joined(
    u16(0, 262, 0),
    Uint8Array.from({ length: 256 }, (_, code) => glyphs[code] ?? 0),
  );

/** Makes a subtable with a segment for each code, and the one of FFFF that ends every table. */
function format4({ glyphs }: CMapRecord): Uint8Array {
  const codes = [
    ...Object.keys(glyphs)
      .map(Number)
      .filter((code) => code < 0xffff),
    0xffff,
  ].toSorted((a, b) => a - b);
  const count = codes.length;
  const deltas = codes.map((code) => (code === 0xffff ? 1 : (glyphs[code] ?? 0) - code));
  return joined(
    u16(4, 16 + 8 * count, 0, 2 * count, 0, 0, 0),
    u16(...codes),
    u16(0),
    u16(...codes),
    u16(...deltas),
    u16(...codes.map(() => 0)),
  );
}

function postTable(names: readonly string[] | undefined): Uint8Array {
  const rest = new Uint8Array(28);
  if (names === undefined) {
    return joined(u32(0x30000), rest);
  }
  const strings = names.map((name) => joined(u8(name.length), latin1(name)));
  return joined(u32(0x20000), rest, u16(names.length, ...names.map((_, index) => 258 + index)), ...strings);
}
