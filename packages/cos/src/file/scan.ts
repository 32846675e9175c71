/** Reads directly at an offset what stands in a file outside of objects: the header, tables, `startxref`. */
import { CR, LF } from "../syntax/characters.ts";

export const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;

/**
 * The maximum number of digits that are read as one number: leading zeros aside, no number of a file has half as many.
 */
const MAX_DIGITS = 32;

/** Returns the offset after the digits at `offset`; `offset` itself when there are none. */
export function skipDigits(bytes: Uint8Array, offset: number): number {
  let at = offset;
  while (at < offset + MAX_DIGITS && isDigit(bytes[at])) {
    at++;
  }
  return at;
}

/** Returns the number that the digits from `start` to `end` make. */
export function digitsValue(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++) {
    value = value * 10 + (bytes[at] ?? 0) - 0x30;
  }
  return value;
}

/** Returns the length of the end-of-line marker at `offset`: 0, 1 or 2. */
export function eolLength(bytes: Uint8Array, offset: number): number {
  if (bytes[offset] === CR) {
    return bytes[offset + 1] === LF ? 2 : 1;
  }
  return bytes[offset] === LF ? 1 : 0;
}

export function hasKeyword(bytes: Uint8Array, offset: number, keyword: string): boolean {
  for (let index = 0; index < keyword.length; index++) {
    if (bytes[offset + index] !== keyword.charCodeAt(index)) {
      return false;
    }
  }
  return true;
}

/** Returns a Buffer over the same bytes, whose searches compare many bytes at a time. */
export const searchable = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
