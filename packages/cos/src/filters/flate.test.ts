import { constants, deflateRawSync, deflateSync } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chosen, IS_FULL } from "../../../../test/running/sampling.ts";
import { CosError } from "../cos-error.ts";
import { decodeFlate, encodeFlate } from "./flate.ts";
import { inflateRaw } from "./inflate.ts";
import { contentText, decodedByAll, noise, python } from "./testing/other-readers.ts";

const MAX_BYTES = 2 ** 24;
const text = contentText(4000);
const encoded = plain(deflateSync(text));

function plain(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}

function changed(offset: number, bytes = encoded): Uint8Array {
  const copy = bytes.slice();
  copy[offset] = (copy[offset] ?? 0) ^ 0x55;
  return copy;
}

const joined = (...parts: readonly Uint8Array[]): Uint8Array => plain(Buffer.concat(parts));
const ascii = (characters: string): Uint8Array => new TextEncoder().encode(characters);

test("what was encoded is decoded, whatever it is and however long", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3000 }), fc.integer({ min: 0, max: 9 }), (bytes, level) => {
      expect(decodeFlate(encodeFlate(bytes, level), MAX_BYTES)).toEqual({ bytes, damage: undefined });
    }),
  );
  const long = contentText(20_000);
  expect(decodeFlate(encodeFlate(long), MAX_BYTES).bytes).toEqual(long);
});

test("Python reads what is encoded", () => {
  expect(python("write(zlib.decompress(data))", encodeFlate(text, 9))).toEqual(text);
});

describe("data that is damaged but whole is reported, and decoded as by qpdf and mutool", () => {
  test.each([
    ["wrong checksum", changed(encoded.length - 1), "The checksum of the Flate data is wrong."],
    ["no checksum", encoded.subarray(0, -4), "The Flate data ends without its checksum."],
    ["half a checksum", encoded.subarray(0, -2), "The Flate data ends without its checksum."],
    ["garbage after it", joined(encoded, ascii("garbage")), "7 bytes follow after the end of the Flate data."],
    ["end-of-line marker after it", joined(encoded, ascii("\r\n")), undefined],
  ])("%s", (_name, data, damage) => {
    const { ours, qpdf, mutool } = decodedByAll({ Filter: "FlateDecode" }, data);
    expect(ours).toEqual({ bytes: text, remaining: [], damage });
    expect(qpdf).toEqual(text);
    expect(mutool).toEqual(text);
  });
});

test.each(chosen([1, 2, 3, 10, 100, 1000, 9001, encoded.length - 5], [0, 2, 4, 7]))(
  "of data cut off after %i bytes as much is decoded as by qpdf and mutool",
  (length) => {
    const { ours, qpdf, mutool } = decodedByAll({ Filter: "FlateDecode" }, encoded.subarray(0, length));
    expect(ours.bytes).toEqual(qpdf);
    expect(ours.bytes).toEqual(mutool);
    expect(ours.damage).toMatch(length === 1 ? "The data is no Flate data." : /is cut off/);
  },
);

test("of data that is corrupt in the middle, what came before is decoded, and the fault is reported", () => {
  const damaged = Array.from({ length: IS_FULL ? 40 : 10 }, (_, seed) =>
    changed(2 + ((seed * 397) % (encoded.length - 6))),
  );
  // Fed byte by byte, Python's zlib gives everything that comes before the byte in which the fault is found.
  const script = `size = ${encoded.length}
for start in range(0, len(data), size):
  inflater = zlib.decompressobj()
  output = b""
  try:
    for byte in data[start:start + size]: output += inflater.decompress(bytes([byte]))
  except zlib.error: pass
  write(len(output).to_bytes(4, "big") + output)`;
  const readings = Buffer.from(python(script, joined(...damaged)));
  let offset = 0;
  let faults = 0;
  for (const data of damaged) {
    const expected = plain(readings.subarray(offset + 4, offset + 4 + readings.readUInt32BE(offset)));
    offset += 4 + expected.length;
    const { bytes, damage } = decodeFlate(data, MAX_BYTES);
    expect(bytes.subarray(0, expected.length)).toEqual(expected);
    // The difference is the symbols of the last byte, of at most 258 bytes each.
    expect(bytes.length - expected.length).toBeLessThan(8 * 258);
    expect(damage).toBeDefined();
    faults += damage === "The checksum of the Flate data is wrong." ? 0 : 1;
  }
  expect(faults).toBeGreaterThan(2);
});

describe("a header that is not there or wrong", () => {
  test.each([
    ["raw deflate data", plain(deflateRawSync(text)), "The Flate data has no zlib header."],
    ["wrong method", changed(0), "The zlib header of the Flate data is wrong."],
    ["wrong check", changed(1), "The zlib header of the Flate data is wrong."],
    ["white space before", joined(ascii("\r\n"), encoded), "White space comes before the Flate data."],
  ])("%s", (_name, data, damage) => {
    expect(decodeFlate(data, MAX_BYTES)).toEqual({ bytes: text, damage, isGuessed: true });
  });

  test("raw deflate data that is cut off gives what there is", () => {
    const { bytes, damage } = decodeFlate(plain(deflateRawSync(text).subarray(0, 5000)), MAX_BYTES);
    expect(damage).toBe("The zlib header of the Flate data is missing. The Flate data is cut off.");
    expect(bytes.length).toBeGreaterThan(10_000);
    expect(bytes).toEqual(text.subarray(0, bytes.length));
  });

  test.each([
    ["text", ascii("BT /F1 12 Tf (this is no Flate data) Tj ET")],
    ["an unknown dictionary", plain(deflateSync(text, { dictionary: Buffer.from("words") }))],
  ])("%s gives nothing", (_name, data) => {
    expect(decodeFlate(data, MAX_BYTES)).toEqual({ bytes: new Uint8Array(), damage: "The data is no Flate data." });
  });

  test("nothing gives nothing", () => {
    expect(decodeFlate(new Uint8Array(), MAX_BYTES).damage).toBe("The Flate data is empty.");
  });
});

describe("inflating without zlib", () => {
  const strategies = [
    constants.Z_DEFAULT_STRATEGY,
    constants.Z_FIXED,
    constants.Z_HUFFMAN_ONLY,
    constants.Z_RLE,
    constants.Z_FILTERED,
  ];

  test("gives the same for every kind of block", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.uint8Array({ maxLength: 2000 }), fc.array(fc.constantFrom(1, 2, 200), { maxLength: 2000 })),
        fc.constantFrom(...strategies),
        fc.integer({ min: 0, max: 9 }),
        (values, strategy, level) => {
          const bytes = Uint8Array.from(values);
          const data = deflateRawSync(bytes, { strategy, level });
          expect(inflateRaw(data, 0, MAX_BYTES)).toEqual({ bytes, endOffset: data.length, fault: undefined });
        },
      ),
    );
  });

  test.each([
    ["stored blocks", noise(200_000)],
    ["distances of 32 KiB", joined(noise(32_768), noise(32_768))],
    [
      "long codes",
      Uint8Array.from({ length: 100_000 }, (_, index) => Math.clz32(noise(1, index + 1)[0] ?? 0) * (index % 9)),
    ],
  ])("%s", (_name, bytes) => {
    const data = deflateRawSync(bytes, { level: 9, memLevel: 9 });
    expect(inflateRaw(data, 0, MAX_BYTES).bytes).toEqual(bytes);
  });

  test("no bytes whatsoever are too much for it", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
        expect(inflateRaw(bytes, 0, MAX_BYTES).endOffset).toBeLessThanOrEqual(bytes.length);
      }),
      { numRuns: IS_FULL ? 2000 : 500 },
    );
  });
});

test.each([
  ["sound data", encoded],
  ["cut-off data", encoded.subarray(0, -8)],
  ["raw data", plain(deflateRawSync(text))],
  ["stored data", plain(deflateSync(text, { level: 0 }).subarray(0, -2))],
])("%s may be as long as the bound, and no longer", (_name, data) => {
  const { bytes } = decodeFlate(data, MAX_BYTES);
  expect(decodeFlate(data, bytes.length).bytes).toEqual(bytes);
  for (const maxBytes of [bytes.length - 1, 1, 0]) {
    expect(() => decodeFlate(data, maxBytes)).toThrow(expect.objectContaining({ code: "too_complex" }));
  }
  expect(() => decodeFlate(data, 10)).toThrow(CosError);
});
