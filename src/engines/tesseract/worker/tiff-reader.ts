import { readSync } from "node:fs";

/** The tags that are read (TIFF 6.0, sections 8, 10, 11 and 15; section 3 for the kind of picture). */
export const TAGS = {
  newSubfileType: 254,
  subfileType: 255,
  width: 256,
  height: 257,
  bitsPerSample: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  stripOffsets: 273,
  orientation: 274,
  samplesPerPixel: 277,
  rowsPerStrip: 278,
  stripByteCounts: 279,
  xResolution: 282,
  yResolution: 283,
  group4Options: 293,
  resolutionUnit: 296,
  tileWidth: 322,
} as const;
const READ_TAGS: ReadonlySet<number> = new Set(Object.values(TAGS));
/** The most entries of a directory; real ones have some dozen. */
const MAX_ENTRIES = 4096;

/** Types of values. */
const SHORT = 3;
const LONG = 4;
const RATIONAL = 5;
const LONG8 = 16;

/** The place of a directory, and the form of the numbers that say so. */
export interface DirectoryPlace {
  readonly offset: number;
  /** The offset of the number that is the next directory's offset. */
  readonly nextAt: number;
  readonly isLittle: boolean;
  /** Whether numbers have 64 bits (BigTIFF). */
  readonly isBig: boolean;
}

export interface Directory {
  readonly place: DirectoryPlace;
  /** The first value of each tag that is read. */
  readonly values: ReadonlyMap<number, number>;
  /** The offset of the next directory, 0 behind the last; undefined where the file ends before it. */
  readonly next: number | undefined;
}

/** Reads the directories of a TIFF in its byte order; what lies beyond its end is undefined. */
export class TiffReader {
  readonly #descriptor: number;
  readonly #isLittle: boolean;
  readonly #isBig: boolean;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
    const head = this.#bytes(0, 4) ?? Buffer.alloc(4);
    this.#isLittle = head[0] === 0x49;
    this.#isBig = this.#uint(head, 2, 2) === 43;
  }

  /** Returns the offset of the first directory; 0 where the file ends before it. */
  firstDirectory(): number {
    const [at, size] = this.#isBig ? [8, 8] : [4, 4];
    const bytes = this.#bytes(at, size);
    return bytes === undefined ? 0 : this.#uint(bytes, 0, size);
  }

  /** Reads the directory at `offset`; undefined when it is not all there. */
  directory(offset: number): Directory | undefined {
    const sizes = this.#isBig ? { count: 8, entry: 20, offset: 8 } : { count: 2, entry: 12, offset: 4 };
    const counted = this.#bytes(offset, sizes.count);
    const count = counted === undefined ? 0 : this.#uint(counted, 0, sizes.count);
    const entries =
      count === 0 || count > MAX_ENTRIES ? undefined : this.#bytes(offset + sizes.count, count * sizes.entry);
    if (entries === undefined) {
      return undefined;
    }
    const values = new Map<number, number>();
    for (let at = 0; at < entries.length; at += sizes.entry) {
      const tag = this.#uint(entries, at, 2);
      const value = READ_TAGS.has(tag) ? this.#value(entries.subarray(at, at + sizes.entry)) : undefined;
      if (value !== undefined) {
        values.set(tag, value);
      }
    }
    const place = {
      offset,
      nextAt: offset + sizes.count + entries.length,
      isLittle: this.#isLittle,
      isBig: this.#isBig,
    };
    const next = this.#bytes(place.nextAt, sizes.offset);
    return { place, values, next: next === undefined ? undefined : this.#uint(next, 0, sizes.offset) };
  }

  /** Returns the number in an entry, of the types that the tags may have. */
  #value(entry: Buffer): number | undefined {
    const at = this.#isBig ? 12 : 8;
    switch (this.#uint(entry, 2, 2)) {
      case SHORT:
        return this.#uint(entry, at, 2);
      case LONG:
        return this.#uint(entry, at, 4);
      case LONG8:
        return this.#isBig ? this.#uint(entry, at, 8) : undefined;
      case RATIONAL: {
        const pair = this.#isBig ? entry.subarray(at) : this.#bytes(this.#uint(entry, at, 4), 8);
        return pair === undefined ? undefined : this.#uint(pair, 0, 4) / this.#uint(pair, 4, 4);
      }
      default:
        return undefined;
    }
  }

  #uint(bytes: Buffer, at: number, size: number): number {
    if (size === 8) {
      return Number(this.#isLittle ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at));
    }
    return this.#isLittle ? bytes.readUIntLE(at, size) : bytes.readUIntBE(at, size);
  }

  #bytes(offset: number, size: number): Buffer | undefined {
    const bytes = Buffer.alloc(size);
    // Offsets beyond those of JavaScript's whole numbers are beyond every file.
    const length = Number.isSafeInteger(offset) ? readSync(this.#descriptor, bytes, 0, size, offset) : 0;
    return length === size ? bytes : undefined;
  }
}

/** The bytes of an offset that files of any real size need. */
const OFFSET_BYTES = 4;

/** Changes the bytes of a TIFF so that its only directory is the one at `place`, and returns them. */
export function leaveOnly(tiff: Buffer, { offset, nextAt, isLittle, isBig }: DirectoryPlace): Buffer {
  const first = Buffer.alloc(isBig ? 8 : 4);
  first.writeUIntBE(offset, first.length - OFFSET_BYTES, OFFSET_BYTES);
  tiff.set(isLittle ? first.toReversed() : first, isBig ? 8 : 4);
  tiff.subarray(nextAt, nextAt + first.length).fill(0);
  return tiff;
}
