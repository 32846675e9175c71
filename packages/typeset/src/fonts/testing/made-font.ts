/** The properties of a made font. It has no shapes, only what is read to choose a face. */
export interface MadeFont {
  readonly family?: string;
  readonly weight?: number;
  readonly widthClass?: number;
  readonly isItalic?: boolean;
  readonly fsType?: number;
  /** The letters that its character map has, in format 12. */
  readonly letters?: string;
  /** A subtable of cmap in place of the one for `letters`. */
  readonly subtable?: Buffer;
  /** Tables that are added or replaced; undefined leaves a table out. */
  readonly tables?: Readonly<Record<string, Buffer | undefined>>;
}

/** Returns the bytes of a TrueType font with one face, which starts at `offset` in its file. */
export function madeFont(font: MadeFont, offset = 0): Buffer {
  const tables = Object.entries({
    "OS/2": os2(font),
    cmap: cmapOf(font.subtable ?? format12(font.letters ?? "ABC")),
    glyf: Buffer.alloc(4),
    head: head(),
    hhea: hhea(),
    hmtx: Buffer.alloc(4),
    loca: Buffer.alloc(4),
    maxp: Buffer.alloc(32),
    name: name(font.family ?? "Made"),
    ...font.tables,
  }).flatMap(([tag, bytes]) => (bytes === undefined ? [] : [{ tag, bytes }]));
  const directory = Buffer.alloc(12 + 16 * tables.length);
  directory.writeUInt32BE(0x00010000, 0);
  directory.writeUInt16BE(tables.length, 4);
  let at = offset + directory.length;
  for (const [index, { tag, bytes }] of tables.entries()) {
    directory.write(tag, 12 + 16 * index, "latin1");
    directory.writeUInt32BE(at, 20 + 16 * index);
    directory.writeUInt32BE(bytes.length, 24 + 16 * index);
    at += bytes.length;
  }
  return Buffer.concat([directory, ...tables.map(({ bytes }) => bytes)]);
}

export function madeCollection(fonts: readonly MadeFont[]): Buffer {
  const header = Buffer.alloc(12 + 4 * fonts.length);
  header.write("ttcf", 0, "latin1");
  header.writeUInt32BE(fonts.length, 8);
  let collection = header;
  for (const [index, font] of fonts.entries()) {
    header.writeUInt32BE(collection.length, 12 + 4 * index);
    collection = Buffer.concat([header, collection.subarray(header.length), madeFont(font, collection.length)]);
  }
  return collection;
}

/** Returns a subtable of cmap in format 12 with a group for each letter. */
function format12(letters: string): Buffer {
  const groups = codesOf(letters).map((code, index) => longs(code, code, index + 1));
  return Buffer.concat([words(12, 0), longs(16 + 12 * groups.length, 0, groups.length), ...groups]);
}

/**
 * Returns a subtable of cmap in format 4 with a segment for each letter, and the last one, which the format requires.
 */
export function format4(letters: string): Buffer {
  const codes = codesOf(letters);
  const starts = [...codes, 0xffff];
  const deltas = [...codes.map((code, index) => (index + 1 - code) & 0xffff), 1];
  return Buffer.concat([
    words(4, 16 + 8 * starts.length, 0, 2 * starts.length, 0, 0, 0),
    words(...starts, 0),
    words(...starts, ...deltas, ...starts.map(() => 0)),
  ]);
}

const codesOf = (letters: string) =>
  Array.from(new Set(letters), (letter) => letter.codePointAt(0) ?? 0).toSorted((one, other) => one - other);

export const words = (...values: readonly number[]) => bytesOf(2, values);
export const longs = (...values: readonly number[]) => bytesOf(4, values);

function bytesOf(size: number, values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(size * values.length);
  for (const [index, value] of values.entries()) {
    bytes.writeUIntBE(value, size * index, size);
  }
  return bytes;
}

/** Returns the table `cmap` with one subtable, for all of Unicode on Windows. */
export function cmapOf(subtable: Buffer): Buffer {
  return Buffer.concat([words(0, 1, 3, 10), longs(12), subtable]);
}

function head(): Buffer {
  const bytes = Buffer.alloc(54);
  bytes.writeUInt16BE(1000, 18);
  return bytes;
}

function hhea(): Buffer {
  const bytes = Buffer.alloc(36);
  bytes.writeInt16BE(900, 4);
  bytes.writeInt16BE(-300, 6);
  return bytes;
}

function os2({ weight = 400, widthClass = 5, fsType = 0, isItalic = false }: MadeFont): Buffer {
  const bytes = Buffer.alloc(96);
  bytes.writeUInt16BE(weight, 4);
  bytes.writeUInt16BE(widthClass, 6);
  bytes.writeUInt16BE(fsType, 8);
  bytes.writeUInt16BE(isItalic ? 1 : 0, 62);
  bytes.writeInt16BE(800, 68);
  bytes.writeInt16BE(-200, 70);
  bytes.writeInt16BE(50, 72);
  return bytes;
}

/** Returns the table `name` with the family and PostScript name in English for Windows. */
function name(family: string): Buffer {
  const texts = [family, family.replaceAll(" ", "")].map((text) => Buffer.from(text, "utf16le").swap16());
  const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = texts;
  return Buffer.concat([
    words(0, 2, 30),
    words(3, 1, 0x409, 1, first.length, 0),
    words(3, 1, 0x409, 6, second.length, first.length),
    first,
    second,
  ]);
}
