/** A table with 1 for each byte that is white-space (ISO 32000-2, table 1), 0 for others. */
export const isWhiteSpace = tableOf([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]);

/**
 * A table with 1 for each byte that is a delimiter (ISO 32000-2, table 2), the braces of Type 4 functions included; 0
 * for others.
 */
const isDelimiter = tableOf(Buffer.from("()<>[]{}/%", "latin1"));

/** A table with 1 for each byte that is neither white-space nor a delimiter (ISO 32000-2, 7.2.3), 0 for others. */
export const isRegular = Uint8Array.from({ length: 256 }, (_, byte) =>
  isWhiteSpace[byte] === 1 || isDelimiter[byte] === 1 ? 0 : 1,
);

export const NOT_HEX = 255;

/** The value of each byte that is a hexadecimal digit; `NOT_HEX` for others. */
export const hexDigits = hexDigitTable();

export const LF = 0x0a;
export const CR = 0x0d;

export const isEol = (byte: number | undefined): boolean => byte === LF || byte === CR;

/** Returns the offset of the first byte from `position` on that is not white-space; `end` when there is none. */
export function skipWhiteSpace(bytes: Uint8Array, position: number, end = bytes.length): number {
  let offset = position;
  while (offset < end && isWhiteSpace[bytes[offset]!] === 1) {
    offset++;
  }
  return offset;
}

/** Returns the offset of the first byte from `position` on that is not regular; `end` when there is none. */
export function skipRegular(bytes: Uint8Array, position: number, end = bytes.length): number {
  let offset = position;
  while (offset < end && isRegular[bytes[offset]!] === 1) {
    offset++;
  }
  return offset;
}

/**
 * Returns the offset of the first byte from `position` on that is neither white-space nor in a comment (ISO 32000-2,
 * 7.2.4); `end` when there is none.
 */
export function skipWhiteSpaceAndComments(bytes: Uint8Array, position: number, end = bytes.length): number {
  let offset = skipWhiteSpace(bytes, position, end);
  while (offset < end && bytes[offset] === 0x25) {
    while (offset < end && !isEol(bytes[offset])) {
      offset++;
    }
    offset = skipWhiteSpace(bytes, offset, end);
  }
  return offset;
}

/** Returns whether the bytes at `offset` are those of `word`, all before `end`. */
export function hasBytesAt(bytes: Uint8Array, offset: number, word: Uint8Array, end = bytes.length): boolean {
  if (offset < 0 || offset + word.length > end) {
    return false;
  }
  for (let index = 0; index < word.length; index++) {
    if (bytes[offset + index] !== word[index]) {
      return false;
    }
  }
  return true;
}

function tableOf(members: Iterable<number>): Uint8Array {
  const table = new Uint8Array(256);
  for (const byte of members) {
    table[byte] = 1;
  }
  return table;
}

function hexDigitTable(): Uint8Array {
  const table = new Uint8Array(256).fill(NOT_HEX);
  for (let digit = 0; digit < 16; digit++) {
    const character = digit.toString(16);
    table[character.charCodeAt(0)] = digit;
    table[character.toUpperCase().charCodeAt(0)] = digit;
  }
  return table;
}
