import { STANDARD_STRINGS } from "../programs/cff/standard-strings.ts";
import { joined, latin1, u8, u16 } from "./binary-writer.ts";

interface CffGlyph {
  /** The glyph's name, `.notdef` for the first glyph; ignored in a CID-keyed program. */
  readonly name?: string | undefined;
  /** The glyph's CID in a CID-keyed program; 0 for the first glyph. */
  readonly cid?: number | undefined;
  /** The advance width; undefined for defaultWidthX. */
  readonly width?: number | undefined;
  /** The charstring, instead of one that sets the width and ends. */
  readonly charstring?: Uint8Array | undefined;
  /** The number of the Font DICT in a CID-keyed program. */
  readonly font?: number | undefined;
}

export interface CffOptions {
  readonly glyphs: readonly CffGlyph[];
  readonly defaultWidth?: number | undefined;
  readonly nominalWidth?: number | undefined;
  /** The horizontal and vertical scale of FontMatrix, as text: `0.0005`. */
  readonly scale?: string | undefined;
  /** The character collection, which makes the program CID-keyed. */
  readonly ros?: { readonly registry: string; readonly ordering: string; readonly supplement: number } | undefined;
  /** The number of Font DICTs; each has the same Private DICT. */
  readonly fonts?: number | undefined;
  /** The offset of a predefined encoding, or an encoding as bytes. */
  readonly encoding?: number | Uint8Array | undefined;
  readonly subrs?: readonly Uint8Array[] | undefined;
  readonly globalSubrs?: readonly Uint8Array[] | undefined;
}

/** Builds a CFF program of glyphs without outlines. */
export function buildCff(options: CffOptions): Uint8Array {
  const strings = new Strings();
  const { glyphs, ros } = options;
  const ids = glyphs.map(({ name = ".notdef", cid = 0 }) => (ros === undefined ? strings.sid(name) : cid));
  const charset = joined(u8(0), u16(...ids.slice(1)));
  const charStrings = index(glyphs.map((glyph) => glyph.charstring ?? widthOnly(glyph, options.nominalWidth ?? 0)));
  const rosDict =
    ros && joined(...[strings.sid(ros.registry), strings.sid(ros.ordering), ros.supplement].map(long), operator(1230));
  const matrix = options.scale === undefined ? u8() : matrixEntry(options.scale);
  const head = joined(u8(1, 0, 4, 4), index([latin1("Test")]));
  const middle = joined(strings.index(), index(options.globalSubrs ?? []));
  // All operands have five bytes, so that the size of the Top DICT does not depend on offsets.
  const topOf = (offsets: Offsets): Uint8Array =>
    joined(rosDict ?? u8(), matrix, topEntries(offsets, ros !== undefined));
  const start = head.length + index([topOf(NO_OFFSETS)]).length + middle.length;
  const encoding = options.encoding instanceof Uint8Array ? options.encoding : u8();
  const privateDict = joined(
    long(options.defaultWidth ?? 0),
    operator(20),
    long(options.nominalWidth ?? 0),
    operator(21),
  );
  const privateEntries =
    options.subrs === undefined ? privateDict : joined(privateDict, long(privateDict.length + 6), operator(19));
  const select = joined(u8(0), u8(...glyphs.map(({ font = 0 }) => font)));
  const offsets = {
    charset: start,
    encoding: options.encoding instanceof Uint8Array ? start + charset.length : (options.encoding ?? 0),
    charStrings: start + charset.length + encoding.length,
    private: start + charset.length + encoding.length + charStrings.length,
    privateLength: privateEntries.length,
    select: 0,
    fonts: 0,
  };
  const subrs = options.subrs === undefined ? u8() : index(options.subrs);
  const selectStart = offsets.private + privateEntries.length + subrs.length;
  const fontDict = joined(long(privateEntries.length), long(offsets.private), operator(18));
  const fonts = ros === undefined ? u8() : index(Array.from({ length: options.fonts ?? 1 }, () => fontDict));
  const top = topOf({ ...offsets, select: selectStart, fonts: selectStart + select.length });
  return joined(head, index([top]), middle, charset, encoding, charStrings, privateEntries, subrs, select, fonts);
}

/** Encodes a number of a charstring in three bytes. */
export const charstringNumber = (value: number): Uint8Array => u8(28, (value >> 8) & 255, value & 255);

interface Offsets {
  readonly charset: number;
  readonly encoding: number;
  readonly charStrings: number;
  readonly private: number;
  readonly privateLength: number;
  readonly select: number;
  readonly fonts: number;
}

const NO_OFFSETS: Offsets = {
  charset: 0,
  encoding: 0,
  charStrings: 0,
  private: 0,
  privateLength: 0,
  select: 0,
  fonts: 0,
};

const long = (value: number): Uint8Array =>
  u8(29, (value >>> 24) & 255, (value >> 16) & 255, (value >> 8) & 255, value & 255);

const operator = (value: number): Uint8Array => (value >= 1200 ? u8(12, value - 1200) : u8(value));

function topEntries(offsets: Offsets, isCid: boolean): Uint8Array {
  const own = isCid
    ? joined(long(offsets.fonts), operator(1236), long(offsets.select), operator(1237))
    : joined(long(offsets.encoding), operator(16), long(offsets.privateLength), long(offsets.private), operator(18));
  return joined(long(offsets.charset), operator(15), long(offsets.charStrings), operator(17), own);
}

const END_OF_REAL = 15;

function matrixEntry(scale: string): Uint8Array {
  const nibbles = scale.split("").map((character) => (character === "." ? 10 : Number(character)));
  const padded = nibbles.length % 2 === 0 ? [...nibbles, END_OF_REAL, END_OF_REAL] : [...nibbles, END_OF_REAL];
  const real = Array.from(
    { length: padded.length / 2 },
    (_, at) => (padded[2 * at] ?? 0) * 16 + (padded[2 * at + 1] ?? 0),
  );
  const number = u8(30, ...real);
  return joined(number, long(0), long(0), number, long(0), long(0), operator(1207));
}

/** Makes a charstring of endchar, after the width where there is one. */
const widthOnly = ({ width }: CffGlyph, nominalWidth: number): Uint8Array =>
  width === undefined ? u8(14) : joined(charstringNumber(width - nominalWidth), u8(14));

function index(objects: readonly Uint8Array[]): Uint8Array {
  if (objects.length === 0) {
    return u16(0);
  }
  let offset = 1;
  const offsets = [offset, ...objects.map((object) => (offset += object.length))];
  return joined(u16(objects.length), u8(2), u16(...offsets), ...objects);
}

class Strings {
  readonly #own: string[] = [];

  sid(text: string): number {
    const standard = STANDARD_STRINGS.indexOf(text);
    if (standard >= 0) {
      return standard;
    }
    if (!this.#own.includes(text)) {
      this.#own.push(text);
    }
    return STANDARD_STRINGS.length + this.#own.indexOf(text);
  }

  index(): Uint8Array {
    return index(this.#own.map(latin1));
  }
}
