import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chosen } from "../../../../test/running/sampling.ts";
import { decodeAscii85, decodeAsciiHex } from "./ascii.ts";
import { decodedByAll, noise, python } from "./testing/other-readers.ts";

const MAX_BYTES = 2 ** 20;
const ascii = (characters: string): Uint8Array => new TextEncoder().encode(characters);
const text = ({ bytes }: { bytes: Uint8Array }): string => Buffer.from(bytes).toString("latin1");
const HEX_END = "The ASCIIHex data ends without its end-of-data marker.";
const END_85 = "The ASCII85 data ends without its end-of-data marker.";

describe("ASCIIHexDecode", () => {
  const HEX: readonly (readonly [data: string, damage: string | undefined])[] = [
    ["48656c6C6f>", undefined],
    ["48 65\n6c\t>", undefined],
    ["486>", undefined],
    ["48>65", undefined],
    [">", undefined],
    ["4865", HEX_END],
    ["", HEX_END],
  ];
  test.each(chosen(HEX, [1, 2, 5]))("%j: the result is that of qpdf and mutool", (data, damage) => {
    const { ours, qpdf, mutool } = decodedByAll({ Filter: "ASCIIHexDecode" }, ascii(data));
    expect(ours).toEqual({ bytes: qpdf, remaining: [], damage });
    expect(ours.bytes).toEqual(mutool);
  });

  test("characters that are not digits are left out and reported", () => {
    const decoded = decodeAsciiHex(ascii("<48x65y>"), MAX_BYTES);
    expect(text(decoded)).toBe("He");
    expect(decoded.damage).toBe("The ASCIIHex data has 3 characters that do not belong there.");
  });

  test("what was encoded is decoded, and may be as long as the bound", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const data = ascii(`${Buffer.from(bytes).toString("hex")}>`);
        expect(decodeAsciiHex(data, bytes.length)).toEqual({ bytes, damage: undefined });
      }),
    );
    expect(() => decodeAsciiHex(ascii("4865>"), 1)).toThrow(expect.objectContaining({ code: "too_complex" }));
  });
});

describe("ASCII85Decode", () => {
  const BASE_85: readonly (readonly [data: string, damage: string | undefined])[] = [
    ['87cURD]i,"Ebo80~>', undefined],
    ['87cUR D]i,\n"Ebo80 ~>', undefined],
    ["zz87cURz~>", undefined],
    ["s8W-!~>", undefined],
    ["~>", undefined],
    ["87cUR", END_85],
    ["", END_85],
    ["87cUR8~>", "The ASCII85 data has 1 characters that do not belong there."],
    ['s8W-"~>', "The ASCII85 data has 1 characters that do not belong there."],
  ];
  test.each(chosen(BASE_85, [1, 2, 5, 8]))("%j: the result is that of qpdf and mutool", (data, damage) => {
    const { ours, qpdf, mutool } = decodedByAll({ Filter: "ASCII85Decode" }, ascii(data));
    expect(ours).toEqual({ bytes: qpdf, remaining: [], damage });
    expect(ours.bytes).toEqual(mutool);
  });

  test("characters that do not belong there are left out and reported", () => {
    const decoded = decodeAscii85(ascii('87czURv D]i,"Ebo80~>'), MAX_BYTES);
    expect(text(decoded)).toBe("Hello World!");
    expect(decoded.damage).toBe("The ASCII85 data has 2 characters that do not belong there.");
  });

  test("what Python encodes is decoded, with the marker before it or without", () => {
    const inputs = [noise(1000), noise(1001), noise(1002), new Uint8Array(1003)];
    const script = `for size in (1000, 1001, 1002, 1003):
  encoded = base64.a85encode(data[:size], adobe=True, wrapcol=60)
  data = data[size:]
  write(len(encoded).to_bytes(4, "big") + encoded)`;
    let rest = Buffer.from(python(script, Buffer.concat(inputs)));
    for (const bytes of inputs) {
      const end = 4 + rest.readUInt32BE();
      const data = new Uint8Array(rest.subarray(4, end));
      rest = rest.subarray(end);
      expect(text({ bytes: data })).toMatch(/^<~/);
      expect(decodeAscii85(data, bytes.length)).toEqual({ bytes, damage: undefined });
      expect(decodeAscii85(data.subarray(2), bytes.length)).toEqual({ bytes, damage: undefined });
    }
  });

  test("the result may be as long as the bound, and no longer", () => {
    const zeros = ascii(`${"z".repeat(1000)}~>`);
    expect(decodeAscii85(zeros, 4000).bytes).toEqual(new Uint8Array(4000));
    expect(() => decodeAscii85(zeros, 3999)).toThrow(expect.objectContaining({ code: "too_complex" }));
  });

  test("no bytes whatsoever are too much for it", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(decodeAscii85(bytes, MAX_BYTES).bytes.length).toBeLessThanOrEqual(bytes.length * 4);
        expect(decodeAsciiHex(bytes, MAX_BYTES).bytes.length).toBeLessThanOrEqual(bytes.length);
      }),
    );
  });
});
