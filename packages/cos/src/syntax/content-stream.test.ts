import { deflateSync } from "node:zlib";
import { array, assert, constantFrom, oneof, property, string, uint8Array } from "fast-check";
import { expect, test } from "vitest";
import { Bounds } from "../bounds.ts";
import { CosError } from "../cos-error.ts";
import { decodeData } from "../filters/decode.ts";
import { present } from "../model/testing/object-store.ts";
import { CosString, type CosValue, Dict, Name } from "../objects.ts";
import { contentOperations, type Operation } from "./content-stream.ts";
import type { TokenFact } from "./facts.ts";

const nowhere = { fetch: () => null };
const bytesOf = (content: string | Uint8Array) =>
  typeof content === "string" ? Buffer.from(content, "latin1") : content;

function operationsOf(content: string | Uint8Array, bounds = new Bounds(), facts?: TokenFact[]): Operation[] {
  return [...contentOperations(bytesOf(content), { source: nowhere, bounds, facts })];
}

const operatorsOf = (content: string | Uint8Array) => operationsOf(content).map(({ operator }) => operator);
const problemsOf = (content: string | Uint8Array) => operationsOf(content).flatMap(({ problems }) => problems);

test("operators come with their operands, and where they are", () => {
  const content = "q 1 0 0 -1.5 0 .25 cm\n/F1 12 Tf[(a)-20<4142>]TJ\n/P<</MCID 0>>BDC true null false x' EMC% end\nQ";
  const operations = operationsOf(content);
  expect(operations.map(({ operator }) => operator)).toEqual(["q", "cm", "Tf", "TJ", "BDC", "x'", "EMC", "Q"]);
  expect(operations.map(({ offset, endOffset }) => content.slice(offset, endOffset))).toEqual([
    "q",
    "1 0 0 -1.5 0 .25 cm",
    "/F1 12 Tf",
    "[(a)-20<4142>]TJ",
    "/P<</MCID 0>>BDC",
    "true null false x'",
    "EMC",
    "Q",
  ]);
  expect(operations[1]?.operands).toEqual([1, 0, 0, -1.5, 0, 0.25]);
  expect(operations[2]?.operands).toEqual([new Name("F1"), 12]);
  const [shown] = operations[3]?.operands ?? [];
  expect(Array.isArray(shown) && shown.map(asText)).toEqual(["a", -20, "AB hex"]);
  expect(operations[4]?.operands[1]).toEqual(new Dict([["MCID", 0]]));
  expect(operations[5]?.operands).toEqual([true, null, false]);
  expect(operations[5]?.problems).toEqual(["unknown-operator"]);
  expect(operations.filter(({ problems }) => problems.length > 0)).toHaveLength(1);
});

const asText = (value: CosValue) =>
  value instanceof CosString ? `${Buffer.from(value.bytes).toString()}${value.isHex ? " hex" : ""}` : value;

test("what looks like a reference is none", () => {
  const [first, second] = operationsOf("1 0 R 5 0 0 RG");
  expect(first).toMatchObject({ operator: "R", operands: [1, 0], problems: ["unknown-operator"] });
  expect(second).toMatchObject({ operator: "RG", operands: [5, 0, 0], problems: [] });
});

test("what is wrong is reported and skipped", () => {
  expect(problemsOf("BX 1 foo EX")).toEqual(["unknown-operator"]);
  expect(problemsOf("] 1 w } >> 2 w")).toEqual(["stray-bracket", "stray-delimiter"]);
  expect(operationsOf("q 1 2")).toMatchObject([{ operator: "q" }, { operator: "", operands: [1, 2], offset: 2 }]);
  expect(problemsOf("q 1 2")).toEqual(["operator-missing"]);
  expect(problemsOf("EI ID q")).toEqual(["inline-image-malformed", "inline-image-malformed"]);
  expect(operationsOf("")).toEqual([]);
});

test("facts of tokens are recorded where they are asked for", () => {
  const facts: TokenFact[] = [];
  operationsOf("<414> Tj 99999999999 w", new Bounds(), facts);
  expect(facts).toEqual([
    { kind: "hex-string-odd", offset: 0 },
    { kind: "integer", offset: 9, value: 99_999_999_999 },
  ]);
});

test("the last 64 operands are kept", () => {
  const numbers = Array.from({ length: 100_000 }, (_, index) => index);
  const [one] = operationsOf(`${numbers.join(" ")} scn q`);
  expect(one?.operands).toEqual(numbers.slice(-64));
  expect(one?.problems).toEqual(["too-many-operands"]);
  expect(operationsOf(`${"1 ".repeat(64)} scn`)[0]?.problems).toEqual([]);
});

const RAW = "/W 2 /H 2 /CS /RGB /BPC 8";
const image = (entries: string, data: Uint8Array | string, after = "\nEI Q q 1 0 0 1 0 0 cm") =>
  Buffer.concat([Buffer.from(`q BI ${entries} ID `), bytesOf(data), Buffer.from(after)]);
const dataOf = (content: Uint8Array) => operationsOf(content).find(({ inlineImage }) => inlineImage)?.inlineImage?.data;

test.each([
  ["unfiltered, as long as its size says", RAW, "EI Q EI Q q\0"],
  ["unfiltered, with nothing before EI", RAW, "EI Q EI Q q ", "EI Q"],
  ["a mask", "/IM true /W 9 /H 2", "EI Q"],
  ["in full names", "/ImageMask true /Width 9 /Height 2", "EI Q"],
  ["indexed", "/CS[/Indexed /DeviceRGB 1 <000000ffffff>] /BPC 4 /W 3 /H 2", "EI Q"],
  ["of a length that is said", "/F/Fl /L 9", "x EI Q q\n"],
  ["of a length that is said wrongly", "/F/Fl /L 5", "xyz abc"],
  ["in a colour space of the resources", "/CS/Cs1 /BPC 8 /W 3 /H 1", "\xff\xfe\xfd"],
  ["an EI within it", "/F/Fl", "\xff EI \x80\x01 q"],
  ["an EI before something else", "/F/Fl", "ab EI 5 foo bar"],
  ["EI at once", "/F/A85", ""],
])("the data of an inline image: %s", (_, entries, data, after?: string) => {
  const content = image(entries, data, after);
  expect(Buffer.from(dataOf(content) ?? []).toString("latin1")).toBe(data);
  expect(problemsOf(content)).toEqual([]);
  expect(operatorsOf(content).slice(0, 3)).toEqual(["q", "BI", "Q"]);
});

test("an image without white-space before EI ends there when operators follow", () => {
  const content = image("/F/A85", "87cURD]i,~>", "EI Q q 1 0 0 1 0 0 cm");
  expect(operatorsOf(content)).toEqual(["q", "BI", "Q", "q", "cm"]);
  expect(Buffer.from(dataOf(content) ?? []).toString()).toBe("87cURD]i,~>");
});

test("images of any data end where they do", () => {
  assert(
    property(uint8Array({ minLength: 1, maxLength: 300 }), (pixels) => {
      const packed = deflateSync(pixels);
      const content = image(`/W ${pixels.length} /H 1 /CS /G /BPC 8 /F /Fl`, packed);
      const [, operation, ...after] = operationsOf(content);
      const { dict, data } = present(operation?.inlineImage);
      expect(Buffer.compare(data, packed)).toBe(0);
      expect(Buffer.compare(decodeData(data, dict, new Bounds()).bytes, pixels)).toBe(0);
      expect(after.map(({ operator }) => operator)).toEqual(["Q", "q", "cm"]);
    }),
  );
});

test("after ID stands one white-space, or CR and LF", () => {
  for (const space of [" ", "\n", "\r", "\r\n", "\0"]) {
    expect(Buffer.from(dataOf(Buffer.from(`BI /IM true /W 8 /H 2 ID${space}  EI Q`)) ?? []).toString()).toBe("  ");
  }
});

test.each([
  ["BI /W 2 ID abc", ["BI"], ["inline-image-unterminated"]],
  [
    "BI /W 2 ID abc EI ) rest",
    ["BI", ")", "rest"],
    ["inline-image-unterminated", "unknown-operator", "unknown-operator"],
  ],
  ["BI /W 2 q Q", ["BI", "q", "Q"], ["inline-image-malformed"]],
  ["BI /W 2 /H ID x EI Q", ["BI", "Q"], []],
  ["BI 5 6 m Q", ["BI", "m", "Q"], ["inline-image-malformed"]],
  ["BI /W", ["BI"], ["inline-image-malformed"]],
  ["BI", ["BI"], ["inline-image-malformed"]],
  ["BI /W -5 /H 5 /BPC 8 /CS/G ID x EI", ["BI"], []],
  ["BI /L 99999999999 /W 1e9 ID x EI", ["BI"], []],
])("inline images that are broken: %s", (content, operators, problems) => {
  expect(operatorsOf(content)).toEqual(operators);
  expect(problemsOf(content)).toEqual(problems);
});

// Each of them took minutes in a search that begins again, or goes on to the end, at every place like the last one.
test.each([
  ["BI ID EI ) ", 40_000],
  ["BI ID x EI (", 2],
  ["EI ", 20_000],
  ["(", 1],
  ["BI /A ", 20_000],
  ["EI 1 1 1 1 1 1 ) ", 40_000],
  ["EI ( ", 20_000],
  ["BI ID EI 1 EI 1 EI 1 ) ", 80_000],
  ["ID BI ", 40_000],
])("hostile content takes a time that grows with its length: %s", (piece, atMost) => {
  const content = Buffer.from(piece.repeat(20_000));
  expect(operationsOf(content, new Bounds({ timeoutMs: 20_000 })).length).toBeLessThanOrEqual(atMost);
});

test.each(["[", "<<", "/A[", "BI /A["])("what is nested too deep is too complex: %s", (piece) => {
  expect(() => operationsOf(piece.repeat(100_000))).toThrow(expect.objectContaining({ code: "too_complex" }));
});

test("nothing but a CosError comes of any content, and operations are in order", () => {
  const words = constantFrom(
    "BI",
    "ID",
    "EI",
    "q",
    "(",
    ")",
    "[",
    "]",
    "<<",
    ">>",
    "/W",
    "/F/Fl",
    "5",
    "{",
    "%",
    "\n",
    "TJ",
    "<",
  );
  assert(
    property(array(oneof(words, string({ unit: "binary-ascii", maxLength: 3 }))), (parts) => {
      const content = parts.join(" ");
      let position = 0;
      for (const { offset, endOffset } of operationsOf(content)) {
        expect(offset).toBeGreaterThanOrEqual(position);
        expect(endOffset).toBeGreaterThan(offset);
        position = endOffset;
      }
      expect(position).toBeLessThanOrEqual(content.length);
    }),
    { numRuns: 500 },
  );
});

test("work is stopped when its time is over", () => {
  const content = "0 0 m ".repeat(10_000);
  expect(() => operationsOf(content, new Bounds({ timeoutMs: 0 }))).toThrow(CosError);
});
