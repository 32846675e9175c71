import { expect, test } from "vitest";
import { rc4 } from "./rc4.ts";

const fromHex = (hex: string) => new Uint8Array(Buffer.from(hex, "hex"));
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

// The vectors of RFC 6229: key, and the key stream at the offsets 0, 16 and 4096.
const VECTORS: readonly [string, string, string, string][] = [
  [
    "0102030405",
    "b2396305f03dc027ccc3524a0a1118a8",
    "6982944f18fc82d589c403a47a0d0919",
    "ff25b58995996707e51fbdf08b34d875",
  ],
  [
    "01020304050607",
    "293f02d47f37c9b633f2af5285feb46b",
    "e620f1390d19bd84e2e0fd752031afc1",
    "e74b0b9731227fd37c0ec08a47ddd8b8",
  ],
  [
    "0102030405060708090a0b0c0d0e0f10",
    "9ac7cc9a609d1ef7b2932899cde41b97",
    "5248c4959014126a6e8a84f11d1a9e1c",
    "a36a4c301ae8ac13610ccbc12256cacc",
  ],
  [
    "833222772a",
    "80ad97bdc973df8a2e879e92a497efda",
    "20f060c2f2e5126501d3d4fea10d5fc0",
    "bf42c3018c2f7c66bfde524975768115",
  ],
  [
    "0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20",
    "eaa6bd25880bf93d3f5d1e4ca2611d91",
    "cfa45c9f7e714b54bdfa80027cb14380",
    "f3e4c0a2e02d1d01f7f0a74618af2b48",
  ],
];

test.each(VECTORS)("the key stream of %s is that of RFC 6229", (key, at0, at16, at4096) => {
  const stream = rc4(fromHex(key), new Uint8Array(4112));
  expect([0, 16, 4096].map((offset) => toHex(stream.subarray(offset, offset + 16)))).toEqual([at0, at16, at4096]);
});

test("decrypts what it encrypted, and leaves its input alone", () => {
  const key = fromHex("0102030405");
  const bytes = Uint8Array.of(1, 2, 3);
  const encrypted = rc4(key, bytes);
  expect(encrypted).not.toEqual(bytes);
  expect(rc4(key, encrypted)).toEqual(Uint8Array.of(1, 2, 3));
  expect(bytes).toEqual(Uint8Array.of(1, 2, 3));
  expect(rc4(key, new Uint8Array(0))).toEqual(new Uint8Array(0));
});
