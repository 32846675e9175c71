import { Bounds, Dict, Stream } from "@quire/cos";
import { expect, test } from "vitest";
import { iccProfile } from "../testing/pdf-builder.ts";
import { iccProfileOf, readIccHeader } from "./profile.ts";

test("the header says version, class and colour space", () => {
  expect(readIccHeader(iccProfile("CMYK"))).toEqual({
    majorVersion: 2,
    minorVersion: 1,
    deviceClass: "prtr",
    colourSpace: "CMYK",
  });
});

test.each([
  ["cut off before its colour space", iccProfile("RGB").subarray(0, 19)],
  ["without its signature", iccProfile("RGB").fill(0, 36, 40)],
])("what is %s has no header", (_, bytes) => {
  expect(readIccHeader(bytes)).toBeUndefined();
});

test("profiles of the same bytes have the same digest", () => {
  const bounds = new Bounds();
  const profileOf = (colourSpace: "RGB" | "GRAY") =>
    iccProfileOf(new Stream(new Dict([["N", 3]]), iccProfile(colourSpace)), bounds);
  expect(profileOf("RGB").digest).toBe(profileOf("RGB").digest);
  expect(profileOf("RGB").digest).not.toBe(profileOf("GRAY").digest);
  expect(profileOf("RGB").declaredComponents).toBe(3);
});
