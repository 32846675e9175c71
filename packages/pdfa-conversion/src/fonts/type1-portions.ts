/** A Type 1 program as it is embedded (ISO 32000-2, 9.9.1): its bytes, and the lengths of its three portions. */
export interface Type1Portions {
  readonly bytes: Uint8Array;
  readonly lengths: readonly [clear: number, encrypted: number, zeros: number];
}

const EEXEC = "eexec";
const SEGMENT = 0x80;

/**
 * Returns the program without the segment headers of a PFB file (Adobe Technical Note 5040) and with its encrypted portion
 * in binary; undefined where it is so already, or is none that can be told apart.
 */
export function type1Portions(program: Uint8Array): Type1Portions | undefined {
  const isFile = program[0] === SEGMENT;
  const data = isFile ? withoutHeaders(program) : Buffer.from(program.buffer, program.byteOffset, program.length);
  const end = data.indexOf(EEXEC);
  if (end < 0) {
    return undefined;
  }
  let start = end + EEXEC.length;
  while (isWhiteSpace(data[start])) {
    start += 1;
  }
  const isHex = /^[0-9A-Fa-f]{8}/.test(data.toString("latin1", start, start + 8));
  if (!isFile && !isHex) {
    return undefined;
  }
  const trailer = data.lastIndexOf("cleartomark");
  const zeros = trailer > start ? startOfZeros(data, trailer) : data.length;
  const clear = Buffer.concat([data.subarray(0, end + EEXEC.length), Buffer.from("\n")]);
  const cipher = data.subarray(start, zeros);
  const encrypted = isHex ? Buffer.from(cipher.toString("latin1").replaceAll(/[^0-9A-Fa-f]/g, ""), "hex") : cipher;
  const rest = data.subarray(zeros);
  return {
    bytes: Buffer.concat([clear, encrypted, rest]),
    lengths: [clear.length, encrypted.length, rest.length],
  };
}

function withoutHeaders(program: Uint8Array): Buffer {
  const data = Buffer.from(program.buffer, program.byteOffset, program.length);
  const parts: Buffer[] = [];
  let offset = 0;
  while (data[offset] === SEGMENT && (data[offset + 1] === 1 || data[offset + 1] === 2) && offset + 6 <= data.length) {
    const end = Math.min(data.length, offset + 6 + data.readUInt32LE(offset + 2));
    parts.push(data.subarray(offset + 6, end));
    offset = end;
  }
  return Buffer.concat(parts);
}

const isWhiteSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
const ZERO = 0x30;

/** Returns where the zeros begin that stand before cleartomark. */
function startOfZeros(data: Buffer, trailer: number): number {
  let start = trailer;
  while (start > 0 && (data[start - 1] === ZERO || isWhiteSpace(data[start - 1]))) {
    start -= 1;
  }
  return start;
}
