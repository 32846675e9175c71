import { expect, test } from "vitest";
import { signedData } from "../testing/signed-data.ts";
import { elementsIn } from "./ber.ts";
import { readSignedData } from "./signed-data.ts";

const bytesOf = (hex: string): Uint8Array => Buffer.from(hex.replaceAll(" ", ""), "hex");
const hexOf = (hex: string): string[] =>
  elementsIn(bytesOf(hex)).map(({ identifier, contents }) => `${identifier}:${Buffer.from(contents).toString("hex")}`);

test.each<[string, string, string[]]>([
  ["short lengths", "0401aa 0500", ["4:aa", "5:"]],
  ["long lengths", "0481020102", ["4:0102"]],
  ["long lengths with zeros", "04830000020102", ["4:0102"]],
  ["indefinite lengths", "3080 0401aa 0000 0500", ["48:0401aa", "5:"]],
  ["indefinite lengths in one another", "3080 3080 0401aa 0000 0000", ["48:30800401aa0000"]],
  ["numbers of more than one octet", "1f8101 01aa", ["31:aa"]],
  ["lengths beyond the end", "0500 0403aa", ["5:"]],
  ["lengths that no file has", "04ffaa", []],
  ["no end of an indefinite length", "3080 0401aa", []],
  ["nothing", "", []],
])("%s", (_, hex, expected) => {
  expect(hexOf(hex)).toEqual(expected);
});

test("endless nesting is given up", () => {
  expect(elementsIn(Buffer.from("3080".repeat(1_000_000), "hex"))).toEqual([]);
});

test.each([false, true])("signed data, of indefinite lengths: %s", (isIndefinite) => {
  const data = signedData({ certificates: 3, signers: 2, isIndefinite });
  expect(readSignedData(data)).toEqual({ certificates: 3, signerInfos: 2 });
  expect(readSignedData(Buffer.concat([data, Buffer.alloc(100)]))).toEqual({ certificates: 3, signerInfos: 2 });
  const cut = Array.from({ length: data.length }, (__, length) => readSignedData(data.subarray(0, length)));
  expect(cut.every((result) => result === undefined)).toBe(true);
});

test("contents other than signed data are rejected", () => {
  const data = Buffer.from(signedData({ certificates: 1, signers: 1 }));
  data[data.indexOf(Buffer.from("010702", "hex")) + 2] = 3;
  expect(readSignedData(data)).toBeUndefined();
});
