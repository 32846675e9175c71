import * as fc from "fast-check";
import { expect, test } from "vitest";
import { decodeRunLength } from "./run-length.ts";
import { decodedByAll } from "./testing/other-readers.ts";

const NO_END = "The run-length data ends without its end-of-data marker.";

test.each([
  [[2, 1, 2, 3, 254, 9, 128], 6, undefined],
  [[255, 1, 129, 2, 128], 130, undefined],
  [[128], 0, undefined],
  [[2, 1, 2, 3, 254, 9], 6, NO_END],
  [[254], 0, NO_END],
  [[], 0, NO_END],
])("%j: the result is that of qpdf and mutool", (data, length, damage) => {
  const { ours, qpdf, mutool } = decodedByAll({ Filter: "RunLengthDecode" }, Uint8Array.from(data));
  expect(ours).toEqual({ bytes: qpdf, remaining: [], damage });
  expect(ours.bytes).toEqual(mutool);
  expect(ours.bytes.length).toBe(length);
});

test("literal bytes that are cut off are given as far as they go", () => {
  expect(decodeRunLength(Uint8Array.of(5, 1, 2), 9)).toEqual({ bytes: Uint8Array.of(1, 2), damage: NO_END });
});

test("what follows after the end-of-data marker is not read", () => {
  expect(decodeRunLength(Uint8Array.of(0, 65, 128, 7, 7), 9)).toEqual({ bytes: Uint8Array.of(65) });
});

test("runs and literal bytes are decoded in any order, as long as the bound allows", () => {
  const run = fc.tuple(fc.integer({ min: 2, max: 128 }), fc.nat(255)).map(([count, byte]) => ({
    encoded: [257 - count, byte],
    bytes: Array.from({ length: count }, () => byte),
  }));
  const literal = fc
    .array(fc.nat(255), { minLength: 1, maxLength: 128 })
    .map((bytes) => ({ encoded: [bytes.length - 1, ...bytes], bytes }));
  fc.assert(
    fc.property(fc.array(fc.oneof(run, literal), { minLength: 1 }), (parts) => {
      const data = Uint8Array.from([...parts.flatMap(({ encoded }) => encoded), 128]);
      const bytes = Uint8Array.from(parts.flatMap((part) => part.bytes));
      expect(decodeRunLength(data, bytes.length)).toEqual({ bytes });
      expect(() => decodeRunLength(data, bytes.length - 1)).toThrow(expect.objectContaining({ code: "too_complex" }));
    }),
  );
});
