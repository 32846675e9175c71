/** The length in bits up to which a code is found by one table look-up; longer ones are found bit by bit. */
const TABLE_BITS = 10;
export const TABLE_MASK = (1 << TABLE_BITS) - 1;
const MAX_CODE_BITS = 15;

/** A Huffman code of RFC 1951, 3.2.2. An entry is a symbol times 16 plus the number of bits of its code. */
export class HuffmanCode {
  readonly table = new Uint16Array(1 << TABLE_BITS);
  readonly #counts: Uint16Array;
  readonly #symbols: Uint16Array;

  private constructor(counts: Uint16Array, symbols: Uint16Array) {
    this.#counts = counts;
    this.#symbols = symbols;
  }

  /**
   * Makes the code of these lengths; undefined when they make no code. As in zlib, an incomplete code is refused,
   * except for a single code of one bit.
   */
  static of(lengths: Uint8Array, mayBeIncomplete: boolean): HuffmanCode | undefined {
    const counts = new Uint16Array(MAX_CODE_BITS + 1);
    for (const length of lengths) {
      counts[length] = (counts[length] ?? 0) + 1;
    }
    counts[0] = 0;
    let free = 1;
    let longest = 0;
    for (let length = 1; length <= MAX_CODE_BITS; length++) {
      const count = counts[length] ?? 0;
      free = free * 2 - count;
      if (free < 0) {
        return undefined;
      }
      if (count > 0) {
        longest = length;
      }
    }
    if (free > 0 && longest > 0 && !(mayBeIncomplete && longest === 1)) {
      return undefined;
    }
    if (longest === 0 && !mayBeIncomplete) {
      return undefined;
    }
    const code = new HuffmanCode(counts, new Uint16Array(lengths.length));
    code.#fill(lengths);
    return code;
  }

  #fill(lengths: Uint8Array): void {
    const offsets = new Uint16Array(MAX_CODE_BITS + 2);
    const codes = new Uint16Array(MAX_CODE_BITS + 2);
    for (let length = 1; length <= MAX_CODE_BITS; length++) {
      const count = this.#counts[length] ?? 0;
      offsets[length + 1] = (offsets[length] ?? 0) + count;
      codes[length + 1] = ((codes[length] ?? 0) + count) << 1;
    }
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      const length = lengths[symbol] ?? 0;
      if (length === 0) {
        continue;
      }
      const offset = offsets[length] ?? 0;
      this.#symbols[offset] = symbol;
      offsets[length] = offset + 1;
      const code = codes[length] ?? 0;
      codes[length] = code + 1;
      if (length <= TABLE_BITS) {
        const step = 1 << length;
        for (let at = reversed(code, length); at <= TABLE_MASK; at += step) {
          this.table[at] = symbol * 16 + length;
        }
      }
    }
  }

  /**
   * Returns the entry of the code that `hold` begins with; 0 when there is none, -1 when the code has more than `bits`
   * bits.
   */
  find(hold: number, bits: number): number {
    let code = 0;
    let first = 0;
    let index = 0;
    for (let length = 1; length <= MAX_CODE_BITS; length++) {
      if (length > bits) {
        return -1;
      }
      code |= (hold >>> (length - 1)) & 1;
      const count = this.#counts[length] ?? 0;
      if (code - first < count) {
        return (this.#symbols[index + code - first] ?? 0) * 16 + length;
      }
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    return 0;
  }
}

function reversed(code: number, length: number): number {
  let result = 0;
  for (let bit = 0; bit < length; bit++) {
    result |= ((code >>> bit) & 1) << (length - 1 - bit);
  }
  return result;
}
