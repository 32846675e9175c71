import { type FilterOutput, tooManyBytes } from "./decoded-bytes.ts";

const END_OF_DATA = 128;

/**
 * Decodes RunLengthDecode (ISO 32000-2, 7.4.5).
 * @throws CosError `too_complex` when the result has more than `maxBytes`
 */
export function decodeRunLength(bytes: Uint8Array, maxBytes: number): FilterOutput {
  const length = decodedLength(bytes);
  if (length > maxBytes) {
    throw tooManyBytes(maxBytes);
  }
  const output = new Uint8Array(length);
  let position = 0;
  let written = 0;
  while (position < bytes.length) {
    const code = bytes[position++] ?? 0;
    if (code === END_OF_DATA) {
      return { bytes: output };
    }
    if (code < END_OF_DATA) {
      const literal = bytes.subarray(position, position + code + 1);
      output.set(literal, written);
      written += literal.length;
      position += code + 1;
    } else if (position < bytes.length) {
      output.fill(bytes[position++] ?? 0, written, written + 257 - code);
      written += 257 - code;
    }
  }
  return { bytes: output, damage: "The run-length data ends without its end-of-data marker." };
}

function decodedLength(bytes: Uint8Array): number {
  let length = 0;
  let position = 0;
  while (position < bytes.length) {
    const code = bytes[position++] ?? 0;
    if (code === END_OF_DATA) {
      break;
    }
    if (code < END_OF_DATA) {
      length += Math.min(code + 1, bytes.length - position);
      position += code + 1;
    } else if (position < bytes.length) {
      length += 257 - code;
      position++;
    }
  }
  return length;
}
