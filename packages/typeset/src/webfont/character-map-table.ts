/** Characters with consecutive numbers whose glyphs are consecutive, too. */
interface Segment {
  readonly start: number;
  end: number;
  readonly glyph: number;
}

/**
 * Returns the table cmap (OpenType 1.9) of a font in which `glyphs` gives each character, a code point, its glyph: in
 * format 4 for the Basic Multilingual Plane and in format 12 for all of Unicode.
 */
export function characterMapTable(glyphs: ReadonlyMap<number, number>): Buffer {
  const segments = segmentsOf(glyphs);
  const basic = format4(segmentsOf(new Map([...glyphs].filter(([character]) => character < 0xff_ff))));
  const full = format12(segments);
  const head = Buffer.alloc(4 + 2 * 8);
  head.writeUInt16BE(2, 2);
  writeRecord(head, 4, { encoding: UNICODE_BMP, offset: head.length });
  writeRecord(head, 12, { encoding: UNICODE_FULL, offset: head.length + basic.length });
  return Buffer.concat([head, basic, full]);
}

const WINDOWS = 3;
const UNICODE_BMP = 1;
const UNICODE_FULL = 10;

function writeRecord(table: Buffer, at: number, { encoding, offset }: { encoding: number; offset: number }): void {
  table.writeUInt16BE(WINDOWS, at);
  table.writeUInt16BE(encoding, at + 2);
  table.writeUInt32BE(offset, at + 4);
}

function segmentsOf(glyphs: ReadonlyMap<number, number>): Segment[] {
  const segments: Segment[] = [];
  for (const [character, glyph] of [...glyphs].toSorted(([one], [other]) => one - other)) {
    const last = segments.at(-1);
    if (last !== undefined && last.end === character - 1 && last.glyph + (character - last.start) === glyph) {
      last.end = character;
    } else {
      segments.push({ start: character, end: character, glyph });
    }
  }
  return segments;
}

/** The segment that every map ends with. */
const LAST: Segment = { start: 0xff_ff, end: 0xff_ff, glyph: 0 };

function format4(segments: readonly Segment[]): Buffer {
  // The length has 16 bits; what is left out is in the other subtable, which is preferred.
  const all = [...segments.slice(0, 8000), LAST];
  const count = all.length;
  const power = Math.floor(Math.log2(count));
  const range = 2 ** (power + 1);
  const words = [
    4,
    16 + 8 * count,
    0,
    2 * count,
    range,
    power,
    2 * count - range,
    ...all.map(({ end }) => end),
    0,
    ...all.map(({ start }) => start),
    ...all.map(({ start, glyph }) => (start === 0xff_ff ? 1 : glyph - start) & 0xff_ff),
    ...all.map(() => 0),
  ];
  const table = Buffer.alloc(2 * words.length);
  words.forEach((word, index) => table.writeUInt16BE(word, 2 * index));
  return table;
}

function format12(segments: readonly Segment[]): Buffer {
  const table = Buffer.alloc(16 + 12 * segments.length);
  table.writeUInt16BE(12, 0);
  table.writeUInt32BE(table.length, 4);
  table.writeUInt32BE(segments.length, 12);
  for (const [index, { start, end, glyph }] of segments.entries()) {
    table.writeUInt32BE(start, 16 + 12 * index);
    table.writeUInt32BE(end, 20 + 12 * index);
    table.writeUInt32BE(glyph, 24 + 12 * index);
  }
  return table;
}
