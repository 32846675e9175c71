import { type FileHandle, open } from "node:fs/promises";

/** Whether a face of a font maps a Unicode code point to a glyph. */
export type CharacterMap = (codePoint: number) => boolean;

/**
 * The character maps of the faces in an OpenType or TrueType font or collection: its tables `cmap` (OpenType 1.9), in
 * formats 4 and 12, one of which every Unicode font has. Nothing else is read. A font for symbols only has no map.
 */
export async function characterMapsOf(path: string): Promise<readonly CharacterMap[] | "unreadable"> {
  try {
    await using file = await open(path);
    // The faces of a collection mostly share one table.
    const tables = new Map<number, Buffer>();
    const faces = await faceOffsets(file);
    if (faces === undefined) {
      return "unreadable";
    }
    for (const faceOffset of faces) {
      const record = await cmapRecord(file, faceOffset);
      if (record !== undefined && !tables.has(record.offset)) {
        tables.set(record.offset, await read(file, record.offset, record.length));
      }
    }
    return [...tables.values()].flatMap((table) => characterMap(table) ?? []);
  } catch (error) {
    // A RangeError is a font that ends too early; a code comes from the file system, as for a dangling link.
    if (error instanceof RangeError || (error instanceof Error && "code" in error)) {
      return "unreadable";
    }
    throw error;
  }
}

/** Where the table directories are: one, or one for each face of a collection; undefined when this is no font. */
async function faceOffsets(file: FileHandle): Promise<number[] | undefined> {
  const header = await read(file, 0, 12);
  const signature = header.toString("latin1", 0, 4);
  if (signature !== "ttcf") {
    return ["\0\x01\0\0", "OTTO", "true"].includes(signature) ? [0] : undefined;
  }
  const faces = header.readUInt32BE(8);
  const offsets = await read(file, 12, 4 * faces);
  return Array.from({ length: faces }, (_, face) => offsets.readUInt32BE(4 * face));
}

async function cmapRecord(file: FileHandle, faceOffset: number) {
  const records = (await read(file, faceOffset, 12)).readUInt16BE(4);
  const directory = await read(file, faceOffset + 12, 16 * records);
  for (let record = 0; record < 16 * records; record += 16) {
    if (directory.toString("latin1", record, record + 4) === "cmap") {
      return { offset: directory.readUInt32BE(record + 8), length: directory.readUInt32BE(record + 12) };
    }
  }
  return undefined;
}

/** At most the bytes that the file has: a length in it may be anything. */
async function read(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const { size } = await file.stat();
  const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - offset)));
  const { bytesRead } = await file.read(buffer, 0, buffer.length, offset);
  return buffer.subarray(0, bytesRead);
}

/** The best subtable for Unicode: format 12 has all planes, format 4 the first. */
function characterMap(cmap: Buffer): CharacterMap | undefined {
  const subtables: Record<number, Buffer> = {};
  for (let encoding = 0; encoding < cmap.readUInt16BE(2); encoding++) {
    const platform = cmap.readUInt16BE(4 + 8 * encoding);
    const platformEncoding = cmap.readUInt16BE(6 + 8 * encoding);
    // Platform 0 is Unicode; of platform 3 (Windows), encodings 1 and 10 are.
    if (platform === 0 || (platform === 3 && (platformEncoding === 1 || platformEncoding === 10))) {
      const subtable = cmap.subarray(cmap.readUInt32BE(8 + 8 * encoding));
      subtables[subtable.readUInt16BE(0)] = subtable;
    }
  }
  if (subtables[12] !== undefined) {
    return segmentedCoverage(subtables[12]);
  }
  return subtables[4] === undefined ? undefined : segmentMapping(subtables[4]);
}

/** Format 12: groups of start code, end code and first glyph. */
function segmentedCoverage(subtable: Buffer): CharacterMap {
  const groups = Array.from({ length: subtable.readUInt32BE(12) }, (_, group) => ({
    first: subtable.readUInt32BE(16 + 12 * group),
    last: subtable.readUInt32BE(20 + 12 * group),
    glyph: subtable.readUInt32BE(24 + 12 * group),
  }));
  return (codePoint) =>
    groups.some(({ first, last, glyph }) => first <= codePoint && codePoint <= last && glyph + codePoint - first !== 0);
}

/** Format 4: parallel arrays of end codes, start codes, deltas and offsets into an array of glyphs. */
function segmentMapping(subtable: Buffer): CharacterMap {
  const arrayBytes = subtable.readUInt16BE(6);
  const segments = Array.from({ length: arrayBytes / 2 }, (_, segment) => {
    const rangeOffsetAt = 16 + 3 * arrayBytes + 2 * segment;
    return {
      last: subtable.readUInt16BE(14 + 2 * segment),
      first: subtable.readUInt16BE(16 + arrayBytes + 2 * segment),
      delta: subtable.readUInt16BE(16 + 2 * arrayBytes + 2 * segment),
      rangeOffset: subtable.readUInt16BE(rangeOffsetAt),
      rangeOffsetAt,
    };
  });
  return (codePoint) => {
    const segment = segments.find(({ last }) => codePoint <= last);
    if (segment === undefined || codePoint < segment.first) {
      return false;
    }
    if (segment.rangeOffset === 0) {
      return ((codePoint + segment.delta) & 0xffff) !== 0;
    }
    // The offset counts from its own place, so that the glyphs of a segment follow the arrays.
    const glyphAt = segment.rangeOffsetAt + segment.rangeOffset + 2 * (codePoint - segment.first);
    return glyphAt + 2 <= subtable.length && subtable.readUInt16BE(glyphAt) !== 0;
  };
}
