import { expect, test } from "vitest";
import { passwordBytes } from "./password-bytes.ts";

const hex = (password: string): string[] => passwordBytes(password).map((bytes) => Buffer.from(bytes).toString("hex"));

test("a password of ASCII has one form, ended by a NUL byte", () => {
  expect(hex("secret")).toEqual(["73656372657400"]);
});

test("the empty password is the empty C string", () => {
  expect(hex("")).toEqual(["00"]);
});

test("a Latin letter is tried in UTF-8, PDFDocEncoding (here the same as Windows-1252) and Mac Roman", () => {
  expect(hex("\u00e9")).toEqual(["c3a900", "e900", "8e00"]);
});

test("the Euro sign has its own byte in every encoding", () => {
  expect(hex("\u20ac")).toEqual(["e282ac00", "a000", "8000", "db00"]);
});

test("the characters of PDFDocEncoding that Latin-1 lacks", () => {
  // The ends of both runs of ISO 32000-2, table D.2: breve 030, small tilde 037, bullet 200, z caron 236.
  expect(hex("\u02d8\u02dc\u2022\u017e")).toContain("181f809e00");
});

test("SASLprep comes first, the text as typed after it", () => {
  expect(hex("\u2168")).toEqual(["495800", "e285a800"]);
});

test("a decomposed letter is composed for the encodings of one byte", () => {
  expect(hex("e\u0301")).toEqual(["c3a900", "65cc8100", "e900", "8e00"]);
});

test("a script that no encoding of one byte has is tried in UTF-8 only", () => {
  expect(hex("密")).toEqual(["e5af8600"]);
});

test("a NUL byte inside is never cut off", () => {
  expect(hex("secret\0more")).toEqual([]);
});
