import type { FontFace } from "../fonts/font-face.ts";
import { readFont, type SfntFile, type TableDirectory, type TableRecord } from "../fonts/sfnt-file.ts";

/** The place of a glyph's image, from the glyph's origin, in units of the em square. */
export interface GlyphBox {
  readonly left: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the places of the glyphs' images in a face of bitmaps (OpenType 1.9, "CBLC", "CBDT", "sbix"), those of the
 * largest size. Glyphs that the face does not place are missing.
 */
export function bitmapBoxes(face: FontFace, glyphs: readonly number[]): ReadonlyMap<number, GlyphBox> {
  const boxes = readFont(face.path, (file) => {
    const tables = file.faces()[face.index] ?? new Map<string, TableRecord>();
    const boxOf = boxesOf(file, tables, face.unitsPerEm);
    return glyphs.flatMap((glyph): [number, GlyphBox][] => {
      const box = boxOf(glyph);
      // A size of no pixels makes the box infinite.
      return box === undefined || !Object.values(box).every(Number.isFinite) ? [] : [[glyph, box]];
    });
  });
  return new Map(boxes === "unreadable" ? [] : boxes);
}

type BoxOf = (glyph: number) => GlyphBox | undefined;

function boxesOf(file: SfntFile, tables: TableDirectory, unitsPerEm: number): BoxOf {
  const [locations, data, sbix] = [tables.get("CBLC"), tables.get("CBDT"), tables.get("sbix")];
  if (locations !== undefined && data !== undefined) {
    return embeddedBoxes(file, file.read(locations), data, unitsPerEm);
  }
  return sbix === undefined ? () => undefined : standardBoxes(file, sbix, unitsPerEm);
}

const BITMAP_SIZE_BYTES = 48;

/** Returns the boxes of a face with CBLC, which locates the metrics and the image of each glyph in CBDT. */
function embeddedBoxes(file: SfntFile, cblc: Buffer, cbdt: TableRecord, unitsPerEm: number): BoxOf {
  let size = 0;
  for (let at = 8; at < 8 + BITMAP_SIZE_BYTES * cblc.readUInt32BE(4); at += BITMAP_SIZE_BYTES) {
    size = size === 0 || cblc.readUInt8(at + 45) > cblc.readUInt8(size + 45) ? at : size;
  }
  const [scaleX, scaleY] = [unitsPerEm / cblc.readUInt8(size + 44), unitsPerEm / cblc.readUInt8(size + 45)];
  const list = cblc.readUInt32BE(size);
  const count = cblc.readUInt32BE(size + 8);
  return (glyph) => {
    for (let record = list; record < list + 8 * count; record += 8) {
      const first = cblc.readUInt16BE(record);
      if (first <= glyph && glyph <= cblc.readUInt16BE(record + 2)) {
        const subtable = list + cblc.readUInt32BE(record + 4);
        const metrics = glyphMetrics(file, { cblc, cbdt, subtable, first, glyph });
        return metrics === undefined ? undefined : boxOfMetrics(metrics, scaleX, scaleY);
      }
    }
    return undefined;
  };
}

/** Returns the box of glyph metrics; the small and the big ones begin with the same values. */
function boxOfMetrics(metrics: Buffer, scaleX: number, scaleY: number): GlyphBox {
  const [height, width] = [metrics.readUInt8(0), metrics.readUInt8(1)];
  const [left, top] = [metrics.readInt8(2), metrics.readInt8(3)];
  return { left: left * scaleX, bottom: (top - height) * scaleY, width: width * scaleX, height: height * scaleY };
}

interface Located {
  readonly cblc: Buffer;
  readonly cbdt: TableRecord;
  /** The offset of the glyph's index subtable; `first` is the subtable's first glyph. */
  readonly subtable: number;
  readonly first: number;
  readonly glyph: number;
}

function glyphMetrics(file: SfntFile, located: Located): Buffer | undefined {
  const { cblc, cbdt, subtable, first, glyph } = located;
  const data = subtable + 8;
  const inData = (offset: number): Buffer => {
    const start = cbdt.offsetBytes + cblc.readUInt32BE(subtable + 4) + offset;
    return file.read({ offsetBytes: start, lengthBytes: 4 });
  };
  switch (cblc.readUInt16BE(subtable)) {
    case 1:
      return inData(cblc.readUInt32BE(data + 4 * (glyph - first)));
    case 2:
    case 5:
      // In these formats all glyphs have the same metrics.
      return cblc.subarray(data + 4, data + 8);
    case 3:
      return inData(cblc.readUInt16BE(data + 2 * (glyph - first)));
    case 4:
      for (let pair = data + 4; pair < data + 4 + 4 * cblc.readUInt32BE(data); pair += 4) {
        if (cblc.readUInt16BE(pair) === glyph) {
          return inData(cblc.readUInt16BE(pair + 2));
        }
      }
      return undefined;
    default:
      return undefined;
  }
}

/** Returns the boxes of a face with sbix, in which each image has its size. */
function standardBoxes(file: SfntFile, sbix: TableRecord, unitsPerEm: number): BoxOf {
  const at = (offset: number, lengthBytes: number): Buffer =>
    file.read({ offsetBytes: sbix.offsetBytes + offset, lengthBytes });
  const count = at(4, 4).readUInt32BE(0);
  const offsets = at(8, 4 * count);
  let strike = 0;
  let ppem = 0;
  for (let index = 0; index < count; index++) {
    const offset = offsets.readUInt32BE(4 * index);
    const strikePpem = at(offset, 2).readUInt16BE(0);
    [strike, ppem] = strikePpem > ppem ? [offset, strikePpem] : [strike, ppem];
  }
  const scale = unitsPerEm / ppem;
  return (glyph) => {
    const ends = at(strike + 4 + 4 * glyph, 8);
    const start = ends.length < 8 ? 0 : ends.readUInt32BE(0);
    // A glyph without an image ends where it starts.
    const image = start === 0 || ends.readUInt32BE(4) <= start ? undefined : at(strike + start, PNG_SIZE_END);
    if (image === undefined || image.length < PNG_SIZE_END) {
      return undefined;
    }
    const [left, bottom] = [image.readInt16BE(0), image.readInt16BE(2)];
    const [width, height] = [image.readUInt32BE(PNG_SIZE), image.readUInt32BE(PNG_SIZE + 4)];
    return { left: left * scale, bottom: bottom * scale, width: width * scale, height: height * scale };
  };
}

/**
 * The offset of the PNG's width, after the place of the origin and the tag, the signature, and the first chunk's length
 * and type.
 */
const PNG_SIZE = 8 + 16;
const PNG_SIZE_END = PNG_SIZE + 8;
