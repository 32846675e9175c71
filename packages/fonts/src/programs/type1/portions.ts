import { decrypt, EEXEC_KEY } from "./cipher.ts";
import { isWhiteSpace } from "./white-space.ts";

/** The two portions of a Type 1 program: its dictionary, and the decrypted contents of the encrypted portion. */
export interface Portions {
  readonly clear: Uint8Array;
  /** The decrypted portion; the clear portion again where nothing is encrypted. */
  readonly decrypted: Uint8Array;
}

/**
 * Splits a program into its portions. Length1 and Length2 are ignored, as they are often wrong, and `eexec` shows where
 * the encrypted portion begins.
 */
export function portionsOf(program: Uint8Array): Portions {
  const bytes = withoutSegmentHeaders(program);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = text.indexOf("eexec"); at >= 0; at = text.indexOf("eexec", at + 1)) {
    const clear = bytes.subarray(0, at + "eexec".length);
    const decrypted = decryptedAfter(bytes, at + "eexec".length);
    if (decrypted !== undefined) {
      return { clear, decrypted };
    }
  }
  return { clear: bytes, decrypted: bytes };
}

const SEGMENT = 0x80;

/**
 * Removes the segment headers of a PFB file (Adobe Technical Note 5040): 80, kind, length with its lowest byte first.
 */
function withoutSegmentHeaders(program: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let offset = 0;
  while (program[offset] === SEGMENT) {
    const kind = program[offset + 1] ?? 3;
    if (kind !== 1 && kind !== 2) {
      break;
    }
    const [b0 = 0, b1 = 0, b2 = 0, b3 = 0] = program.subarray(offset + 2, offset + 6);
    const start = offset + 6;
    const end = Math.min(start + b0 + b1 * 0x100 + b2 * 0x1_0000 + b3 * 0x100_0000, program.length);
    parts.push(program.subarray(start, end));
    offset = end;
  }
  return parts.length === 0 ? program : Buffer.concat(parts);
}

const RANDOM_BYTES = 4;

/** Decrypts the bytes after `eexec`. Returns undefined where they are not an encrypted portion with charstrings. */
function decryptedAfter(bytes: Uint8Array, end: number): Uint8Array | undefined {
  let start = end;
  while (isWhiteSpace(bytes[start])) {
    start++;
  }
  // The first encrypted byte should be no white space, but some programs begin with one.
  for (const candidate of new Set([start, end + 1, end + 2])) {
    const cipher = bytes.subarray(candidate);
    const plain = decrypt(isHex(cipher) ? fromHex(cipher) : cipher, { key: EEXEC_KEY, leadingBytes: RANDOM_BYTES });
    if (Buffer.from(plain.buffer, plain.byteOffset, plain.length).includes("/CharStrings")) {
      return plain;
    }
  }
  return undefined;
}

const hexValue = (byte: number | undefined): number =>
  byte === undefined ? Number.NaN : Number.parseInt(String.fromCharCode(byte), 16);

/**
 * Returns whether an encrypted portion is hexadecimal: at least one of the first four bytes of a binary one is no
 * hexadecimal digit.
 */
const isHex = (cipher: Uint8Array): boolean =>
  cipher.length >= RANDOM_BYTES && cipher.subarray(0, RANDOM_BYTES).every((byte) => !Number.isNaN(hexValue(byte)));

function fromHex(cipher: Uint8Array): Uint8Array {
  const digits = Buffer.from(cipher).toString("latin1").replace(/\s+/g, "");
  const end = digits.search(/[^0-9A-Fa-f]/);
  return Buffer.from(end < 0 ? digits : digits.slice(0, end), "hex");
}
