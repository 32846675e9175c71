import { readFont, type SfntFile, type TableRecord } from "./sfnt-file.ts";

/** Returns whether a face of a font maps a Unicode code point to a glyph. */
export type CharacterMap = (codePoint: number) => boolean;

/**
 * Returns the character maps of the faces in an OpenType or TrueType font or collection, each once, and reads nothing
 * else. A font only for symbols, which are not characters of Unicode, has no map.
 */
export function characterMapsOf(path: string): readonly CharacterMap[] | "unreadable" {
  return readFont(path, (file) => {
    const tables = new Map<number, TableRecord>();
    for (const face of file.faces()) {
      const cmap = face.get("cmap");
      if (cmap !== undefined) {
        // The faces of a collection mostly share one table.
        tables.set(cmap.offsetBytes, cmap);
      }
    }
    return [...tables.values()].flatMap((cmap) => readCharacterMap(file, cmap) ?? []);
  });
}

/**
 * Reads the table `cmap` (OpenType 1.9) and returns the map of the subtable that HarfBuzz chooses: one for all of
 * Unicode rather than one for its first plane. Undefined when there is none for Unicode.
 * @throws RangeError when the table is cut off.
 */
export function readCharacterMap(file: SfntFile, cmap: TableRecord): CharacterMap | undefined {
  const table = file.read(cmap);
  const subtables = new Map<string, number>();
  for (let encoding = 0; encoding < table.readUInt16BE(2); encoding++) {
    const record = 4 + 8 * encoding;
    const name = `${table.readUInt16BE(record)}.${table.readUInt16BE(record + 2)}`;
    subtables.set(name, table.readUInt32BE(record + 4));
  }
  for (const encoding of UNICODE_ENCODINGS) {
    const offset = subtables.get(encoding);
    const map = offset === undefined ? undefined : subtableMap(table, offset);
    if (map !== undefined) {
      return map;
    }
  }
  return undefined;
}

/**
 * The pairs of platform and encoding, best first: platform 3 is Windows, 0 is Unicode. 0.5, the variation sequences,
 * and 3.0, symbols, are not among them.
 */
const UNICODE_ENCODINGS = ["3.10", "0.6", "0.4", "3.1", "0.3", "0.2", "0.1", "0.0"];

function subtableMap(table: Buffer, offset: number): CharacterMap | undefined {
  // Lengths of subtables are not trusted, because some fonts have them wrong: only what lies within the table is used.
  const rest = table.subarray(offset);
  switch (rest.readUInt16BE(0)) {
    case 0:
      return byteEncoding(copyOf(rest, 6 + 256));
    case 4:
      return segmentMapping(rest);
    case 6:
      return trimmedArray(copyOf(rest, 10 + 2 * rest.readUInt16BE(8)));
    case 10:
      return trimmedWideArray(copyOf(rest, 20 + 2 * rest.readUInt32BE(16)));
    case 12:
      return groupMapping(copyOf(rest, 16 + 12 * rest.readUInt32BE(12)), "sequential");
    case 13:
      return groupMapping(copyOf(rest, 16 + 12 * rest.readUInt32BE(12)), "constant");
    default:
      return undefined;
  }
}

/**
 * Copies the first `lengthBytes` of a subtable, so that only this one is kept of the table.
 * @throws RangeError when it is cut off.
 */
function copyOf(subtable: Buffer, lengthBytes: number): Buffer {
  if (subtable.length < lengthBytes) {
    throw new RangeError(`A character map of ${lengthBytes} bytes has ${subtable.length}.`);
  }
  return Buffer.from(subtable.subarray(0, lengthBytes));
}

/** Reads format 0: a glyph for each of 256 characters. */
function byteEncoding(subtable: Buffer): CharacterMap {
  return (codePoint) => codePoint < 256 && (subtable[6 + codePoint] ?? 0) !== 0;
}

/** Reads format 6: glyphs of consecutive characters. */
function trimmedArray(subtable: Buffer): CharacterMap {
  const first = subtable.readUInt16BE(6);
  return (codePoint) => codePoint >= first && wordAt(subtable, 10 + 2 * (codePoint - first)) !== 0;
}

/** Reads format 10: glyphs of consecutive characters in any plane. */
function trimmedWideArray(subtable: Buffer): CharacterMap {
  const first = subtable.readUInt32BE(12);
  return (codePoint) => codePoint >= first && wordAt(subtable, 20 + 2 * (codePoint - first)) !== 0;
}

/** Reads formats 12 and 13: groups of start code, end code and the glyph of the first character, or of all. */
function groupMapping(subtable: Buffer, glyphs: "sequential" | "constant"): CharacterMap {
  const groups = (subtable.length - 16) / 12;
  return (codePoint) => {
    const at = 16 + 12 * firstThat(groups, (group) => subtable.readUInt32BE(20 + 12 * group) >= codePoint);
    const first = at < subtable.length ? subtable.readUInt32BE(at) : Infinity;
    if (codePoint < first) {
      return false;
    }
    const step = glyphs === "sequential" ? codePoint - first : 0;
    return subtable.readUInt32BE(at + 8) + step !== 0;
  };
}

/** Reads format 4: parallel arrays of end codes, start codes, deltas and offsets into an array of glyphs. */
function segmentMapping(rest: Buffer): CharacterMap {
  const arrayBytes = rest.readUInt16BE(6) & ~1;
  const segments = arrayBytes / 2;
  const arraysEnd = 16 + 4 * arrayBytes;
  // The copy has the arrays, and as much as an offset in them can reach: the offset and 65535 characters.
  const subtable = copyOf(rest, Math.max(arraysEnd, Math.min(rest.length, arraysEnd + 3 * 0xffff)));
  return (codePoint) => {
    const segment = firstThat(segments, (index) => subtable.readUInt16BE(14 + 2 * index) >= codePoint);
    if (segment === segments) {
      return false;
    }
    const first = subtable.readUInt16BE(16 + arrayBytes + 2 * segment);
    if (codePoint < first) {
      return false;
    }
    const delta = subtable.readUInt16BE(16 + 2 * arrayBytes + 2 * segment);
    const rangeOffsetAt = 16 + 3 * arrayBytes + 2 * segment;
    const rangeOffset = subtable.readUInt16BE(rangeOffsetAt);
    if (rangeOffset === 0) {
      return ((codePoint + delta) & 0xffff) !== 0;
    }
    // The offset counts from its own place, so that the glyphs of a segment follow the arrays.
    const glyph = wordAt(subtable, rangeOffsetAt + rangeOffset + 2 * (codePoint - first));
    return glyph !== 0 && ((glyph + delta) & 0xffff) !== 0;
  };
}

/** Returns the 16-bit value at `at`; 0, the glyph of no character, where the table ends before it. */
function wordAt(subtable: Buffer, at: number): number {
  return at + 2 <= subtable.length ? subtable.readUInt16BE(at) : 0;
}

/**
 * Returns, by bisection, the first of `count` indices for which the condition holds; it must hold for all after it.
 * Returns `count` when it holds for none.
 */
function firstThat(count: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}
