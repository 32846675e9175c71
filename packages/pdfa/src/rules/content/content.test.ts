import { describe, expect, test } from "vitest";
import type { Flavour } from "../../flavours.ts";
import { type BuildOptions, buildPdf, findingsOf, type MadeObject } from "../../testing/pdf-builder.ts";
import { validate } from "../../runner/validate.ts";
import { content } from "../content.ts";

interface Case {
  readonly name: string;
  readonly bad: BuildOptions;
  readonly good: BuildOptions;
  readonly objects?: Readonly<Record<number, MadeObject>>;
  /** The rule's number in each flavour; a flavour that is left out has no such rule. */
  readonly ids: Readonly<Partial<Record<Flavour, string>>>;
}

const inline = (entries: string): string => `BI /W 1 /H 1 /BPC 8 /CS /G ${entries} ID x EI`;

const CASES: readonly Case[] = [
  {
    name: "an operator that PDF does not define, within BX and EX",
    bad: { content: "BX what EX" },
    good: { content: "BX q Q EX" },
    ids: { "1b": "6.2.10-1", "2b": "6.2.2-1", "3b": "6.2.2-1", "4": "6.2.2-1" },
  },
  {
    name: "a delimiter that closes nothing, except a bracket, which ends what is read",
    bad: { content: "q >> Q" },
    good: { content: "q ] what Q" },
    ids: { "1b": "6.2.10-1", "2b": "6.2.2-1", "3b": "6.2.2-1", "4": "6.2.2-1" },
  },
  {
    name: "resources of the page in a form without its own",
    bad: { content: "/M Do", resources: "/XObject << /M 10 0 R >> /ColorSpace << /C [/CalGray << >>] >>" },
    good: { content: "/N Do", resources: "/XObject << /N 11 0 R >>" },
    objects: {
      10: { dict: "/Subtype /Form /BBox [0 0 1 1]", stream: "/C cs f" },
      11: { dict: "/Subtype /Form /BBox [0 0 1 1]", stream: "f" },
    },
    ids: { "2b": "6.2.2-2", "3b": "6.2.2-2", "4": "6.2.2-2" },
  },
  {
    name: "a resource that is nowhere",
    bad: { content: "/Missing gs" },
    good: { content: "/G gs", resources: "/ExtGState << /G << >> >>" },
    ids: { "4": "6.2.2-3" },
  },
  {
    name: "a font without a Subtype",
    bad: { content: "/F 9 Tf", resources: "/Font << /F << /Type /Font >> >>" },
    good: { content: "/F 9 Tf", resources: "/Font << /F << /Type /Font /Subtype /Type3 >> >>" },
    ids: { "4": "6.2.2-3" },
  },
  {
    name: "a hexadecimal string before TJ that is not in an array",
    bad: { content: "BT [<abc>] TJ ET" },
    good: { content: "BT <abc> 0 <ab> TJ ET" },
    ids: { "1b": "6.1.6-1", "2b": "6.1.6-1", "3b": "6.1.6-1", "4": "6.1.5-1" },
  },
  {
    name: "an external object of an unknown Subtype",
    bad: { content: "/X Do", resources: "/XObject << /X 12 0 R >>" },
    good: { content: "/F Do", resources: "/XObject << /F 11 0 R >>" },
    objects: {
      11: { dict: "/Subtype /Form /BBox [0 0 1 1]", stream: "f" },
      12: { dict: "/subtype /Image /Width 1 /Height 1", stream: "a" },
    },
    ids: { "4": "6.2.2-3" },
  },
  {
    name: "a hexadecimal string that an operator follows",
    bad: { content: "BT <abc> Tj ET" },
    good: { content: "BT ET <abc" },
    ids: { "1b": "6.1.6-1", "2b": "6.1.6-1", "3b": "6.1.6-1", "4": "6.1.5-1" },
  },
  {
    name: "an integer of more than 32 bits",
    bad: { content: "2147483648 w" },
    good: { content: "2147483647 w -2147483648 w" },
    ids: { "1b": "6.1.12-1", "2b": "6.1.13-1", "3b": "6.1.13-1" },
  },
  {
    name: "a real that is too large for part 1",
    bad: { content: "32767.5 w" },
    good: { content: "-32767.0 w" },
    ids: { "1b": "6.1.12-2" },
  },
  {
    name: "a real that is too close to 0",
    bad: { content: `0.${"0".repeat(40)}1 w` },
    good: { content: `0.${"0".repeat(30)}1 w` },
    ids: { "2b": "6.1.13-5", "3b": "6.1.13-5" },
  },
  {
    name: "a string that is too long from part 2 on",
    bad: { content: `(${"a".repeat(32_768)}) Tj` },
    good: { content: `(${"a".repeat(32_767)}) Tj` },
    ids: { "2b": "6.1.13-3", "3b": "6.1.13-3" },
  },
  {
    name: "a name that is too long",
    bad: { content: `/${"a".repeat(128)} MP` },
    good: { content: `/${"a".repeat(127)} MP` },
    ids: { "1b": "6.1.12-4", "2b": "6.1.13-4", "3b": "6.1.13-4" },
  },
  {
    name: "q nested too deep",
    bad: { content: "q ".repeat(29) },
    good: { content: `${"q ".repeat(28)}${"Q ".repeat(28)}q Q` },
    ids: { "1b": "6.1.12-8", "2b": "6.1.13-8", "3b": "6.1.13-8" },
  },
  {
    name: "a hexadecimal string with an odd number of digits",
    bad: { content: "<123> Tj" },
    good: { content: "<12 34> Tj" },
    ids: { "1b": "6.1.6-1", "2b": "6.1.6-1", "3b": "6.1.6-1", "4": "6.1.5-1" },
  },
  {
    name: "a hexadecimal string with something else than digits",
    bad: { content: "<12zz> Tj" },
    good: { content: "<12aF> Tj" },
    ids: { "1b": "6.1.6-2", "2b": "6.1.6-2", "3b": "6.1.6-2", "4": "6.1.5-2" },
  },
  {
    name: "an inline image with LZW",
    bad: { content: inline("/F [/AHx /LZW]") },
    good: { content: inline("/F [/AHx /Fl]") },
    ids: { "1b": "6.1.10-2", "2b": "6.1.10-1", "3b": "6.1.10-1", "4": "6.1.9-1" },
  },
  {
    name: "an inline image with an unknown filter",
    bad: { content: inline("/F /Crypt") },
    good: { content: inline("/F /RL") },
    ids: { "2b": "6.1.10-1", "3b": "6.1.10-1", "4": "6.1.9-1" },
  },
];

const FLAVOURS: readonly Flavour[] = ["1b", "2b", "3b", "4"];

test.each([
  ["an operator in an array", "what BT [(a) 5 Tc (b)] TJ ET"],
  ["an array without its end", "what [1 2 BT ET"],
  ["an operator as a key", "/P << foo 2 >> BDC what EMC"],
])("with %s, nothing is read, and the document is not said to conform", (_name, text) => {
  const report = validate(buildPdf({}, { content: text }), { flavour: "2b", groups: [content] });
  expect(report.findings).toEqual([]);
  expect(report.inconclusive).toHaveLength(1);
});

test.each([
  ["strings", "[(a]) <5d> (\\)[)] TJ"],
  ["values of all types", "[1 -.5 /a#20b true null [<</A[/B]>>]] what"],
  ["strings and comments outside", "(a [ b) Tj % [ what\n<< /A (>>) >>"],
  ["an inline image", "BI /W 1 /H 1 /BPC 8 /CS /G ID [ EI"],
])("arrays and dictionaries are well with %s", (_name, text) => {
  const report = validate(buildPdf({}, { content: text }), { flavour: "2b", groups: [content] });
  expect(report.inconclusive).toEqual([]);
});

describe.each(CASES)("$name", ({ bad, good, ids, objects }) => {
  test.each(FLAVOURS)("in %s", (flavour) => {
    const idsOf = (options: BuildOptions): readonly string[] =>
      findingsOf(buildPdf(objects, { ...options, flavour }), { flavour, groups: [content] }).map(({ id }) => id);
    const id = ids[flavour];
    expect(idsOf(bad)).toEqual(id === undefined ? [] : [id]);
    expect(idsOf(good)).toEqual([]);
  });
});
