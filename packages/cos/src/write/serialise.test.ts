import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Bounds } from "../bounds.ts";
import { CosString, type CosValue, Dict, Name, type ObjectSource, Ref, Stream } from "../objects.ts";
import { Lexer } from "../syntax/lexer.ts";
import { parseValue } from "../syntax/parser.ts";
import { numberText } from "./serialise.ts";
import { bytesOf, dict, name, string, textOf } from "./testing/documents.ts";
import { serialise } from "./testing/serialise.ts";

const NOWHERE: ObjectSource = { fetch: () => null };
const text = (value: CosValue) => textOf(serialise(value));
const readBack = (bytes: Uint8Array) => parseValue(new Lexer(bytes), { source: NOWHERE, bounds: new Bounds() });

describe("numbers", () => {
  test.each([
    [0, "0"],
    [-0, "0"],
    [7, "7"],
    [-12, "-12"],
    [2 ** 31, "2147483648"],
    [Number.MAX_SAFE_INTEGER, "9007199254740991"],
    [0.5, ".5"],
    [-0.25, "-.25"],
    [200.5, "200.5"],
    [1e-7, ".0000001"],
    [-1.25e-7, "-.000000125"],
    [2 ** 53, "9007199254740992."],
    [1e21, "1000000000000000000000."],
    [-1.5e22, "-15000000000000000000000."],
    [Number.NaN, "0"],
    [Number.POSITIVE_INFINITY, "0"],
    [Number.NEGATIVE_INFINITY, "0"],
  ])("%d is written as %s", (value, expected) => {
    expect(numberText(value)).toBe(expected);
  });

  test("every double is written without exponent, and is the same number again", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(numberText(value)).toMatch(/^-?(\d+\.?\d*|\.\d+)$/);
        expect(Number(numberText(value))).toBe(value === 0 ? 0 : value);
      }),
    );
  });
});

describe("names and strings", () => {
  test.each([
    ["Type", "/Type"],
    ["", "/"],
    ["a b", "/a#20b"],
    ["#", "/#23"],
    ["()<>[]{}/%", "/#28#29#3C#3E#5B#5D#7B#7D#2F#25"],
    ["\u0000\u007f\u00e4\u00ff!~", "/#00#7F#E4#FF!~"],
  ])("the name %j is written as %s", (value, expected) => {
    expect(text(name(value))).toBe(expected);
  });

  test("a name has one character per byte", () => {
    expect(() => serialise(name("\u4e2d"))).toThrow("no byte");
  });

  test.each([
    ["", "()"],
    ["plain", "(plain)"],
    ["balanced (twice (deep))", "(balanced (twice (deep)))"],
    [")(", "(\\)\\()"],
    ["(", "(\\()"],
    ["back\\slash", "(back\\\\slash)"],
    ["\r\n", "(\\r\n)"],
    ["\u0000\u00ff", "(\u0000\u00ff)"],
  ])("the string %j is written as %j", (value, expected) => {
    expect(text(string(value))).toBe(expected);
  });

  test("a string that was hexadecimal stays so", () => {
    expect(text(new CosString(bytesOf("\u0000az\u00ff"), true))).toBe("<00617AFF>");
    expect(text(new CosString(new Uint8Array(0), true))).toBe("<>");
  });

  test("parentheses are not nested deeper than readers count", () => {
    const deep = "(".repeat(3000) + ")".repeat(3000);
    expect(text(string(deep))).toBe(`(${"\\(".repeat(3000)}${"\\)".repeat(3000)})`);
  });
});

describe("arrays, dictionaries and references", () => {
  test("white-space stands only where tokens would run together", () => {
    const value = [1, 2, name("A"), 3, string("s"), 4, [5], 6, dict({ K: 7, L: name("M"), N: true }), null, false];
    expect(text(value)).toBe("[1 2/A 3(s)4[5]6<</K 7/L/M/N true>>null false]");
    expect(text([name(""), name(""), 1, name(""), true])).toBe("[// 1/ true]");
    expect(text([new CosString(bytesOf("A"), true), new CosString(bytesOf("B"), true)])).toBe("[<41><42>]");
  });

  test("references are three tokens", () => {
    expect(text([new Ref(NOWHERE, 12, 0), new Ref(NOWHERE, 3, 65535), 1])).toBe("[12 0 R 3 65535 R 1]");
  });

  test("entries that are null are left out", () => {
    expect(text(dict({ A: null, B: 1, C: new Ref(NOWHERE, 0, 0) }))).toBe("<</B 1>>");
  });

  test("a stream cannot stand for itself", () => {
    expect(() => serialise([new Stream(new Dict(), new Uint8Array(0))])).toThrow("indirect");
  });

  test("nesting is bounded, not the stack's", () => {
    let value: CosValue = [];
    for (let depth = 0; depth < 100_000; depth++) {
      value = depth % 2 === 0 ? [value] : dict({ A: value });
    }
    expect(() => serialise(value)).toThrow(expect.objectContaining({ code: "too_complex" }));
    const cyclic: CosValue[] = [];
    cyclic.push(cyclic);
    expect(() => serialise(cyclic)).toThrow(expect.objectContaining({ code: "too_complex" }));
  });
});

test("any value is read back as it was", () => {
  const byteText = fc.uint8Array({ maxLength: 8 }).map(textOf);
  const { value } = fc.letrec<{ value: CosValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom(null, true, false),
      fc.integer(),
      fc.double({ noNaN: true, min: -1e6, max: 1e6 }).map((number) => number + 0),
      byteText.map((letters) => new Name(letters)),
      fc.tuple(fc.uint8Array({ maxLength: 20 }), fc.boolean()).map(([bytes, isHex]) => new CosString(bytes, isHex)),
      fc
        .tuple(fc.integer({ min: 1, max: 9999 }), fc.nat(3))
        .map(([number, generation]) => new Ref(NOWHERE, number, generation)),
      fc.array(tie("value"), { maxLength: 6 }),
      fc
        .array(
          fc.tuple(
            byteText,
            tie("value").filter((entry) => entry !== null),
          ),
          { maxLength: 6 },
        )
        .map((entries) => new Dict(entries)),
    ),
  }));
  fc.assert(
    fc.property(value, (written) => {
      const read = readBack(serialise(written));
      expect(comparable(read)).toEqual(comparable(written));
    }),
    { numRuns: 1000 },
  );
});

/** Returns plain data for comparison: bytes as text, whatever kind of array they are in. */
function comparable(value: CosValue): unknown {
  if (value instanceof CosString) {
    return { string: textOf(value.bytes), isHex: value.isHex };
  }
  if (value instanceof Ref) {
    return { number: value.number, generation: value.generation };
  }
  if (value instanceof Dict) {
    return new Map([...value.entries].map(([key, entry]) => [key, comparable(entry)]));
  }
  return Array.isArray(value) ? value.map(comparable) : value;
}
