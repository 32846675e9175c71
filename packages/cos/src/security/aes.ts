import { createCipheriv, createDecipheriv } from "node:crypto";
import { AesSchedule } from "./aes-schedule.ts";

const BLOCK = 16;
const EMPTY = new Uint8Array(0);

/**
 * A key for many strings and streams, of 16 or 32 bytes: AES in CBC mode (ISO 32000-2, 7.6.3.1), of as many bits as the
 * key has.
 */
export class AesKey {
  readonly #key: Uint8Array;
  #schedule: AesSchedule | undefined;

  constructor(key: Uint8Array) {
    this.#key = key;
  }

  /**
   * Decrypts bytes that begin with their initialization vector. It never fails: a last block that is not whole cannot
   * be decrypted and is left out, and invalid padding stays.
   */
  decrypt(bytes: Uint8Array): Uint8Array {
    const end = bytes.length - (bytes.length % BLOCK);
    if (end <= BLOCK) {
      return EMPTY;
    }
    const iv = bytes.subarray(0, BLOCK);
    const blocks = bytes.subarray(BLOCK, end);
    const plain = blocks.length <= SHORT ? this.#scheduled().decrypt(iv, blocks) : decryptBlocks(this.#key, iv, blocks);
    return plain.subarray(0, plain.length - paddingLength(plain));
  }

  /** Returns the initialization vector and the encrypted bytes, padded to whole blocks by 1 to 16 bytes. */
  encrypt(bytes: Uint8Array, iv: Uint8Array): Uint8Array {
    const padding = BLOCK - (bytes.length % BLOCK);
    const output = new Uint8Array(BLOCK + bytes.length + padding);
    output.set(iv);
    if (bytes.length <= SHORT) {
      const blocks = output.subarray(BLOCK);
      blocks.set(bytes);
      blocks.fill(padding, bytes.length);
      this.#scheduled().encryptInPlace(iv, blocks);
      return output;
    }
    const cipher = createCipheriv(`aes-${this.#key.length * 8}-cbc`, this.#key, iv);
    const blocks = cipher.update(bytes);
    output.set(blocks, BLOCK);
    output.set(cipher.final(), BLOCK + blocks.length);
    return output;
  }

  #scheduled(): AesSchedule {
    this.#schedule ??= new AesSchedule(this.#key);
    return this.#schedule;
  }
}

/** The number of bytes up to which OpenSSL's start-up time is more than it saves. */
const SHORT = 1024;

/** Decrypts whole blocks in CBC mode, without padding. */
export function decryptBlocks(key: Uint8Array, iv: Uint8Array, bytes: Uint8Array): Uint8Array {
  const decipher = createDecipheriv(`aes-${key.length * 8}-cbc`, key, iv);
  decipher.setAutoPadding(false);
  return plainArray(decipher.update(bytes));
}

/** Encrypts whole blocks in CBC mode, without padding. */
export function encryptBlocks(key: Uint8Array, iv: Uint8Array, bytes: Uint8Array): Uint8Array {
  const cipher = createCipheriv(`aes-${key.length * 8}-cbc`, key, iv);
  cipher.setAutoPadding(false);
  return plainArray(cipher.update(bytes));
}

// A mixture of Buffers and arrays would make the code that reads the bytes slower.
const plainArray = (buffer: Buffer): Uint8Array => new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length);

/** Returns the length of the padding; 0 when the last bytes are not a padding by RFC 8018, 6.1.1. */
function paddingLength(plain: Uint8Array): number {
  const length = plain.at(-1) ?? 0;
  if (length > BLOCK) {
    return 0;
  }
  for (let index = plain.length - length; index < plain.length; index++) {
    if (plain[index] !== length) {
      return 0;
    }
  }
  return length;
}
