import { D, E, INVERSE_S, makeTables, rotated, S } from "./aes-tables.ts";

const BLOCK = 16;

/**
 * A key of AES (FIPS 197) for CBC mode, expanded into tables. OpenSSL takes some 20 µs before it decrypts the first
 * byte, and a document may have a hundred thousand strings, each with a separate key: up to a kilobyte, this is the
 * faster one.
 */
export class AesSchedule {
  readonly #rounds: number;
  readonly #encryption: Int32Array;
  #decryption: Int32Array | undefined;

  /** Expands a key of 16 or 32 bytes. */
  constructor(key: Uint8Array) {
    this.#rounds = key.length / 4 + 6;
    this.#encryption = expandKey(key, this.#rounds);
  }

  /** Decrypts whole blocks into a new array. */
  decrypt(iv: Uint8Array, bytes: Uint8Array): Uint8Array {
    this.#decryption ??= inverted(this.#encryption);
    const output = new Uint8Array(bytes.length);
    let previous = iv;
    let previousOffset = 0;
    for (let offset = 0; offset < bytes.length; offset += BLOCK) {
      decryptBlock(this.#decryption, this.#rounds, bytes, output, offset);
      for (let index = 0; index < BLOCK; index++) {
        output[offset + index]! ^= previous[previousOffset + index]!;
      }
      previous = bytes;
      previousOffset = offset;
    }
    return output;
  }

  /** Encrypts whole blocks in place. */
  encryptInPlace(iv: Uint8Array, bytes: Uint8Array): void {
    let previous = iv;
    let previousOffset = 0;
    for (let offset = 0; offset < bytes.length; offset += BLOCK) {
      for (let index = 0; index < BLOCK; index++) {
        bytes[offset + index]! ^= previous[previousOffset + index]!;
      }
      encryptBlock(this.#encryption, this.#rounds, bytes, offset);
      previous = bytes;
      previousOffset = offset;
    }
  }
}
makeTables();

/** Expands the key (5.2) into four words for each round and four before them. */
function expandKey(key: Uint8Array, rounds: number): Int32Array {
  const length = key.length / 4;
  const words = new Int32Array(4 * (rounds + 1));
  for (let index = 0; index < length; index++) {
    words[index] = wordAt(key, 4 * index);
  }
  let constant = 1;
  for (let index = length; index < words.length; index++) {
    let word = words[index - 1]!;
    if (index % length === 0) {
      word = substituted(rotated(word, 24)) ^ (constant << 24);
      constant = (constant << 1) ^ (constant & 0x80 ? 0x11b : 0);
    } else if (length > 6 && index % length === 4) {
      word = substituted(word);
    }
    words[index] = words[index - length]! ^ word;
  }
  return words;
}

/**
 * Makes the key schedule of decryption (5.3.5): the rounds from the last to the first, the columns of all but the
 * outermost unmixed.
 */
function inverted(encryption: Int32Array): Int32Array {
  const words = new Int32Array(encryption.length);
  const last = encryption.length - 4;
  for (let index = 0; index <= last; index += 4) {
    for (let column = 0; column < 4; column++) {
      const word = encryption[last - index + column]!;
      words[index + column] =
        index === 0 || index === last
          ? word
          : D[S[word >>> 24]!]! ^
            D[256 + S[(word >>> 16) & 255]!]! ^
            D[512 + S[(word >>> 8) & 255]!]! ^
            D[768 + S[word & 255]!]!;
    }
  }
  return words;
}

function substituted(word: number): number {
  return (S[word >>> 24]! << 24) | (S[(word >>> 16) & 255]! << 16) | (S[(word >>> 8) & 255]! << 8) | S[word & 255]!;
}

function wordAt(bytes: Uint8Array, offset: number): number {
  return (bytes[offset]! << 24) | (bytes[offset + 1]! << 16) | (bytes[offset + 2]! << 8) | bytes[offset + 3]!;
}

function setWord(bytes: Uint8Array, offset: number, word: number): void {
  bytes[offset] = word >>> 24;
  bytes[offset + 1] = word >>> 16;
  bytes[offset + 2] = word >>> 8;
  bytes[offset + 3] = word;
}

function encryptBlock(words: Int32Array, rounds: number, bytes: Uint8Array, offset: number): void {
  let a = wordAt(bytes, offset) ^ words[0]!;
  let b = wordAt(bytes, offset + 4) ^ words[1]!;
  let c = wordAt(bytes, offset + 8) ^ words[2]!;
  let d = wordAt(bytes, offset + 12) ^ words[3]!;
  let k = 4;
  for (let round = 1; round < rounds; round++) {
    const p =
      E[a >>> 24]! ^ E[256 + ((b >>> 16) & 255)]! ^ E[512 + ((c >>> 8) & 255)]! ^ E[768 + (d & 255)]! ^ words[k]!;
    const q =
      E[b >>> 24]! ^ E[256 + ((c >>> 16) & 255)]! ^ E[512 + ((d >>> 8) & 255)]! ^ E[768 + (a & 255)]! ^ words[k + 1]!;
    const r =
      E[c >>> 24]! ^ E[256 + ((d >>> 16) & 255)]! ^ E[512 + ((a >>> 8) & 255)]! ^ E[768 + (b & 255)]! ^ words[k + 2]!;
    d = E[d >>> 24]! ^ E[256 + ((a >>> 16) & 255)]! ^ E[512 + ((b >>> 8) & 255)]! ^ E[768 + (c & 255)]! ^ words[k + 3]!;
    a = p;
    b = q;
    c = r;
    k += 4;
  }
  setWord(bytes, offset, lastOf(S, a, b, c, d) ^ words[k]!);
  setWord(bytes, offset + 4, lastOf(S, b, c, d, a) ^ words[k + 1]!);
  setWord(bytes, offset + 8, lastOf(S, c, d, a, b) ^ words[k + 2]!);
  setWord(bytes, offset + 12, lastOf(S, d, a, b, c) ^ words[k + 3]!);
}

function decryptBlock(words: Int32Array, rounds: number, bytes: Uint8Array, output: Uint8Array, offset: number): void {
  let a = wordAt(bytes, offset) ^ words[0]!;
  let b = wordAt(bytes, offset + 4) ^ words[1]!;
  let c = wordAt(bytes, offset + 8) ^ words[2]!;
  let d = wordAt(bytes, offset + 12) ^ words[3]!;
  let k = 4;
  for (let round = 1; round < rounds; round++) {
    const p =
      D[a >>> 24]! ^ D[256 + ((d >>> 16) & 255)]! ^ D[512 + ((c >>> 8) & 255)]! ^ D[768 + (b & 255)]! ^ words[k]!;
    const q =
      D[b >>> 24]! ^ D[256 + ((a >>> 16) & 255)]! ^ D[512 + ((d >>> 8) & 255)]! ^ D[768 + (c & 255)]! ^ words[k + 1]!;
    const r =
      D[c >>> 24]! ^ D[256 + ((b >>> 16) & 255)]! ^ D[512 + ((a >>> 8) & 255)]! ^ D[768 + (d & 255)]! ^ words[k + 2]!;
    d = D[d >>> 24]! ^ D[256 + ((c >>> 16) & 255)]! ^ D[512 + ((b >>> 8) & 255)]! ^ D[768 + (a & 255)]! ^ words[k + 3]!;
    a = p;
    b = q;
    c = r;
    k += 4;
  }
  setWord(output, offset, lastOf(INVERSE_S, a, d, c, b) ^ words[k]!);
  setWord(output, offset + 4, lastOf(INVERSE_S, b, a, d, c) ^ words[k + 1]!);
  setWord(output, offset + 8, lastOf(INVERSE_S, c, b, a, d) ^ words[k + 2]!);
  setWord(output, offset + 12, lastOf(INVERSE_S, d, c, b, a) ^ words[k + 3]!);
}

/** Makes a word of the last round, which mixes no columns, from a byte of each word. */
function lastOf(table: Uint8Array, a: number, b: number, c: number, d: number): number {
  return (table[a >>> 24]! << 24) | (table[(b >>> 16) & 255]! << 16) | (table[(c >>> 8) & 255]! << 8) | table[d & 255]!;
}
