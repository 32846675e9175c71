import { CosDocument, writeDocument } from "@quire/cos";
import { describe, expect, test } from "vitest";
import type { Flavour } from "../flavours.ts";
import { type BuildOptions, brokenRules, buildPdf, type MadeObject } from "../testing/pdf-builder.ts";
import { content } from "./content.ts";
import { fileStructure } from "./file-structure.ts";

const FLAVOURS = ["1b", "2b", "3b", "4"] as const;
const NOT_IN_PART_4 = ["1b", "2b", "3b"] as const;

/** A value at a limit and a value beyond it, and the flavours that have this limit. */
interface Case {
  readonly rule: string;
  readonly kept: string;
  readonly broken: string;
  readonly flavours?: readonly Flavour[];
}

const repeated = (text: string, count: number): string => Array.from({ length: count }, () => text).join(" ");
const entries = (count: number): string => Array.from({ length: count }, (_, key) => `/K${key} 0`).join(" ");

/** Values, which are tried in every kind of place. */
const CASES: readonly Case[] = [
  { rule: "integer-limit", kept: "2147483647", broken: "2147483648", flavours: NOT_IN_PART_4 },
  { rule: "integer-limit", kept: "-2147483648", broken: "-2147483649", flavours: NOT_IN_PART_4 },
  { rule: "integer-limit", kept: "-0", broken: "-", flavours: NOT_IN_PART_4 },
  { rule: "real-limit", kept: "12-34", broken: "1.2.3", flavours: NOT_IN_PART_4 },
  { rule: "real-limit", kept: "-32767.0", broken: "-32767.5", flavours: ["1b"] },
  { rule: "real-limit", kept: `34${"0".repeat(35)}.5`, broken: `4${"0".repeat(38)}.5`, flavours: ["2b", "3b"] },
  { rule: "small-real-limit", kept: "0.0", broken: `-.${"0".repeat(38)}1`, flavours: ["2b", "3b"] },
  { rule: "string-limit", kept: `(${"a".repeat(65_535)})`, broken: `(${"a".repeat(65_536)})`, flavours: ["1b"] },
  {
    rule: "string-limit",
    kept: `<${"00".repeat(32_767)}>`,
    broken: `<${"00".repeat(32_768)}>`,
    flavours: ["2b", "3b"],
  },
  {
    rule: "name-limit",
    kept: `/${"#41".repeat(127)}`,
    broken: `/${"#41".repeat(128)}`,
    flavours: NOT_IN_PART_4,
  },
  { rule: "array-limit", kept: `[${repeated("0", 8191)}]`, broken: `[${repeated("0", 8192)}]`, flavours: ["1b"] },
  { rule: "dictionary-limit", kept: `<< ${entries(4095)} >>`, broken: `<< ${entries(4096)} >>`, flavours: ["1b"] },
  { rule: "hex-string-odd", kept: "<ab c\nd>", broken: "<abc>" },
  { rule: "hex-string-invalid", kept: "<aBCd>", broken: "<ab0x>" },
];

const flavoursWithout = (rule: string): readonly Flavour[] =>
  FLAVOURS.filter((flavour) => CASES.every((one) => one.rule !== rule || one.flavours?.includes(flavour) === false));

/** A place where values can be; the rules on values there have the suffix. */
interface Home {
  readonly suffix: string;
  readonly make: (value: string, flavour: Flavour) => Uint8Array;
}

const page = (options: BuildOptions) => (flavour: Flavour) => buildPdf({}, { flavour, ...options });

const HOMES: readonly Home[] = [
  { suffix: "", make: (value, flavour) => buildPdf({ 10: `[<< /A [${value}] >>]` }, { flavour }) },
  { suffix: "-in-trailer", make: (value, flavour) => page({ trailer: `/A [${value}]` })(flavour) },
  {
    suffix: "-in-content",
    make: (value, flavour) => page({ content: `/Span << /A [${value}] >> BDC EMC` })(flavour),
  },
  {
    suffix: "-in-content",
    make: (value, flavour) => page({ content: `BI /W 1 /H 1 /IM true /L 1 /A [${value}] ID 0 EI` })(flavour),
  },
];

describe.each(HOMES)("limits$suffix", ({ suffix, make }) => {
  test.each(CASES)("$rule of $flavours", ({ rule, kept, broken, flavours = FLAVOURS }) => {
    for (const flavour of flavours) {
      const options = { flavour, groups: [content, fileStructure] };
      expect(brokenRules(make(broken, flavour), options), flavour).toEqual([`${rule}${suffix}`]);
      expect(brokenRules(make(kept, flavour), options), flavour).toEqual([]);
    }
    for (const flavour of flavoursWithout(rule)) {
      const options = { flavour, groups: [content, fileStructure] };
      expect(brokenRules(make(broken, flavour), options), flavour).not.toContain(`${rule}${suffix}`);
    }
  });
});

test("each limit is one of trailers and of content streams, too", () => {
  const keys = [...content.rules, ...fileStructure.rules].map(({ key }) => key);
  expect(keys.filter((key) => /-in-(content|trailer)$/.test(key)).toSorted()).toEqual([
    "array-limit-in-content",
    "array-limit-in-trailer",
    "dictionary-limit-in-content",
    "dictionary-limit-in-trailer",
    "hex-string-invalid-in-content",
    "hex-string-invalid-in-trailer",
    "hex-string-odd-in-content",
    "hex-string-odd-in-trailer",
    "integer-limit-in-content",
    "integer-limit-in-trailer",
    "name-limit-in-content",
    "name-limit-in-trailer",
    "real-limit-in-content",
    "real-limit-in-trailer",
    "small-real-limit-in-content",
    "small-real-limit-in-trailer",
    "string-limit-in-content",
    "string-limit-in-trailer",
  ]);
});

test("the keys that dictionaries have are names", () => {
  const objects = { 10: `<< /${"n".repeat(128)} 0 >>` };
  expect(brokenRules(buildPdf(objects), { flavour: "2b", groups: [fileStructure] })).toEqual(["name-limit"]);
});

test("objects of object streams have the limits of others", () => {
  const { trailer } = CosDocument.open(buildPdf({ 10: "[<abc> 2147483648]" }, { catalog: "/Own 10 0 R" }));
  const chunks: Uint8Array[] = [];
  writeDocument(trailer, { write: (chunk) => chunks.push(Uint8Array.from(chunk)) }, { objectStreams: true });
  const bytes = Buffer.concat(chunks);
  const [own] = CosDocument.open(bytes).catalog.array("Own") ?? [];
  expect(own).toBeDefined();
  expect(brokenRules(bytes, { flavour: "2b", groups: [fileStructure] })).toContain("integer-limit");
});

/** Returns the rules broken by a stream in a document of part 1. */
const foundInStream = (program: string, dict = "/FunctionType 4 /Domain [0 1] /Range [0 1]"): readonly string[] => {
  const made: MadeObject = { dict, stream: program };
  return brokenRules(buildPdf({ 10: made }, { flavour: "1b" }), { flavour: "1b", groups: [fileStructure] });
};

describe("numbers of calculator functions", () => {
  test("have the limits of others", () => {
    expect(foundInStream("{{2147483648 mul}if}")).toEqual(["integer-limit"]);
    expect(foundInStream("{ -32767.5 mul }")).toEqual(["real-limit"]);
    expect(foundInStream("{ 2147483647 -32767.0 mul }")).toEqual([]);
    expect(foundInStream("{ % 2147483648\n 1 mul }")).toEqual([]);
  });

  test("other streams have none", () => {
    expect(foundInStream("{ 2147483648 }", "/FunctionType 0")).toEqual([]);
    expect(foundInStream("{ 2147483648 }", "")).toEqual([]);
  });

  test("a program that is one long token does not take long", () => {
    const started = performance.now();
    foundInStream(`{ ${"1".repeat(1 << 19)}x }`);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
