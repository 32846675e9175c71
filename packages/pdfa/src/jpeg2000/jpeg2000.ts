/**
 * The facts about JPEG 2000 data that PDF/A concerns, from the header of a JP2 or JPX file (ISO/IEC 15444-1, annex I;
 * 15444-2, annex M).
 */
export interface Jpeg2000Facts {
  /** The number of components in the image header, those of opacity included. */
  readonly components: number;
  /** The bits of each component; a single number when the header says that all have the same. */
  readonly bitDepths: readonly number[];
  /**
   * Whether there is a bits per component box, which exists only where depths differ, those of opacity included
   * (I.5.3.2).
   */
  readonly hasDepthsBox: boolean;
  readonly colourSpecifications: readonly ColourSpecification[];
}

/** A colour specification box (I.5.3.3). */
export interface ColourSpecification {
  readonly method: number;
  readonly approximation: number;
  /** The EnumCS field; undefined unless the method is 1. */
  readonly enumerated: number | undefined;
}

/**
 * Reads the header of JPEG 2000 data. Returns undefined for data without an image header, which are neither JP2 nor JPX
 * but perhaps a bare codestream.
 */
export function readJpeg2000(bytes: Uint8Array): Jpeg2000Facts | undefined {
  if (typeAt(bytes, 4) !== SIGNATURE) {
    return undefined;
  }
  const header = new HeaderReader(bytes);
  header.readBoxes({ start: 0, end: bytes.length, nesting: 0 });
  return header.facts;
}

/** The type of the signature box (I.5.1). */
const SIGNATURE = "jP  ";
/** The depth to which header boxes are read; a valid header contains no further superboxes. */
const MAX_NESTING = 2;
const MAX_BOXES = 10_000;
const MAX_COMPONENTS = 16_384;
/** The value of the image header that says that depths differ and are in a separate box (I.5.3.1). */
const DEPTHS_DIFFER = 255;

interface Extent {
  readonly start: number;
  readonly end: number;
  readonly nesting: number;
}

class HeaderReader {
  readonly #bytes: Uint8Array;
  readonly #colours: ColourSpecification[] = [];
  #boxes = 0;
  #components: number | undefined;
  #depths: readonly number[] = [];
  #hasDepthsBox = false;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get facts(): Jpeg2000Facts | undefined {
    return this.#components === undefined
      ? undefined
      : {
          components: this.#components,
          bitDepths: this.#depths,
          hasDepthsBox: this.#hasDepthsBox,
          colourSpecifications: this.#colours,
        };
  }

  /**
   * Reads boxes (I.4): length, type, and an extended length where the length is 1; a length of 0 extends to the end.
   */
  readBoxes({ start, end, nesting }: Extent): void {
    const bytes = this.#bytes;
    for (let offset = start; offset + 8 <= end && this.#boxes < MAX_BOXES; this.#boxes++) {
      const length = uint32(bytes, offset);
      const isExtended = length === 1;
      const headBytes = isExtended ? 16 : 8;
      const boxBytes = isExtended ? uint32(bytes, offset + 8) * 2 ** 32 + uint32(bytes, offset + 12) : length;
      const next = length === 0 ? end : Math.min(offset + boxBytes, end);
      if (next < offset + headBytes) {
        return;
      }
      this.#readBox(typeAt(bytes, offset + 4), { start: offset + headBytes, end: next, nesting });
      offset = next;
    }
  }

  #readBox(type: string, { start, end, nesting }: Extent): void {
    const box = this.#bytes.subarray(start, end);
    switch (type) {
      case "jp2h":
        if (nesting < MAX_NESTING) {
          this.readBoxes({ start, end, nesting: nesting + 1 });
        }
        break;
      case "ihdr":
        this.#components = uint16(box, 8);
        this.#depths = box[10] === DEPTHS_DIFFER ? [] : [depthOf(box[10] ?? 0)];
        break;
      case "bpcc":
        this.#hasDepthsBox = true;
        this.#depths = [...box.subarray(0, MAX_COMPONENTS)].map(depthOf);
        break;
      case "colr":
        this.#colours.push(colourSpecification(box));
        break;
      default:
        break;
    }
  }
}

/** Returns the bit depth that a byte encodes; its highest bit is the sign. */
const depthOf = (value: number): number => (value & 0x7f) + 1;

function colourSpecification(box: Uint8Array): ColourSpecification {
  const method = box[0] ?? 0;
  return { method, approximation: box[2] ?? 0, enumerated: method === 1 ? uint32(box, 3) : undefined };
}

/** Reads a big-endian number of 16 bits; bytes past the end count as zeros. */
const uint16 = (bytes: Uint8Array, offset: number): number => ((bytes[offset] ?? 0) << 8) | (bytes[offset + 1] ?? 0);
const uint32 = (bytes: Uint8Array, offset: number): number =>
  uint16(bytes, offset) * 65_536 + uint16(bytes, offset + 2);
const typeAt = (bytes: Uint8Array, offset: number): string =>
  String.fromCharCode(...bytes.subarray(offset, offset + 4));
