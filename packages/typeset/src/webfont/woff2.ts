import { brotliCompressSync, constants } from "node:zlib";

export interface FontTable {
  readonly tag: string;
  readonly bytes: Uint8Array;
}

/** The tags that have a number (WOFF File Format 2.0, 4.1), in its order. */
const KNOWN_TAGS = ["cmap", "head", "hhea", "hmtx", "maxp", "name", "OS/2", "post", "cvt ", "fpgm", "glyf", "loca"];
/** The version of a transformation that means none, for the two tables of which 0 means the transformed form. */
const NOT_TRANSFORMED = 3;
const TRANSFORMABLE = new Set(["glyf", "loca"]);
const HEADER_BYTES = 48;
const TRUE_TYPE = 0x00_01_00_00;

/** Returns a font file of the tables of a TrueType font as WOFF2, without the transformations that are optional. */
export function woff2Of(tables: readonly FontTable[]): Buffer {
  const directory = Buffer.from(tables.flatMap(entryOf));
  const data = Buffer.concat(tables.map(({ bytes }) => bytes));
  const compressed = brotliCompressSync(data, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_FONT,
      [constants.BROTLI_PARAM_QUALITY]: 9,
      [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
    },
  });
  const end = HEADER_BYTES + directory.length + compressed.length;
  const file = Buffer.alloc(padded(end));
  file.write("wOF2", 0, "latin1");
  file.writeUInt32BE(TRUE_TYPE, 4);
  file.writeUInt32BE(file.length, 8);
  file.writeUInt16BE(tables.length, 12);
  file.writeUInt32BE(sfntBytes(tables), 16);
  file.writeUInt32BE(compressed.length, 20);
  file.writeUInt16BE(1, 24);
  file.set(directory, HEADER_BYTES);
  file.set(compressed, HEADER_BYTES + directory.length);
  return file;
}

function entryOf({ tag, bytes }: FontTable): number[] {
  const version = TRANSFORMABLE.has(tag) ? NOT_TRANSFORMED : 0;
  return [(version << 6) | KNOWN_TAGS.indexOf(tag), ...base128(bytes.length)];
}

/** Returns a number as UIntBase128 (4.1): seven bits in a byte, and a bit that says whether more follow. */
function base128(value: number): number[] {
  const bytes = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) {
    bytes.unshift((rest & 0x7f) | 0x80);
  }
  return bytes;
}

const padded = (length: number): number => Math.ceil(length / 4) * 4;

/** Returns the length of the font file that the tables make when they are not compressed. */
const sfntBytes = (tables: readonly FontTable[]): number =>
  tables.reduce((sum, { bytes }) => sum + padded(bytes.length), 12 + 16 * tables.length);
