import { CR, hexDigits, LF, NOT_HEX } from "./characters.ts";

/** Returns the bytes of the hexadecimal digits from `start` to before `end`, of which there are `digits` (7.3.4.3). */
export function hexDecoded(bytes: Uint8Array, start: number, end: number, digits: number): Uint8Array {
  const decoded = new Uint8Array((digits + 1) >> 1);
  let count = 0;
  for (let offset = start; offset < end; offset++) {
    const digit = hexDigits[bytes[offset]!]!;
    if (digit !== NOT_HEX) {
      const index = count >> 1;
      decoded[index] = (count & 1) === 0 ? digit << 4 : decoded[index]! | digit;
      count++;
    }
  }
  return decoded;
}

/**
 * Returns the bytes of a literal string (7.3.4.2): resolves the escapes of table 3 and octal codes, and joins continued
 * lines. An EOL becomes an LF however it was written.
 */
export function unescapedString(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const unescaped = new Uint8Array(end - start);
  let length = 0;
  let offset = start;
  while (offset < end) {
    let byte = bytes[offset]!;
    offset++;
    if (byte === CR) {
      byte = LF;
      offset += offset < end && bytes[offset] === LF ? 1 : 0;
    } else if (byte === 0x5c) {
      if (offset >= end) {
        break;
      }
      byte = bytes[offset]!;
      offset++;
      if (byte === CR || byte === LF) {
        offset += byte === CR && offset < end && bytes[offset] === LF ? 1 : 0;
        continue;
      }
      if (byte >= 0x30 && byte <= 0x37) {
        byte -= 0x30;
        for (let more = 0; more < 2 && offset < end; more++) {
          const digit = bytes[offset]! - 0x30;
          if (digit < 0 || digit > 7) {
            break;
          }
          byte = byte * 8 + digit;
          offset++;
        }
      } else {
        byte = escapes[byte]!;
      }
    }
    unescaped[length] = byte;
    length++;
  }
  return unescaped.subarray(0, length);
}

/** The byte that each byte stands for behind a backslash: itself, except for those of table 3. */
const escapes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
escapes[0x6e] = LF;
escapes[0x72] = CR;
escapes[0x74] = 0x09;
escapes[0x62] = 0x08;
escapes[0x66] = 0x0c;
