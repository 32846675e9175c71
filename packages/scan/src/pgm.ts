import type { GreyImage } from "./grey-image.ts";

/** The error for bytes that are not a binary PGM of 8 bits, or not all of one. */
export class PgmError extends Error {
  override readonly name = "PgmError";
}

/**
 * Reads a binary portable graymap (`P5`; netpbm's pgm(5)) of at most 8 bits a sample, comments included. Where the
 * largest value is 255 the pixels are a view of `bytes`. What follows the first picture is ignored.
 * @throws PgmError for every other format, and for fewer pixels than the header announces.
 */
export function readPgm(bytes: Uint8Array): GreyImage {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x35 || !isSpace(bytes[2])) {
    throw new PgmError("Not a binary PGM (P5).");
  }
  const header = { bytes, at: 2 };
  const widthPx = numberOf(header, "width");
  const heightPx = numberOf(header, "height");
  const maximum = numberOf(header, "largest value");
  if (widthPx < 1 || heightPx < 1) {
    throw new PgmError(`The picture is ${widthPx} x ${heightPx} pixels.`);
  }
  if (maximum < 1 || maximum > 255) {
    throw new PgmError(`The largest value is ${maximum}; 1 to 255 can be read.`);
  }
  // One white-space byte ends the header: the next byte is the first pixel.
  const start = header.at + 1;
  const pixels = bytes.subarray(start, start + widthPx * heightPx);
  if (pixels.length < widthPx * heightPx) {
    throw new PgmError(`${pixels.length} of ${widthPx} x ${heightPx} pixels are there.`);
  }
  return { widthPx, heightPx, pixels: maximum === 255 ? pixels : stretched(pixels, maximum) };
}

/** Writes a binary portable graymap of 8 bits (`P5`). */
export function writePgm(image: GreyImage): Uint8Array {
  const header = new TextEncoder().encode(`P5\n${image.widthPx} ${image.heightPx}\n255\n`);
  const count = image.widthPx * image.heightPx;
  const bytes = new Uint8Array(header.length + count);
  bytes.set(header);
  bytes.set(image.pixels.subarray(0, count), header.length);
  return bytes;
}

interface Header {
  readonly bytes: Uint8Array;
  at: number;
}

function numberOf(header: Header, what: string): number {
  skipToNumber(header);
  const start = header.at;
  let value = 0;
  for (let digit = digitAt(header); digit >= 0; digit = digitAt(header)) {
    value = value * 10 + digit;
    header.at++;
    if (value > 0x7fff_ffff) {
      throw new PgmError(`The ${what} is out of range.`);
    }
  }
  if (header.at === start || !isSpace(header.bytes[header.at])) {
    throw new PgmError(`The header has no ${what}.`);
  }
  return value;
}

/** Moves behind white-space and comments, which go from `#` to the line's end. */
function skipToNumber(header: Header): void {
  let comment = false;
  for (; header.at < header.bytes.length; header.at++) {
    const byte = header.bytes[header.at];
    if (comment) {
      comment = byte !== 0x0a && byte !== 0x0d;
    } else if (byte === 0x23) {
      comment = true;
    } else if (!isSpace(byte)) {
      return;
    }
  }
}

function digitAt({ bytes, at }: Header): number {
  const byte = bytes[at];
  return byte !== undefined && byte >= 0x30 && byte <= 0x39 ? byte - 0x30 : -1;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d);
}

function stretched(samples: Uint8Array, maximum: number): Uint8Array {
  const pixels = new Uint8Array(samples.length);
  for (let i = 0; i < samples.length; i++) {
    pixels[i] = Math.min(255, Math.round((samples[i]! * 255) / maximum));
  }
  return pixels;
}
