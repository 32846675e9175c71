import { Bounds, Dict, Stream } from "@quire/cos";
import { expect, test } from "vitest";
import { isSrgb } from "./is-srgb.ts";
import { srgbProfile } from "./srgb-profile.ts";

const isKnown = (bytes: Uint8Array): boolean => isSrgb(new Stream(new Dict(), bytes), new Bounds());

test("a profile with the numbers of sRGB is one, whatever its size", () => {
  expect(isKnown(srgbProfile())).toBe(true);
  expect(isKnown(new Uint8Array([...srgbProfile(), 0, 0]))).toBe(true);
});

const other = (at: (profile: Buffer) => number): Uint8Array => {
  const profile = Buffer.from(srgbProfile());
  const offset = at(profile);
  profile.writeUInt32BE((profile.readUInt32BE(offset) + 6000) >>> 0, offset);
  return new Uint8Array(profile);
};

test("other primaries, another curve, and what is no profile are none", () => {
  expect(isKnown(other((profile) => profile.lastIndexOf("XYZ ") + 8))).toBe(false);
  expect(isKnown(other((profile) => profile.lastIndexOf("para") + 12))).toBe(false);
  expect(isKnown(new Uint8Array(0))).toBe(false);
  expect(isKnown(new Uint8Array(500))).toBe(false);
});
