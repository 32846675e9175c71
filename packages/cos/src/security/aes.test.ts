import { createCipheriv, randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { AesKey } from "./aes.ts";

const IV = Uint8Array.from({ length: 16 }, (_, index) => index);
const text = (length: number) => Uint8Array.from({ length }, (_, index) => 65 + (index % 26));

/** Encrypts `plain`, which has whole blocks and its own padding or none, without padding it. */
function unpadded(key: Uint8Array, plain: Uint8Array): Uint8Array {
  const cipher = createCipheriv(`aes-${key.length * 8}-cbc`, key, IV).setAutoPadding(false);
  return new Uint8Array(Buffer.concat([IV, cipher.update(plain)]));
}

describe.each([16, 32])("AES with a key of %i bytes", (keyLength) => {
  const key = new Uint8Array(keyLength).fill(7);

  test.each([0, 1, 15, 16, 17, 1000])("gives %i bytes back", (length) => {
    const encrypted = new AesKey(key).encrypt(text(length), IV);
    expect(encrypted.length).toBe(16 + 16 * (Math.floor(length / 16) + 1));
    expect(encrypted.subarray(0, 16)).toEqual(IV);
    expect(new AesKey(key).decrypt(encrypted)).toEqual(text(length));
  });

  test("is that of OpenSSL, both where it is made of tables and where it is not", () => {
    for (const length of [...Array(100).keys(), 1023, 1024, 1025, 1040, 5000]) {
      const cipher = createCipheriv(`aes-${keyLength * 8}-cbc`, key, IV);
      const expected = new Uint8Array(Buffer.concat([IV, cipher.update(text(length)), cipher.final()]));
      expect(new AesKey(key).encrypt(text(length), IV)).toEqual(expected);
      expect(new AesKey(key).decrypt(expected)).toEqual(text(length));
    }
  });

  test("is that of OpenSSL with any key", () => {
    for (let round = 0; round < 200; round++) {
      const [any, iv, plain] = [randomBytes(keyLength), randomBytes(16), randomBytes(round)];
      const cipher = createCipheriv(`aes-${keyLength * 8}-cbc`, any, iv);
      const expected = Buffer.concat([iv, cipher.update(plain), cipher.final()]);
      expect(new AesKey(any).encrypt(plain, iv)).toEqual(new Uint8Array(expected));
      expect(new AesKey(any).decrypt(expected)).toEqual(new Uint8Array(plain));
    }
  });

  test.each([0, 1, 15, 16, 17, 31])("makes nothing of %i bytes, which hold no block", (length) => {
    expect(new AesKey(key).decrypt(text(length))).toEqual(new Uint8Array(0));
  });

  test("leaves out a block that is cut, and keeps those before it", () => {
    const encrypted = new AesKey(key).encrypt(text(40), IV);
    expect(new AesKey(key).decrypt(encrypted.subarray(0, 16 + 32 + 9))).toEqual(text(32));
  });

  test("ignores an end of line that was counted as data", () => {
    const encrypted = new AesKey(key).encrypt(text(40), IV);
    expect(new AesKey(key).decrypt(Uint8Array.of(...encrypted, 13, 10))).toEqual(text(40));
  });

  test.each([
    ["no padding", 0x41, 0x41],
    ["a padding of 0", 0, 0],
    ["a padding longer than a block", 17, 17],
    ["a padding of unequal bytes", 3, 2],
  ])("keeps what has %s", (_, before, last) => {
    const plain = text(32);
    plain.set([before, last], 30);
    expect(new AesKey(key).decrypt(unpadded(key, plain))).toEqual(plain);
  });

  test("takes a whole block of padding off", () => {
    const plain = text(32).fill(16, 16);
    expect(new AesKey(key).decrypt(unpadded(key, plain))).toEqual(text(16));
  });
});
