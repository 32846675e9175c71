import { type FilterOutput, grown } from "./decoded-bytes.ts";

const CLEAR_TABLE = 256;
const END_OF_DATA = 257;
const TABLE_LENGTH = 4096;
const MAX_CODE_BITS = 12;

/**
 * Decodes LZWDecode without its predictor (ISO 32000-2, 7.4.4). With `earlyChange` codes get longer one code early,
 * which is so unless the parameter EarlyChange is 0.
 * @throws CosError `too_complex` when the result has more than `maxBytes`
 */
export function decodeLzw(bytes: Uint8Array, earlyChange: boolean, maxBytes: number): FilterOutput {
  // The sequences of the table are all in the output: one starts where that of a code was written, and ends with the
  // first byte of the next sequence. Thus these offsets are the whole table.
  const starts = new Int32Array(TABLE_LENGTH + 1);
  const early = earlyChange ? 1 : 0;
  let output: Uint8Array = new Uint8Array(Math.min(maxBytes, Math.max(1024, bytes.length * 4)));
  let length = 0;
  // The number of codes, including the one that the next byte completes.
  let codes = END_OF_DATA;
  let codeBits = 9;
  let hold = 0;
  let bits = 0;
  let position = 0;
  for (;;) {
    while (bits < codeBits) {
      if (position === bytes.length) {
        return { bytes: output.subarray(0, length), damage: "The LZW data ends without its end-of-data marker." };
      }
      hold = ((hold & 0xfff) << 8) | (bytes[position++] ?? 0);
      bits += 8;
    }
    bits -= codeBits;
    const code = (hold >> bits) & ((1 << codeBits) - 1);
    if (code === CLEAR_TABLE) {
      codes = END_OF_DATA;
      codeBits = 9;
      continue;
    }
    if (code === END_OF_DATA) {
      return { bytes: output.subarray(0, length) };
    }
    if (codes < TABLE_LENGTH) {
      codes++;
      starts[codes] = length;
    }
    if (code < CLEAR_TABLE) {
      if (length === output.length) {
        output = grown(output, length, length + 1, maxBytes);
      }
      output[length++] = code;
    } else if (code < codes) {
      let from = starts[code] ?? 0;
      const end = length + (starts[code + 1] ?? 0) - from + 1;
      if (end > output.length) {
        output = grown(output, length, end, maxBytes);
      }
      // The copy is made byte by byte, because the sequence may be the one that begins here.
      while (length < end) {
        output[length++] = output[from++] ?? 0;
      }
    } else {
      const damage = `The LZW data has a code that is not in its table, after ${length} bytes.`;
      return { bytes: output.subarray(0, length), damage };
    }
    if (codes + early >= 1 << codeBits && codeBits < MAX_CODE_BITS) {
      codeBits++;
    }
  }
}
