import { deflateSync } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chosen } from "../../../../test/running/sampling.ts";
import { decodePredictor } from "./predictor.ts";
import { encodePngUp } from "./testing/encode-png-up.ts";
import { decodedByAll, noise } from "./testing/other-readers.ts";

/** Returns rows of random bytes, each after the filter byte that `filterOf` gives. */
function pngRows(rows: number, rowBytes: number, filterOf: (row: number) => number = (row) => row % 5): Uint8Array {
  const bytes = noise(rows * (rowBytes + 1));
  for (let row = 0; row < rows; row++) {
    bytes[row * (rowBytes + 1)] = filterOf(row);
  }
  return bytes;
}

function flate(raw: Uint8Array, parameters: { readonly [key: string]: number }) {
  return decodedByAll({ Filter: "FlateDecode", DecodeParms: parameters }, deflateSync(raw));
}

describe("the result is that of qpdf and mutool", () => {
  const SIZES: readonly (readonly [colors: number, bitsPerComponent: number])[] = [
    [1, 8],
    [3, 8],
    [1, 16],
    [4, 16],
    [1, 1],
    [3, 1],
    [3, 2],
    [5, 4],
  ];
  test.each(chosen(SIZES, [1, 3, 6]))("with %i colours of %i bits", (colors, bitsPerComponent) => {
    // Thirteen columns leave bits unused at the end of a row.
    const size = { Columns: 13, Colors: colors, BitsPerComponent: bitsPerComponent };
    const rowBytes = Math.ceil((13 * colors * bitsPerComponent) / 8);
    for (const [predictor, raw] of [
      [2, noise(20 * rowBytes)],
      [12, pngRows(20, rowBytes)],
    ] as const) {
      const { ours, qpdf, mutool } = flate(raw, { ...size, Predictor: predictor });
      expect(ours).toEqual({ bytes: qpdf, remaining: [], damage: undefined });
      expect(ours.bytes).toEqual(mutool);
      expect(ours.bytes.length).toBe(20 * rowBytes);
    }
  });

  test.each(chosen([0, 1, 2, 3, 4], [0, 4]))(
    "with a last row of filter %i that is cut short: filled up, as qpdf does",
    (filter) => {
      const { ours, qpdf, mutool } = flate(pngRows(5, 10, () => filter).subarray(0, 50), {
        Predictor: 15,
        Columns: 10,
      });
      expect(ours.bytes).toEqual(qpdf);
      expect(ours.bytes.subarray(0, mutool.length)).toEqual(mutool);
      expect(ours.bytes.length).toBe(50);
      expect(ours.damage).toBe("The last row of the predicted data is cut short.");
    },
  );

  test("with a TIFF row that is cut short", () => {
    const { ours, qpdf } = flate(noise(53), { Predictor: 2, Columns: 10, BitsPerComponent: 16 });
    expect(ours.bytes).toEqual(qpdf);
    expect(ours.damage).toBe("The last row of the predicted data is cut short.");
  });

  test("with a row of an unknown filter, which is left as it is", () => {
    const { ours, qpdf, mutool } = flate(
      pngRows(5, 10, (row) => (row === 2 ? 7 : 2)),
      { Predictor: 15, Columns: 10 },
    );
    expect(ours.bytes).toEqual(qpdf);
    expect(ours.bytes).toEqual(mutool);
    expect(ours.damage).toBe("A row of the predicted data has no known filter.");
  });

  test("with an unknown predictor, which mutool leaves out as well", () => {
    const { ours, mutool } = flate(noise(50), { Predictor: 3 });
    expect(ours.bytes).toEqual(mutool);
    expect(ours.damage).toBe("The predictor is not known, and was left out.");
  });

  test("with parameters that are missing", () => {
    const { ours, mutool } = flate(pngRows(5, 1), { Predictor: 12 });
    expect(ours.bytes).toEqual(mutool);
    expect(ours.bytes.length).toBe(5);
  });
});

const size = { colors: 1, bitsPerComponent: 8, columns: 10 };

test.each([
  ["no columns", { columns: 0 }],
  ["columns that are no whole number", { columns: Number.NaN }],
  ["more columns than can be", { columns: 2 ** 53 - 1 }],
  ["no colours", { colors: 0 }],
  ["less than no colours", { colors: -1 }],
  ["a million colours", { colors: 1e6 }],
  ["3 bits", { bitsPerComponent: 3 }],
  ["32 bits", { bitsPerComponent: 32 }],
])("%s: nothing is decoded, and it is reported", (_name, wrong) => {
  for (const predictor of [2, 12]) {
    expect(decodePredictor(pngRows(5, 10), { ...size, ...wrong, predictor })).toEqual({
      bytes: new Uint8Array(),
      damage: "The parameters of the predictor are not possible.",
    });
  }
});

test("a row of 2 GiB in a stream of 55 bytes takes no more memory than they do", () => {
  const { bytes, damage } = decodePredictor(pngRows(5, 10), { ...size, columns: 2 ** 31 - 1, predictor: 12 });
  expect(bytes.length).toBe(54);
  expect(bytes.buffer.byteLength).toBe(55);
  expect(damage).toBe("The last row of the predicted data is cut short.");
});

test("what was predicted with Up is decoded", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), fc.integer({ min: 1, max: 20 }), (values, columns) => {
      const bytes = values.subarray(0, values.length - (values.length % columns));
      const decoded = decodePredictor(encodePngUp(bytes, columns), { ...size, columns, predictor: 12 });
      expect(decoded.damage).toBeUndefined();
      expect([...decoded.bytes]).toEqual([...bytes]);
    }),
  );
});

test("qpdf and mutool read rows predicted with Up", () => {
  const bytes = noise(700);
  const { qpdf, mutool } = flate(encodePngUp(bytes, 7), { Predictor: 12, Columns: 7 });
  expect(qpdf).toEqual(bytes);
  expect(mutool).toEqual(bytes);
});
