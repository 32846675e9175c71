const DIRECTORY_START = 12;
const RECORD_BYTES = 16;

/** Makes a TrueType font file of its tables, which are in the order of their tags (OpenType 1.9, "Table directory"). */
export function fontFile(tables: readonly { readonly tag: string; readonly bytes: Uint8Array }[]): Uint8Array {
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
