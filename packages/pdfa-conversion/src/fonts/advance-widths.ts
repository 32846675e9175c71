/*
 * Advance widths in a TrueType program (ISO/IEC 14496-22, 5.2.3 and 5.2.5). Widths in thousandths of text space are those of
 * PDF.
 */

/** A table of a program: its tag, and its bytes. */
type Table = readonly [tag: string, data: Buffer];

/**
 * Returns the program with these advance widths by glyph, all else as it is; undefined where it has not the tables that
 * hold them.
 */
export function withAdvanceWidths(program: Uint8Array, widths: ReadonlyMap<number, number>): Uint8Array | undefined {
  const tables = tablesOf(Buffer.from(program.buffer, program.byteOffset, program.length));
  const [head, hhea, hmtx, maxp] = ["head", "hhea", "hmtx", "maxp"].map((tag) => tables?.get(tag));
  if (tables === undefined || !hasBytes(head, 54) || !hasBytes(hhea, 36) || hmtx === undefined || !hasBytes(maxp, 6)) {
    return undefined;
  }
  const glyphs = maxp.readUInt16BE(4);
  const metrics = longMetrics(hmtx, { glyphs, longCount: hhea.readUInt16BE(34) });
  const unitsPerEm = head.readUInt16BE(18);
  if (metrics === undefined || unitsPerEm === 0) {
    return undefined;
  }
  for (const [glyph, width] of widths) {
    if (glyph < glyphs) {
      metrics.writeUInt16BE(Math.min(0xffff, Math.max(0, Math.round((width * unitsPerEm) / 1000))), 4 * glyph);
    }
  }
  const newHhea = Buffer.from(hhea);
  newHhea.writeUInt16BE(glyphs, 34);
  tables.set("hmtx", metrics).set("hhea", newHhea);
  return fileOf(program.subarray(0, 4), [...tables]);
}

const hasBytes = (table: Buffer | undefined, bytes: number): table is Buffer =>
  table !== undefined && table.length >= bytes;

function tablesOf(file: Buffer): Map<string, Buffer> | undefined {
  if (file.length < 12 || file.length < 12 + 16 * file.readUInt16BE(4)) {
    return undefined;
  }
  const tables = new Map<string, Buffer>();
  for (let entry = 12; entry < 12 + 16 * file.readUInt16BE(4); entry += 16) {
    const offset = file.readUInt32BE(entry + 8);
    tables.set(
      file.toString("latin1", entry, entry + 4),
      file.subarray(offset, offset + file.readUInt32BE(entry + 12)),
    );
  }
  return tables;
}

/** Returns a metric of four bytes for each glyph: those after the long ones have the advance width of the last of them. */
function longMetrics(
  hmtx: Buffer,
  { glyphs, longCount }: { readonly glyphs: number; readonly longCount: number },
): Buffer | undefined {
  if (longCount === 0 || longCount > glyphs || hmtx.length < 4 * longCount) {
    return undefined;
  }
  const metrics = Buffer.alloc(4 * glyphs);
  hmtx.copy(metrics, 0, 0, 4 * longCount);
  const last = hmtx.readUInt16BE(4 * (longCount - 1));
  for (let glyph = longCount; glyph < glyphs; glyph++) {
    const at = 4 * longCount + 2 * (glyph - longCount);
    metrics.writeUInt16BE(last, 4 * glyph);
    metrics.writeInt16BE(at + 2 <= hmtx.length ? hmtx.readInt16BE(at) : 0, 4 * glyph + 2);
  }
  return metrics;
}

/** Puts a file of tables together (4.3, 4.4), with their checksums. */
function fileOf(version: Uint8Array, tables: readonly Table[]): Uint8Array {
  const sorted = tables.toSorted(([one], [other]) => (one < other ? -1 : 1));
  const directory = Buffer.alloc(12 + 16 * sorted.length);
  const power = 2 ** Math.floor(Math.log2(Math.max(1, sorted.length)));
  directory.set(version);
  directory.writeUInt16BE(sorted.length, 4);
  directory.writeUInt16BE(16 * power, 6);
  directory.writeUInt16BE(Math.log2(power), 8);
  directory.writeUInt16BE(16 * (sorted.length - power), 10);
  const pieces: Buffer[] = [directory];
  let offset = directory.length;
  for (const [index, [tag, data]] of sorted.entries()) {
    const padded = Buffer.concat([data, Buffer.alloc(-data.length & 3)]);
    if (tag === "head") {
      padded.writeUInt32BE(0, 8);
    }
    const entry = 12 + 16 * index;
    directory.write(tag, entry, "latin1");
    directory.writeUInt32BE(checksum(padded), entry + 4);
    directory.writeUInt32BE(offset, entry + 8);
    directory.writeUInt32BE(data.length, entry + 12);
    pieces.push(padded);
    offset += padded.length;
  }
  const file = Buffer.concat(pieces);
  const head = sorted.findIndex(([tag]) => tag === "head");
  file.writeUInt32BE((0xb1b0_afba - checksum(file)) >>> 0, file.readUInt32BE(12 + 16 * head + 8) + 8);
  return new Uint8Array(file);
}

function checksum(padded: Buffer): number {
  let sum = 0;
  for (let at = 0; at < padded.length; at += 4) {
    sum = (sum + padded.readUInt32BE(at)) >>> 0;
  }
  return sum;
}
