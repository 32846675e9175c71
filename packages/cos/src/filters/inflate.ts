import { grown } from "./decoded-bytes.ts";
import { HuffmanCode, TABLE_MASK } from "./huffman-code.ts";

export interface Inflated {
  readonly bytes: Uint8Array;
  /** The offset after the last byte of the final block; where the data could not be read further, that place. */
  readonly endOffset: number;
  /**
   * The reason why the data ends early, as a predicate of it: "is cut off". Undefined when the final block was read to
   * its end.
   */
  readonly fault: string | undefined;
}

/**
 * Inflates deflate data (RFC 1951) as far as possible. zlib itself is faster, but returns nothing of data that has a
 * fault. What counts as a fault is the same as for zlib, so that the result equals that of a program that calls zlib
 * piece by piece.
 * @throws CosError `too_complex` when the result has more than `maxBytes`
 */
export function inflateRaw(input: Uint8Array, start: number, maxBytes: number): Inflated {
  const inflater = new Inflater(input, start, maxBytes);
  const fault = inflater.inflate();
  return { bytes: inflater.output.subarray(0, inflater.length), endOffset: inflater.endOffset, fault };
}

const CUT_OFF = "is cut off";

class Inflater {
  readonly #input: Uint8Array;
  readonly #maxBytes: number;
  #position: number;
  #hold = 0;
  #bits = 0;
  output: Uint8Array;
  length = 0;

  constructor(input: Uint8Array, start: number, maxBytes: number) {
    this.#input = input;
    this.#position = start;
    this.#maxBytes = maxBytes;
    this.output = new Uint8Array(Math.min(maxBytes, Math.max(1024, input.length * 3)));
  }

  /** The offset after the used input: whole bytes whose bits were taken from the input but not used are given back. */
  get endOffset(): number {
    return this.#position - (this.#bits >> 3);
  }

  /** Decodes block after block; returns the fault, or undefined at the end of the final block. */
  inflate(): string | undefined {
    for (;;) {
      if (!this.#need(3)) {
        return CUT_OFF;
      }
      const isFinal = this.#take(1) === 1;
      const fault = this.#block(this.#take(2));
      if (fault !== undefined) {
        return fault;
      }
      if (isFinal) {
        return undefined;
      }
    }
  }

  #block(type: number): string | undefined {
    if (type === 0) {
      return this.#stored();
    }
    if (type === 1) {
      return this.#compressed(FIXED_LENGTHS, FIXED_DISTANCES);
    }
    return type === 2 ? this.#dynamic() : "has a block of no known type";
  }

  /** Reads input until the next `count` bits, at most 24, are there; returns false when the input ends before. */
  #need(count: number): boolean {
    while (this.#bits < count) {
      const byte = this.#input[this.#position];
      if (byte === undefined) {
        return false;
      }
      this.#hold |= byte << this.#bits;
      this.#bits += 8;
      this.#position++;
    }
    return true;
  }

  #take(count: number): number {
    const value = this.#hold & ((1 << count) - 1);
    this.#hold >>>= count;
    this.#bits -= count;
    return value;
  }

  /** Copies a stored block (RFC 1951, 3.2.4). */
  #stored(): string | undefined {
    this.#position = this.endOffset;
    this.#hold = 0;
    this.#bits = 0;
    const input = this.#input;
    const position = this.#position;
    if (input.length - position < 4) {
      return CUT_OFF;
    }
    const length = (input[position] ?? 0) | ((input[position + 1] ?? 0) << 8);
    const complement = (input[position + 2] ?? 0) | ((input[position + 3] ?? 0) << 8);
    if (length !== (complement ^ 0xffff)) {
      return "has a stored block of contradictory length";
    }
    const data = input.subarray(position + 4, position + 4 + length);
    if (this.length + data.length > this.output.length) {
      this.output = grown(this.output, this.length, this.length + data.length, this.#maxBytes);
    }
    this.output.set(data, this.length);
    this.length += data.length;
    this.#position = position + 4 + data.length;
    return data.length < length ? CUT_OFF : undefined;
  }

  /** Decodes a block with codes defined in it (RFC 1951, 3.2.7). */
  #dynamic(): string | undefined {
    if (!this.#need(14)) {
      return CUT_OFF;
    }
    const lengthCodes = this.#take(5) + 257;
    const distanceCodes = this.#take(5) + 1;
    const codeLengthCodes = this.#take(4) + 4;
    if (lengthCodes > 286 || distanceCodes > 30) {
      return "has too many symbols";
    }
    const order = new Uint8Array(19);
    for (let index = 0; index < codeLengthCodes; index++) {
      if (!this.#need(3)) {
        return CUT_OFF;
      }
      order[CODE_LENGTH_ORDER[index] ?? 0] = this.#take(3);
    }
    const codeLengths = HuffmanCode.of(order, false);
    if (codeLengths === undefined) {
      return "has an invalid code";
    }
    const lengths = new Uint8Array(lengthCodes + distanceCodes);
    const fault = this.#readCodeLengths(codeLengths, lengths);
    if (fault !== undefined) {
      return fault;
    }
    if (lengths[256] === 0) {
      return "has a code without an end of its block";
    }
    const literals = HuffmanCode.of(lengths.subarray(0, lengthCodes), true);
    const distances = HuffmanCode.of(lengths.subarray(lengthCodes), true);
    if (literals === undefined || distances === undefined) {
      return "has an invalid code";
    }
    return this.#compressed(literals, distances);
  }

  #readCodeLengths(code: HuffmanCode, lengths: Uint8Array): string | undefined {
    let index = 0;
    while (index < lengths.length) {
      this.#need(14);
      const entry = code.find(this.#hold, this.#bits);
      if (entry <= 0) {
        return entry === 0 ? "has an invalid code" : CUT_OFF;
      }
      const symbol = entry >> 4;
      const extraBits = symbol < 16 ? 0 : symbol === 16 ? 2 : symbol === 17 ? 3 : 7;
      if (this.#bits < (entry & 15) + extraBits) {
        return CUT_OFF;
      }
      this.#take(entry & 15);
      if (symbol < 16) {
        lengths[index++] = symbol;
        continue;
      }
      const repeated = symbol === 16 ? lengths[index - 1] : 0;
      const end = index + this.#take(extraBits) + (symbol === 18 ? 11 : 3);
      if (repeated === undefined || end > lengths.length) {
        return "repeats code lengths that are not there";
      }
      lengths.fill(repeated, index, end);
      index = end;
    }
    return undefined;
  }

  /** Decodes the symbols of a block (RFC 1951, 3.2.5). The state is in local variables meanwhile, for speed. */
  #compressed(literals: HuffmanCode, distances: HuffmanCode): string | undefined {
    const input = this.#input;
    const literalTable = literals.table;
    const distanceTable = distances.table;
    let output = this.output;
    let length = this.length;
    let position = this.#position;
    let hold = this.#hold;
    let bits = this.#bits;
    let fault: string | undefined;
    for (;;) {
      while (bits <= 24 && position < input.length) {
        hold |= (input[position++] ?? 0) << bits;
        bits += 8;
      }
      let entry = literalTable[hold & TABLE_MASK] ?? 0;
      if (entry === 0 || (entry & 15) > bits) {
        entry = literals.find(hold, bits);
      }
      if (entry <= 0) {
        fault = entry === 0 ? "has an invalid code" : CUT_OFF;
        break;
      }
      const symbol = entry >> 4;
      if (symbol < 256) {
        hold >>>= entry & 15;
        bits -= entry & 15;
        if (length === output.length) {
          output = grown(output, length, length + 1, this.#maxBytes);
        }
        output[length++] = symbol;
        continue;
      }
      if (symbol === 256) {
        hold >>>= entry & 15;
        bits -= entry & 15;
        break;
      }
      const lengthBits = LENGTH_EXTRA_BITS[symbol - 257];
      if (lengthBits === undefined) {
        fault = "has an invalid length";
        break;
      }
      if (bits < (entry & 15) + lengthBits) {
        fault = CUT_OFF;
        break;
      }
      hold >>>= entry & 15;
      let count = (LENGTH_BASES[symbol - 257] ?? 0) + (hold & ((1 << lengthBits) - 1));
      hold >>>= lengthBits;
      bits -= (entry & 15) + lengthBits;
      while (bits <= 24 && position < input.length) {
        hold |= (input[position++] ?? 0) << bits;
        bits += 8;
      }
      entry = distanceTable[hold & TABLE_MASK] ?? 0;
      if (entry === 0 || (entry & 15) > bits) {
        entry = distances.find(hold, bits);
      }
      if (entry <= 0) {
        fault = entry === 0 ? "has an invalid distance" : CUT_OFF;
        break;
      }
      const distanceBits = DISTANCE_EXTRA_BITS[entry >> 4];
      if (distanceBits === undefined) {
        fault = "has an invalid distance";
        break;
      }
      hold >>>= entry & 15;
      bits -= entry & 15;
      while (bits <= 24 && position < input.length) {
        hold |= (input[position++] ?? 0) << bits;
        bits += 8;
      }
      if (bits < distanceBits) {
        fault = CUT_OFF;
        break;
      }
      const distance = (DISTANCE_BASES[entry >> 4] ?? 0) + (hold & ((1 << distanceBits) - 1));
      hold >>>= distanceBits;
      bits -= distanceBits;
      if (distance > length) {
        fault = "refers to before its start";
        break;
      }
      if (length + count > output.length) {
        output = grown(output, length, length + count, this.#maxBytes);
      }
      for (let from = length - distance; count > 0; count--) {
        output[length++] = output[from++] ?? 0;
      }
    }
    this.output = output;
    this.length = length;
    this.#position = position;
    this.#hold = hold;
    this.#bits = bits;
    return fault;
  }
}

const CODE_LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
// The extra bits and bases of length and distance symbols (RFC 1951, 3.2.5).
const LENGTH_EXTRA_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const LENGTH_BASES = basesOf(LENGTH_EXTRA_BITS, 3);
LENGTH_BASES[28] = 258;
const DISTANCE_EXTRA_BITS = [0, 0, 0, 0, ...Array.from({ length: 26 }, (_, index) => (index >> 1) + 1)];
const DISTANCE_BASES = basesOf(DISTANCE_EXTRA_BITS, 1);

function basesOf(extraBits: readonly number[], first: number): number[] {
  let base = first;
  return extraBits.map((bits) => {
    const own = base;
    base += 1 << bits;
    return own;
  });
}

// The fixed codes (RFC 1951, 3.2.6). Both are complete, with symbols that no data may have.
const FIXED_LENGTHS = fixedCode(
  Uint8Array.from({ length: 288 }, (_, symbol) => (symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8)),
);
const FIXED_DISTANCES = fixedCode(new Uint8Array(32).fill(5));

function fixedCode(lengths: Uint8Array): HuffmanCode {
  const code = HuffmanCode.of(lengths, true);
  if (code === undefined) {
    throw new Error("The fixed codes of RFC 1951 are complete.");
  }
  return code;
}
