import type { FontFace } from "../fonts/font-face.ts";
import { readFont } from "../fonts/sfnt-file.ts";

/**
 * Makes a font file (OpenType 1.9, "Table directory") of the tables of the face from which outlines and widths come; a
 * font program in a PDF has no others (ISO 32000-2, 9.9). A collection has many more, and those of its other faces.
 * Undefined when the face cannot be read.
 */
export function outlineTables(face: FontFace): Uint8Array | undefined {
  const tables = readFont(face.path, (file) => {
    const directory = file.faces()[face.index];
    return TAGS.flatMap((tag) => {
      const record = directory?.get(tag);
      return record === undefined ? [] : [{ tag, bytes: file.read(record) }];
    });
  });
  return tables === "unreadable" ? undefined : fontFile(tables);
}

/**
 * The tags of the tables, in the order of the directory. Instances of variable fonts are made from those that do not
 * concern outlines or widths directly.
 */
const TAGS = "CFF |HVAR|MVAR|avar|fvar|glyf|gvar|head|hhea|hmtx|loca|maxp".split("|");

const DIRECTORY_START = 12;
const RECORD_BYTES = 16;

function fontFile(tables: readonly { readonly tag: string; readonly bytes: Uint8Array }[]): Uint8Array {
  const start = DIRECTORY_START + RECORD_BYTES * tables.length;
  const file = Buffer.alloc(tables.reduce((length, { bytes }) => length + padded(bytes.length), start));
  file.writeUInt32BE(0x00010000, 0);
  file.writeUInt16BE(tables.length, 4);
  let at = start;
  for (const [index, { tag, bytes }] of tables.entries()) {
    const record = DIRECTORY_START + RECORD_BYTES * index;
    file.write(tag, record, "latin1");
    file.writeUInt32BE(at, record + 8);
    file.writeUInt32BE(bytes.length, record + 12);
    file.set(bytes, at);
    at += padded(bytes.length);
  }
  return file;
}

/** Returns a length rounded up to a multiple of four bytes, at which tables begin. */
const padded = (length: number): number => Math.ceil(length / 4) * 4;
