import { type FilterOutput, tooManyBytes } from "./decoded-bytes.ts";

const GREATER_THAN = 0x3e;
const TILDE = 0x7e;
const Z = 0x7a;
const EXCLAMATION_MARK = 0x21;

const WHITE_SPACE = 0x40;
const INVALID = 0x80;

/** For each byte, the value of a hexadecimal digit, `WHITE_SPACE`, or `INVALID`. */
const HEX_VALUES = new Uint8Array(256).fill(INVALID);
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16);
  HEX_VALUES[digit.charCodeAt(0)] = value;
  HEX_VALUES[digit.toUpperCase().charCodeAt(0)] = value;
}
for (const byte of [0, 9, 10, 12, 13, 32]) {
  HEX_VALUES[byte] = WHITE_SPACE;
}

/**
 * Decodes ASCIIHexDecode (ISO 32000-2, 7.4.2). Characters that are not digits are left out and reported as damage.
 * @throws CosError `too_complex` when the result has more than `maxBytes`
 */
export function decodeAsciiHex(bytes: Uint8Array, maxBytes: number): FilterOutput {
  const found = bytes.indexOf(GREATER_THAN);
  const end = found === -1 ? bytes.length : found;
  let digits = 0;
  let invalid = 0;
  for (let index = 0; index < end; index++) {
    const value = HEX_VALUES[bytes[index] ?? 0] ?? 0;
    if (value < 16) {
      digits++;
    } else if (value === INVALID) {
      invalid++;
    }
  }
  const length = (digits + 1) >> 1;
  if (length > maxBytes) {
    throw tooManyBytes(maxBytes);
  }
  const output = new Uint8Array(length);
  let written = 0;
  for (let index = 0; index < end; index++) {
    const value = HEX_VALUES[bytes[index] ?? 0] ?? 0;
    if (value >= 16) {
      continue;
    }
    // After an odd number of digits a 0 is meant to follow.
    output[written >> 1] = (written & 1) === 0 ? value << 4 : (output[written >> 1] ?? 0) | value;
    written++;
  }
  return { bytes: output, damage: asciiDamage("ASCIIHex", invalid, found === -1) };
}

/**
 * Decodes ASCII85Decode (ISO 32000-2, 7.4.3). Characters that do not belong there are left out and reported as damage.
 * @throws CosError `too_complex` when the result has more than `maxBytes`
 */
export function decodeAscii85(bytes: Uint8Array, maxBytes: number): FilterOutput {
  const { start, end } = ascii85Extent(bytes);
  let digits = 0;
  let zeros = 0;
  for (let index = start; index < end; index++) {
    const byte = bytes[index] ?? 0;
    if (byte === Z) {
      zeros++;
    } else if (byte >= EXCLAMATION_MARK && byte < EXCLAMATION_MARK + 85) {
      digits++;
    }
  }
  const length = zeros * 4 + Math.floor(digits / 5) * 4 + Math.max(0, (digits % 5) - 1);
  if (length > maxBytes) {
    throw tooManyBytes(maxBytes);
  }
  const output = new Uint8Array(length);
  let written = 0;
  let group = 0;
  let count = 0;
  let invalid = 0;
  for (let index = start; index < end; index++) {
    const byte = bytes[index] ?? 0;
    if (byte === Z && count === 0) {
      written += 4;
      continue;
    }
    if (byte < EXCLAMATION_MARK || byte >= EXCLAMATION_MARK + 85) {
      if (HEX_VALUES[byte] !== WHITE_SPACE) {
        invalid++;
      }
      continue;
    }
    group = group * 85 + byte - EXCLAMATION_MARK;
    count++;
    if (count === 5) {
      if (group > 0xffffffff) {
        invalid++;
      }
      output[written++] = group >>> 24;
      output[written++] = group >>> 16;
      output[written++] = group >>> 8;
      output[written++] = group;
      group = 0;
      count = 0;
    }
  }
  // A last group of n characters stands for n - 1 bytes: they are those of the group filled up with the highest digit.
  if (count === 1) {
    invalid++;
  }
  if (count > 1) {
    for (let index = count; index < 5; index++) {
      group = group * 85 + 84;
    }
    for (let index = 0; index < count - 1; index++) {
      output[written++] = group >>> (24 - 8 * index);
    }
  }
  return { bytes: output.subarray(0, written), damage: asciiDamage("ASCII85", invalid, end === bytes.length) };
}

/** Returns the extent of the data between `<~`, which some writers put before it, and `~>`. */
function ascii85Extent(bytes: Uint8Array): { start: number; end: number } {
  let start = 0;
  while (start < bytes.length && HEX_VALUES[bytes[start] ?? 0] === WHITE_SPACE) {
    start++;
  }
  if (bytes[start] === 0x3c && bytes[start + 1] === TILDE) {
    start += 2;
  }
  const found = bytes.indexOf(TILDE, start);
  return { start, end: found === -1 ? bytes.length : found };
}

function asciiDamage(filter: string, invalid: number, isUnterminated: boolean): string | undefined {
  if (invalid > 0) {
    return `The ${filter} data has ${invalid} characters that do not belong there.`;
  }
  return isUnterminated ? `The ${filter} data ends without its end-of-data marker.` : undefined;
}
