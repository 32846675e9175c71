import { BLACK_RUNS, type Code, codeOf, type RunCodes, WHITE_RUNS } from "./run-codes.ts";

/** A picture of one bit for each pixel, 1 for black, in rows of whole bytes. */
export interface BilevelImage {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly bits: Uint8Array;
}

const PASS = codeOf("0001");
const HORIZONTAL = codeOf("001");
/** The codes of the vertical mode by how far right of the changing element above the one coded is, from -3 to 3. */
const VERTICAL = ["0000010", "000010", "010", "1", "011", "000011", "0000011"].map(codeOf);
const END_OF_LINE = codeOf("000000000001");

/** Encodes a picture by ITU-T T.6, which is CCITTFaxDecode with a K of -1. */
export function encodeGroup4({ widthPx, heightPx, bits }: BilevelImage): Uint8Array {
  const out = new BitWriter(bits.length / 8);
  const stride = Math.ceil(widthPx / 8);
  let above = new Int32Array(widthPx + 3);
  let row = new Int32Array(widthPx + 3);
  above.fill(widthPx, 0, 3);
  for (let y = 0; y < heightPx; y++) {
    changesOf(bits.subarray(y * stride, (y + 1) * stride), widthPx, row);
    encodeRow(row, above, widthPx, out);
    [above, row] = [row, above];
  }
  out.put(END_OF_LINE);
  out.put(END_OF_LINE);
  return out.finish();
}

/**
 * Writes the changing elements of a row to `into`: where black begins, ends, begins again, and so on, and behind the last
 * one the width three times. A row begins white.
 */
function changesOf(row: Uint8Array, widthPx: number, into: Int32Array): void {
  let count = 0;
  let colour = 0;
  for (let index = 0; index < row.length; index++) {
    const byte = row[index]!;
    if (byte === (colour === 0 ? 0 : 0xff)) {
      continue;
    }
    const end = Math.min(8, widthPx - 8 * index);
    for (let bit = 0; bit < end; bit++) {
      if (((byte >> (7 - bit)) & 1) !== colour) {
        into[count++] = 8 * index + bit;
        colour ^= 1;
      }
    }
  }
  into.fill(widthPx, count, count + 3);
}

/** Encodes a row by the one above it (T.6, 2.2): both are given by their changing elements. */
function encodeRow(row: Int32Array, above: Int32Array, widthPx: number, out: BitWriter): void {
  // The names are those of the standard: a0 is where coding stands, a1 and a2 the next changes, b1 and b2 those above.
  let a0 = -1;
  let colour = 0;
  let [next, b] = [0, 0];
  while (a0 < widthPx) {
    while (b > 0 && above[b - 1]! > a0) {
      b -= 1;
    }
    while (above[b]! < widthPx && (above[b]! <= a0 || (b & 1) !== colour)) {
      b += 1;
    }
    const [b1, b2] = [above[b]!, above[b + 1]!];
    const [a1, a2] = [row[next]!, row[next + 1]!];
    const shift = a1 - b1;
    if (b2 < a1) {
      out.put(PASS);
      a0 = b2;
    } else if (shift >= -3 && shift <= 3) {
      out.put(VERTICAL[shift + 3]!);
      a0 = a1;
      colour ^= 1;
      next += 1;
    } else {
      out.put(HORIZONTAL);
      const [first, second] = colour === 0 ? [WHITE_RUNS, BLACK_RUNS] : [BLACK_RUNS, WHITE_RUNS];
      putRun(a1 - Math.max(a0, 0), first, out);
      putRun(a2 - a1, second, out);
      a0 = a2;
      next += 2;
    }
  }
}

const LONGEST = 2560;

function putRun(length: number, { terminating, multiples }: RunCodes, out: BitWriter): void {
  let rest = length;
  while (rest >= LONGEST + 64) {
    out.put(multiples[LONGEST / 64 - 1]!);
    rest -= LONGEST;
  }
  if (rest >= 64) {
    out.put(multiples[(rest >> 6) - 1]!);
  }
  out.put(terminating[rest & 63]!);
}

/** Collects bits, the highest of each byte first. */
class BitWriter {
  #bytes: Uint8Array;
  #count = 0;
  #pending = 0;
  #pendingBits = 0;

  constructor(guessBytes: number) {
    this.#bytes = new Uint8Array(Math.max(64, Math.ceil(guessBytes)));
  }

  put({ bits, length }: Code): void {
    this.#pending = (this.#pending << length) | bits;
    this.#pendingBits += length;
    while (this.#pendingBits >= 8) {
      this.#pendingBits -= 8;
      this.#push((this.#pending >> this.#pendingBits) & 0xff);
    }
    this.#pending &= (1 << this.#pendingBits) - 1;
  }

  /** Returns all bits, with zeros up to a whole byte. */
  finish(): Uint8Array {
    if (this.#pendingBits > 0) {
      this.#push((this.#pending << (8 - this.#pendingBits)) & 0xff);
      this.#pendingBits = 0;
    }
    return this.#bytes.slice(0, this.#count);
  }

  #push(byte: number): void {
    if (this.#count === this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#bytes.length);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#count++] = byte;
  }
}
