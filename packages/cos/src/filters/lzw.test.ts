import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chosen } from "../../../../test/running/sampling.ts";
import { decodeLzw } from "./lzw.ts";
import { contentText, decodedByAll, noise } from "./testing/other-readers.ts";

const MAX_BYTES = 2 ** 24;
const text = contentText(3000);
const NOT_IN_TABLE = /^The LZW data has a code that is not in its table/;
const NO_END = "The LZW data ends without its end-of-data marker.";

interface Encoding {
  readonly earlyChange?: 0 | 1;
  /** The number of codes at which the table is cleared. */
  readonly clearAt?: number;
  readonly hasFirstClear?: boolean;
  readonly hasEnd?: boolean;
}

/** Encodes LZW (ISO 32000-2, 7.4.4.2) in the simplest way. */
function encodeLzw(bytes: Uint8Array, encoding: Encoding = {}): Uint8Array {
  const { earlyChange = 1, clearAt = 4094, hasFirstClear = true, hasEnd = true } = encoding;
  let bits = "";
  let codeBits = 9;
  let table = new Map<string, number>();
  let codes = 258;
  const put = (code: number): void => {
    bits += code.toString(2).padStart(codeBits, "0");
  };
  const added = (): void => {
    codes++;
    codeBits = Math.max(9, Math.min(12, 32 - Math.clz32(codes - 1 + earlyChange)));
  };
  const codeOf = (sequence: string): number => table.get(sequence) ?? sequence.charCodeAt(0);
  if (hasFirstClear) {
    put(256);
  }
  let sequence = "";
  for (const byte of bytes) {
    const longer = sequence + String.fromCharCode(byte);
    if (sequence === "" || table.has(longer)) {
      sequence = longer;
      continue;
    }
    put(codeOf(sequence));
    if (codes < 4096) {
      table.set(longer, codes);
      added();
    }
    if (codes >= clearAt) {
      put(256);
      table = new Map();
      codes = 258;
      codeBits = 9;
    }
    sequence = String.fromCharCode(byte);
  }
  if (sequence !== "") {
    put(codeOf(sequence));
    added();
  }
  if (hasEnd) {
    put(257);
  }
  return Uint8Array.from(bits.match(/.{1,8}/g) ?? [], (octet) => Number.parseInt(octet.padEnd(8, "0"), 2));
}

describe("the result is that of qpdf and mutool", () => {
  const ENCODINGS: readonly [string, Encoding][] = [
    ["codes that change early", {}],
    ["codes that change late", { earlyChange: 0 }],
    ["a table that is cleared when full", { clearAt: 4096 }],
    ["a table that is cleared often", { clearAt: 300 }],
    ["no clear-table marker at the start", { hasFirstClear: false }],
  ];
  test.each(chosen(ENCODINGS, [1, 3, 4]))("%s", (_name, encoding) => {
    const parameters = encoding.earlyChange === 0 ? { EarlyChange: 0 } : null;
    const entries = { Filter: "LZWDecode", DecodeParms: parameters };
    const { ours, qpdf, mutool } = decodedByAll(entries, encodeLzw(text, encoding));
    expect(ours).toEqual({ bytes: text, remaining: [], damage: undefined });
    expect(qpdf).toEqual(text);
    expect(mutool).toEqual(text);
  });

  test("a code that is not in the table ends it, as it does for qpdf", () => {
    const data = encodeLzw(text, { earlyChange: 0 });
    const { ours, qpdf } = decodedByAll({ Filter: "LZWDecode" }, data);
    expect(ours.bytes.length).toBeGreaterThan(300);
    expect(ours.bytes).toEqual(qpdf);
    expect(ours.damage).toMatch(NOT_IN_TABLE);
  });

  test("data that is cut off gives what qpdf has of it", () => {
    const { ours, qpdf } = decodedByAll({ Filter: "LZWDecode" }, encodeLzw(text).subarray(0, 5001));
    expect(ours.bytes.length).toBeGreaterThan(5000);
    expect(ours.bytes).toEqual(qpdf);
    expect(ours.damage).toBe(NO_END);
  });
});

test("what was encoded is decoded", () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 2000 }),
    fc.array(fc.constantFrom(0, 255), { maxLength: 6000 }).map((values) => Uint8Array.from(values)),
  );
  fc.assert(
    fc.property(bytes, fc.constantFrom(0, 1), fc.integer({ min: 259, max: 4096 }), (value, earlyChange, clearAt) => {
      const data = encodeLzw(value, { earlyChange: earlyChange === 0 ? 0 : 1, clearAt });
      expect(decodeLzw(data, earlyChange === 1, MAX_BYTES)).toEqual({ bytes: value, damage: undefined });
    }),
  );
});

test("a table that is full stays as it is until it is cleared", () => {
  const bytes = noise(20_000);
  for (const earlyChange of [0, 1] as const) {
    const data = encodeLzw(bytes, { earlyChange, clearAt: Number.POSITIVE_INFINITY });
    expect(decodeLzw(data, earlyChange === 1, MAX_BYTES)).toEqual({ bytes, damage: undefined });
  }
});

test("a missing end-of-data marker is reported", () => {
  expect(decodeLzw(encodeLzw(text, { hasEnd: false }), true, MAX_BYTES)).toEqual({ bytes: text, damage: NO_END });
  expect(decodeLzw(new Uint8Array(), true, MAX_BYTES)).toEqual({ bytes: new Uint8Array(), damage: NO_END });
});

test("no bytes whatsoever are too much for it", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), fc.boolean(), (bytes, earlyChange) => {
      // A code of 9 bits decodes to at most 4096 bytes.
      expect(decodeLzw(bytes, earlyChange, MAX_BYTES).bytes.length).toBeLessThanOrEqual(bytes.length * 4096);
    }),
    { numRuns: 1000 },
  );
});

test("the result may be as long as the bound, and no longer", () => {
  const zeros = new Uint8Array(100_000);
  const data = encodeLzw(zeros);
  expect(data.length).toBeLessThan(800);
  expect(decodeLzw(data, true, zeros.length).bytes).toEqual(zeros);
  for (const maxBytes of [zeros.length - 1, 1, 0]) {
    expect(() => decodeLzw(data, true, maxBytes)).toThrow(expect.objectContaining({ code: "too_complex" }));
  }
});
