import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Bounds, type BoundsOptions } from "../bounds.ts";
import { CosError } from "../cos-error.ts";
import { CosString, type CosValue, Dict, Name, type ObjectSource, Ref } from "../objects.ts";
import type { TokenFact } from "./facts.ts";
import { Lexer } from "./lexer.ts";
import { type ParseContext, parseValue } from "./parser.ts";

const source: ObjectSource = { fetch: () => null };
const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "latin1"));

function parse(text: string, more: Partial<ParseContext> = {}, bounds: BoundsOptions = {}) {
  const facts: TokenFact[] = [];
  const lexer = new Lexer(bytesOf(text));
  const value = parseValue(lexer, { source, bounds: new Bounds(bounds), facts, ...more });
  return { value: plain(value), facts, position: lexer.position };
}

/** Returns a value as JSON: names with their solidus, strings in their parentheses, references as `n g R`. */
function plain(value: CosValue): unknown {
  if (value instanceof Name) {
    return `/${value.value}`;
  }
  if (value instanceof CosString) {
    const text = Buffer.from(value.bytes).toString("latin1");
    return value.isHex ? `<${text}>` : `(${text})`;
  }
  if (value instanceof Ref) {
    return `${value.number} ${value.generation} R`;
  }
  if (value instanceof Dict) {
    return Object.fromEntries([...value.entries].map(([key, entry]) => [key, plain(entry)]));
  }
  return Array.isArray(value) ? value.map(plain) : value;
}

const kindsOf = (facts: readonly TokenFact[]): string[] => facts.map((fact) => fact.kind);

test("every kind of value, and the position is right behind it", () => {
  const text = " <</A[1 2 0 R -3 4 5.5 true false null/N(s)<73>[]<<>>]/B 6 0 R/C 7>>stream";
  const { value, facts, position } = parse(text);
  expect(value).toEqual({
    A: [1, "2 0 R", -3, 4, 5.5, true, false, null, "/N", "(s)", "<s>", [], {}],
    B: "6 0 R",
    C: 7,
  });
  expect(facts).toEqual([]);
  expect(text.slice(position)).toBe("stream");
});

describe("references", () => {
  test.each([
    ["1 0 R", "1 0 R"],
    ["1\r\n00000 % a comment\nR/", "1 0 R"],
    ["1 0 RG", 1],
    ["1 0R", 1],
    ["1.0 0 R", 1],
    ["-1 0 R", -1],
    ["1 -0 R", 1],
    ["1 0", 1],
    ["1", 1],
  ])("%s", (text, expected) => {
    expect(parse(text).value).toEqual(expected);
  });

  test("integers before a reference are separate values", () => {
    expect(parse("[1 2 3 0 R 4 5 6]").value).toEqual([1, 2, "3 0 R", 4, 5, 6]);
  });

  test("are made by the context, and not at all in content streams", () => {
    const ref = new Ref(source, 9, 9);
    expect(parse("[1 0 R]", { ref: () => ref }).value).toEqual(["9 9 R"]);
    expect(parse("1 0 R", { readsReferences: false }).value).toBe(1);
  });
});

describe("damage is skipped and reported", () => {
  test.each<[string, unknown, string[]]>([
    ["<</A 1/B>>", { A: 1, B: null }, ["value-missing"]],
    ["<</A 1 2/B 3>>", { A: 1, B: 3 }, ["key-not-name"]],
    ["<</A 1 [/X <</Y 2>>]/B 3>>", { A: 1, B: 3 }, ["key-not-name"]],
    ["<</A 1/A 2>>", { A: 2 }, ["duplicate-key"]],
    ["[1 foo 2]", [1, null, 2], ["unknown-keyword"]],
    ["<</A foo/B 1>>", { A: null, B: 1 }, ["unknown-keyword"]],
    ["<</A (a)b)/B 1>>", { A: "(a)", B: 1 }, ["unknown-keyword", "key-not-name", "unknown-keyword", "key-not-name"]],
    ["[1 R 2]", [1, null, 2], ["unknown-keyword"]],
    ["[1 } 2]", [1, null, 2], ["unknown-keyword"]],
    ["[1 >> 2]", [1, 2], ["unknown-keyword"]],
    ["<</A 1 ] /B 2>>", { A: 1, B: 2 }, ["unknown-keyword"]],
    ["<</A [1 2>>", { A: [1, 2] }, ["unterminated"]],
    ["[<</A <</B 1]", [{ A: { B: 1 } }], ["unterminated", "unterminated"]],
    ["[1 2", [1, 2], ["unterminated"]],
    ["<</A", { A: null }, ["unterminated", "value-missing"]],
    ["", null, ["value-missing"]],
    ["]", null, ["unknown-keyword"]],
    ["foo", null, ["unknown-keyword"]],
    [
      "[--5 <4> <4g> /a#g (]",
      [-5, "<@>", "<@>", "/a#g", "(])"],
      [
        "number-malformed",
        "integer",
        "hex-string-odd",
        "hex-string-invalid",
        "name-escape",
        "unterminated",
        "unterminated",
      ],
    ],
  ])("%s", (text, value, facts) => {
    const result = parse(text);
    expect(result.value).toEqual(value);
    expect(kindsOf(result.facts)).toEqual(facts);
  });

  test.each([
    "endobj",
    "endstream",
    "stream",
    "obj",
    "xref",
    "trailer",
    "startxref",
    "endobj9 0 obj",
    "12 0 obj",
    "12 3obj",
  ])("what is open ends before %s", (ending) => {
    for (const [opening, value] of [
      ["<</A[1<</B 2 ", { A: [1, { B: 2 }] }],
      ["<</A ", { A: null }],
      ["[", []],
      ["", null],
    ] as const) {
      const result = parse(`${opening}${ending} /C`);
      expect(result.value).toEqual(value);
      expect(result.position).toBe(opening.length);
      expect(result.facts.length).toBeGreaterThan(0);
    }
  });

  test("facts say where, and what", () => {
    const big = "4000000000";
    expect(
      parse(`[${big} -2147483648 2147483648 40000.5 0.${"0".repeat(38)}1 32767.0 foo <</K 1/K 2>>]`).facts,
    ).toEqual([
      { kind: "integer", offset: 1, value: 4_000_000_000 },
      { kind: "integer", offset: 24, value: 2_147_483_648 },
      { kind: "real", offset: 35, value: 40_000.5 },
      { kind: "real", offset: 43, value: 1e-39 },
      { kind: "unknown-keyword", offset: 93, text: "foo" },
      { kind: "duplicate-key", offset: 106, key: "K" },
    ]);
  });
});

const decryptString = (bytes: Uint8Array) => bytes.map((byte) => byte ^ 1);

describe("strings are decrypted", () => {
  test("except for the Contents of a signature, wherever the ByteRange stands", () => {
    expect(parse("<</A(ab)/Contents(ab)/B[<6162>]>>", { decryptString }).value).toEqual({
      A: "(`c)",
      Contents: "(`c)",
      B: ["<`c>"],
    });
    for (const text of ["<</Contents<6162>/ByteRange[0 1]/M(b)>>", "<</ByteRange[0 1]/M(b)/Contents<6162>>>"]) {
      expect(parse(text, { decryptString }).value).toMatchObject({ Contents: "<ab>", M: "(c)" });
    }
    expect(parse("<</Contents[(b)]/ByteRange[0 1]>>", { decryptString }).value).toMatchObject({ Contents: ["(c)"] });
  });
});

describe("nesting", () => {
  test.each([500, 5000, 50_000])("at most %i deep, without the stack's end", (maxDepth) => {
    expect(codeOf(() => parse("[".repeat(1_000_000), {}, { maxDepth }))).toBe("too_complex");
    expect(codeOf(() => parse("<</A".repeat(1_000_000), {}, { maxDepth }))).toBe("too_complex");
    const lexer = new Lexer(bytesOf(`${"[<</A".repeat(maxDepth / 2)}${">>]".repeat(maxDepth / 2)}`));
    expect(codeOf(() => parseValue(lexer, { source, bounds: new Bounds({ maxDepth }) }))).toBe("none");
    expect(lexer.position).toBe(lexer.end);
  });

  test("ends of the wrong kind cost no more than their number", () => {
    const depth = 400;
    const { facts } = parse(`${"[".repeat(depth)}${">>".repeat(200_000)}`);
    expect(facts.length).toBe(200_001);
  });

  test("the clock is looked at", () => {
    expect(codeOf(() => parse("[".concat("1 ".repeat(100_000)), {}, { timeoutMs: -1 }))).toBe("too_complex");
  });
});

test("any value that is written is read again", () => {
  const regular = fc.stringMatching(/^[!"$&'*+,.0-9:;=?@A-Z^_`a-z|~-]{1,12}$/);
  const { value } = fc.letrec<{ value: unknown; leaf: unknown }>((tie) => ({
    leaf: fc.oneof(
      fc.constant(null),
      fc.boolean(),
      fc.integer(),
      fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((number) => Number(number.toFixed(6)) + 0),
      regular.map((name) => `/${name}`),
      fc.stringMatching(/^[\x20-\x27\x2a-\x5b\x5d-\x7e\n]*$/).map((text) => `(${text})`),
      fc.tuple(fc.nat(), fc.nat(65_535)).map(([number, generation]) => `${number} ${generation} R`),
    ),
    value: fc.oneof(
      { maxDepth: 5 },
      tie("leaf"),
      fc.array(tie("value")),
      fc.dictionary(regular, tie("value"), { noNullPrototype: true }),
    ),
  }));
  fc.assert(
    fc.property(value, fc.constantFrom(" ", "\n", "\r\n", "%c\n"), (made, space) => {
      const { value: read, facts } = parse(written(made, space));
      expect(read).toEqual(made);
      expect(kindsOf(facts).filter((kind) => kind !== "real")).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

/** Writes the value that `plain` gives as `text`, with `space` between tokens. */
function written(value: unknown, space: string): string {
  if (Array.isArray(value)) {
    return `[${value.map((element) => written(element, space)).join(space)}]`;
  }
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).map(([key, entry]) => `/${key}${space}${written(entry, space)}`);
    return `<<${entries.join(space)}>>`;
  }
  if (typeof value === "number") {
    return Number.isInteger(value) ? String(value) : value.toFixed(6);
  }
  return String(value);
}

/** Returns the code of the CosError that is thrown; "none" when nothing is. */
function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return error instanceof CosError ? error.code : String(error);
  }
  return "none";
}
