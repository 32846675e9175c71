import { ImageFault } from "../image-fault.ts";
import type { ImageFacts, Resolution } from "../page-image.ts";
import { NO_FACTS, readExif } from "./exif.ts";

/** What the segments of a JPEG file (ITU-T T.81, annex B) say, without decoding. */
export interface JpegFile extends ImageFacts {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly bitsPerComponent: number;
  /** The identifiers of the components, in their order. */
  readonly components: readonly number[];
  /** The code of the frame's marker, SOF0 to SOF15, which names the process. */
  readonly frame: number;
  /** The transform that Adobe's segment names (ISO 32000-2, table 13); undefined without such a segment. */
  readonly adobeTransform: number | undefined;
  /** Whether the file begins with JFIF's segment. */
  readonly isJfif: boolean;
  /** The ICC profile; undefined where there is none, or not all of it. */
  readonly profile: Uint8Array | undefined;
}

const EOI = 0xd9;
const SOS = 0xda;
const [APP0, APP1, APP2, APP14] = [0xe0, 0xe1, 0xe2, 0xee];

/**
 * Reads the segments of a JPEG file up to its end.
 * @throws ImageFault where there is no frame or no scan, and for a file that was cut off
 */
export function readJpeg(bytes: Uint8Array): JpegFile {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const found = new Segments();
  let hasScan = false;
  for (let at = 2; ; ) {
    const marker = data.indexOf(0xff, at);
    if (marker < 0 || marker + 1 >= data.length) {
      throw hasScan ? cutOff() : new ImageFault("it has no picture");
    }
    const code = data[marker + 1] ?? 0;
    if (code === EOI && hasScan) {
      return found.file();
    }
    if (isAlone(code)) {
      // Fill bytes, stuffed zeros and restarts stand between the coded data.
      at = marker + (code === 0xff ? 1 : 2);
      continue;
    }
    const lengthBytes = marker + 4 <= data.length ? data.readUInt16BE(marker + 2) : 0;
    const end = marker + 2 + lengthBytes;
    if (lengthBytes < 2 || end > data.length) {
      throw cutOff();
    }
    found.add(code, data.subarray(marker + 4, end));
    hasScan ||= code === SOS;
    at = end;
  }
}

const cutOff = (): ImageFault => new ImageFault("it ends before its last row: not all of the file was saved or sent");

/** Returns whether a byte behind 0xff begins no segment: a stuffed zero, TEM, RSTn, SOI, EOI or a fill byte. */
const isAlone = (code: number): boolean => code <= 0x01 || (code >= 0xd0 && code <= EOI) || code === 0xff;

/** Returns whether a marker is one of SOF0 to SOF15; DHT, JPG and DAC lie among these codes. */
const isFrame = (code: number): boolean =>
  code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc;

type Frame = Pick<JpegFile, "widthPx" | "heightPx" | "bitsPerComponent" | "components" | "frame">;

class Segments {
  #frame: Frame | undefined;
  #adobeTransform: number | undefined;
  #jfif: { readonly density: Resolution | undefined } | undefined;
  #exif: ImageFacts | undefined;
  readonly #profile = new ProfileParts();

  add(code: number, segment: Buffer): void {
    if (isFrame(code)) {
      this.#frame ??= frameOf(code, segment);
    } else if (code === APP0 && startsWith(segment, "JFIF\0")) {
      this.#jfif ??= { density: jfifDensity(segment) };
    } else if (code === APP1 && startsWith(segment, "Exif\0\0")) {
      this.#exif ??= readExif(segment.subarray(6));
    } else if (code === APP2 && startsWith(segment, PROFILE_HEADER)) {
      this.#profile.add(segment.subarray(PROFILE_HEADER.length));
    } else if (code === APP14 && startsWith(segment, "Adobe") && segment.length >= 12) {
      this.#adobeTransform ??= segment[11];
    }
  }

  /** @throws ImageFault where no frame was found */
  file(): JpegFile {
    if (this.#frame === undefined) {
      throw new ImageFault("it has no picture");
    }
    const exif = this.#exif ?? NO_FACTS;
    return {
      ...this.#frame,
      adobeTransform: this.#adobeTransform,
      isJfif: this.#jfif !== undefined,
      orientation: exif.orientation,
      // Programs that scale an image keep its Exif data, and write JFIF's density anew.
      resolution: this.#jfif?.density ?? exif.resolution,
      profile: this.#profile.whole(),
    };
  }
}

const startsWith = (segment: Buffer, text: string): boolean => segment.toString("latin1", 0, text.length) === text;

function frameOf(frame: number, segment: Buffer): Frame | undefined {
  const count = segment[5] ?? 0;
  if (segment.length < 6 + 3 * count || count === 0) {
    return undefined;
  }
  return {
    frame,
    bitsPerComponent: segment[0] ?? 0,
    heightPx: segment.readUInt16BE(1),
    widthPx: segment.readUInt16BE(3),
    components: Array.from({ length: count }, (_, index) => segment[6 + 3 * index] ?? 0),
  };
}

/** The units of JFIF's density (ITU-T T.871, 10.1), in inches. */
const JFIF_UNITS: Readonly<Record<number, number>> = { 1: 1, 2: 1 / 2.54 };

/** Returns the density in JFIF's segment; undefined where it says no more than that pixels are square. */
function jfifDensity(segment: Buffer): Resolution | undefined {
  if (segment.length < 12) {
    return undefined;
  }
  const [x, y] = [segment.readUInt16BE(8), segment.readUInt16BE(10)];
  const inches = JFIF_UNITS[segment[7] ?? 0];
  if (x === 0 || y === 0 || (inches === undefined && x === y)) {
    return undefined;
  }
  return { x: x / (inches ?? 1), y: y / (inches ?? 1), isAbsolute: inches !== undefined };
}

const PROFILE_HEADER = "ICC_PROFILE\0";

/** The parts of a profile (ICC.1:2022, B.4): each begins with its number, from 1, and how many there are. */
class ProfileParts {
  readonly #parts = new Map<number, Buffer>();
  #count = 0;

  add(part: Buffer): void {
    this.#parts.set(part[0] ?? 0, part.subarray(2));
    this.#count = Math.max(this.#count, part[1] ?? 0);
  }

  whole(): Uint8Array | undefined {
    const parts = Array.from({ length: this.#count }, (_, index) => this.#parts.get(index + 1));
    const found = parts.filter((part) => part !== undefined);
    return found.length === 0 || found.length < parts.length ? undefined : Buffer.concat(found);
  }
}
