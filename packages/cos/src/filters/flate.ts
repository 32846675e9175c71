import { constants, deflateSync, inflateSync } from "node:zlib";
import { type FilterOutput, tooManyBytes } from "./decoded-bytes.ts";
import { type Inflated, inflateRaw } from "./inflate.ts";

/**
 * Decodes FlateDecode without its predictor (ISO 32000-2, 7.4.4.2). Sound data is inflated by zlib in one call; data
 * that zlib refuses is decoded as far as possible.
 * @throws CosError `too_complex` when the result has more than `maxBytes`
 */
export function decodeFlate(bytes: Uint8Array, maxBytes: number): FilterOutput {
  try {
    const result: unknown = inflateSync(bytes, {
      info: true,
      maxOutputLength: Math.max(1, maxBytes),
      chunkSize: chunkSizeFor(bytes.length, maxBytes),
    });
    assertHasInfo(result);
    const { buffer, engine } = result;
    if (buffer.length > maxBytes) {
      throw tooManyBytes(maxBytes);
    }
    return {
      bytes: new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length),
      damage: damageAfter(bytes, engine.bytesWritten),
    };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ERR_BUFFER_TOO_LARGE") {
      throw tooManyBytes(maxBytes);
    }
    if (code === "Z_DATA_ERROR" || code === "Z_BUF_ERROR" || code === "Z_NEED_DICT") {
      return recovered(bytes, maxBytes);
    }
    throw error;
  }
}

/**
 * The settings of zlib for small pieces: its default set-up costs more than a small piece itself, and the result is as
 * short with less.
 */
const SMALL = { windowBits: 12, memLevel: 5 };
const SMALL_BYTES = 2048;

/** Encodes bytes in the format of zlib (RFC 1950), for FlateDecode. `level` is zlib's, from 0 to 9. */
export function encodeFlate(bytes: Uint8Array, level: number = constants.Z_DEFAULT_COMPRESSION): Uint8Array {
  const encoded = deflateSync(bytes, bytes.length <= SMALL_BYTES ? { level, ...SMALL } : { level });
  return new Uint8Array(encoded.buffer, encoded.byteOffset, encoded.length);
}

/** Asserts that the value has what `info`, which the types do not know, adds: how much of the input was used. */
function assertHasInfo(value: unknown): asserts value is { buffer: Uint8Array; engine: { bytesWritten: number } } {
  if (typeof value !== "object" || value === null || !("buffer" in value) || !("engine" in value)) {
    throw new Error("zlib gave no information about its input.");
  }
}

/**
 * Returns the size of zlib's output chunks. Output that fits into the first chunk is not copied again. Text becomes
 * three to five times as long; the size is bounded so that a chunk does not keep much more memory than its content
 * needs.
 */
function chunkSizeFor(encodedBytes: number, maxBytes: number): number {
  const guess = Math.min(Math.max(encodedBytes * 5, 1024), 64 * 2 ** 20);
  return Math.max(64, Math.min(guess, maxBytes + 1));
}

function recovered(bytes: Uint8Array, maxBytes: number): FilterOutput {
  if (bytes.length === 0) {
    return { bytes, damage: "The Flate data is empty." };
  }
  const start = headerOffset(bytes);
  if (start === undefined) {
    return withoutHeader(bytes, maxBytes);
  }
  const inflated = inflateRaw(bytes, start + 2, maxBytes);
  const damage = start === 0 || inflated.fault !== undefined ? damageOf(inflated, bytes) : undefined;
  return {
    bytes: inflated.bytes,
    damage: damage ?? "White space comes before the Flate data.",
    isGuessed: start > 0 ? true : undefined,
  };
}

/**
 * Returns the offset of the zlib header, at the start or after white-space that belongs to the keyword `stream`;
 * undefined when there is none.
 */
function headerOffset(bytes: Uint8Array): number | undefined {
  let start = 0;
  while (start < bytes.length && isWhiteSpace(bytes[start] ?? 0)) {
    if (hasHeader(bytes, start)) {
      return start;
    }
    start++;
  }
  return hasHeader(bytes, start) ? start : undefined;
}

/**
 * Returns whether there is a zlib header at `offset` (RFC 1950, 2.2): method 8, a window of at most 32 KiB, no
 * dictionary, and a check over both bytes.
 */
function hasHeader(bytes: Uint8Array, offset: number): boolean {
  const method = bytes[offset] ?? 0;
  const flags = bytes[offset + 1] ?? 0;
  return (method & 0x8f) === 8 && (flags & 0x20) === 0 && (method * 256 + flags) % 31 === 0;
}

/**
 * The minimum number of decoded bytes for which data with neither a header nor an end is accepted: any bytes may decode
 * to fewer.
 */
const PLAUSIBLE_BYTES = 256;

/** Decodes deflate data that never had a header, or whose header is damaged, whichever of the two gives more. */
function withoutHeader(bytes: Uint8Array, maxBytes: number): FilterOutput {
  const raw = inflateRaw(bytes, 0, maxBytes);
  if (raw.fault === undefined) {
    return { bytes: raw.bytes, damage: "The Flate data has no zlib header.", isGuessed: true };
  }
  const inner = inflateRaw(bytes, Math.min(2, bytes.length), maxBytes);
  const isInner = inner.fault === undefined || inner.bytes.length > raw.bytes.length;
  const best = isInner ? inner : raw;
  if (best.fault === undefined) {
    return { bytes: best.bytes, damage: "The zlib header of the Flate data is wrong.", isGuessed: true };
  }
  if (best.bytes.length < PLAUSIBLE_BYTES) {
    return { bytes: bytes.subarray(0, 0), damage: "The data is no Flate data." };
  }
  const header = `The zlib header of the Flate data is ${isInner ? "wrong" : "missing"}.`;
  return { bytes: best.bytes, damage: `${header} ${damageOf(best, bytes)}`, isGuessed: true };
}

function damageOf({ fault, endOffset }: Inflated, bytes: Uint8Array): string {
  if (fault !== undefined) {
    return `The Flate data ${fault}.`;
  }
  const isCut = bytes.length - endOffset < 4;
  return isCut ? "The Flate data ends without its checksum." : "The checksum of the Flate data is wrong.";
}

/**
 * Returns the damage of data that follows the end of the Flate data. White-space there is no damage: an end-of-line
 * marker may be counted with the data.
 */
function damageAfter(bytes: Uint8Array, used: number): string | undefined {
  let index = used;
  while (index < bytes.length && isWhiteSpace(bytes[index] ?? 0)) {
    index++;
  }
  return index < bytes.length ? `${bytes.length - used} bytes follow after the end of the Flate data.` : undefined;
}

const isWhiteSpace = (byte: number): boolean =>
  byte === 10 || byte === 13 || byte === 32 || byte === 9 || byte === 12 || byte === 0;
