import { expect, test } from "vitest";
import type { MadeObject } from "../../testing/pdf-builder.ts";
import { brokenBy } from "./testing/shown.ts";
import { CFF_WITH_A as bareCff, openType } from "./testing/cff-font.ts";
import { trueTypeFont } from "./testing/true-type-font.ts";
import { type1Font } from "./testing/type1-font.ts";

const COURIER = "<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>";

test.each(["1b", "2b", "3b", "4"] as const)("%s: one of the standard 14 needs its program, too", (flavour) => {
  expect(brokenBy({ 10: COURIER }, { flavour })).toEqual(["font-embedded"]);
});

test("text in rendering mode 3 needs none, unless other text is drawn with the font", () => {
  expect(brokenBy({ 10: COURIER }, { content: "BT 3 Tr /F 12 Tf (A) Tj ET" })).toEqual([]);
  expect(brokenBy({ 10: COURIER }, { content: "BT 3 Tr /F 12 Tf (A) Tj 7 Tr (A) Tj ET" })).toEqual(["font-embedded"]);
});

const trueType = (file: string, program: MadeObject) => ({
  10: "<< /Type /Font /Subtype /TrueType /BaseFont /A /FirstChar 65 /LastChar 65 /Widths [600] /FontDescriptor 11 0 R /Encoding /WinAnsiEncoding >>",
  11: `<< /Type /FontDescriptor /FontName /A /Flags 32 /${file} 12 0 R >>`,
  12: program,
});
const cmaps = [{ platform: 3, encoding: 1, glyphs: { 65: 1 } }];
const whole = trueTypeFont({ widths: [0, 600], cmaps });

test.each<[string, readonly string[], Readonly<Record<number, MadeObject>>]>([
  ["a program as the font's kind has it", [], trueType("FontFile2", { dict: "", stream: whole })],
  [
    "a Subtype that FontFile2 does not have",
    ["font-file-subtype"],
    trueType("FontFile2", { dict: "/Subtype /TrueType", stream: whole }),
  ],
  ["OpenType", [], trueType("FontFile3", { dict: "/Subtype /OpenType", stream: whole })],
  ["OpenType by the name of bare CFF", [], trueType("FontFile3", { dict: "/Subtype /Type1C", stream: whole })],
  [
    "bare CFF for a TrueType font",
    ["font-embedded"],
    trueType("FontFile3", { dict: "/Subtype /Type1C", stream: bareCff }),
  ],
  ["FontFile3 without a Subtype", ["font-embedded"], trueType("FontFile3", { dict: "", stream: whole })],
  ["a program for Type 1 fonts", ["font-embedded"], trueType("FontFile", { dict: "", stream: whole })],
  [
    "a filter that is for inline images alone",
    ["font-embedded"],
    trueType("FontFile2", { dict: "/Filter /AHx", stream: Buffer.from(whole).toString("hex") }),
  ],
  ["a table beyond the end", ["font-embedded"], trueType("FontFile2", { dict: "", stream: cutBefore(whole, "hmtx") })],
])("%s", (_what, broken, objects) => {
  expect(brokenBy(objects)).toEqual(broken);
});

/** Makes a table of a program begin beyond its end. */
function cutBefore(bytes: Uint8Array, tag: string): Uint8Array {
  const cut = Buffer.from(bytes);
  cut.writeUInt32BE(cut.length, cut.indexOf(tag) + 8);
  return cut;
}

const type1 = (program: MadeObject) => {
  const made = trueType("FontFile", program);
  return { ...made, 10: made[10].replace("/TrueType", "/Type1") };
};

test("a Type 1 program that ends within its glyphs counts as none", () => {
  const font = type1Font({ ".notdef": 250, A: 600 });
  expect(brokenBy(type1(font))).toEqual([]);
  const { dict, stream } = font;
  const end = Buffer.from(stream).indexOf("0".repeat(64));
  expect(brokenBy(type1({ dict, stream: stream.subarray(0, end - 120) }))).toEqual(["font-embedded"]);
});

const file3 = (subtype: string, stream: Uint8Array) => {
  const made = type1({ dict: `/Subtype /${subtype}`, stream });
  return { ...made, 11: made[11].replace("/FontFile ", "/FontFile3 ") };
};

test("a Type 1 font has bare CFF as Type1C, and OpenType by its own name", () => {
  const wrapped = openType(bareCff);
  expect(brokenBy(file3("Type1C", bareCff))).toEqual([]);
  expect(brokenBy(file3("OpenType", wrapped))).toEqual([]);
  expect(brokenBy(file3("Type1C", wrapped))).toEqual(["font-embedded"]);
  expect(brokenBy(file3("OpenType", bareCff))).toEqual(["font-embedded"]);
  const nameless = file3("Type1C", bareCff);
  expect(brokenBy({ ...nameless, 10: nameless[10].replace("/BaseFont /A", "") })).toEqual([
    "font-base-font",
    "font-embedded",
  ]);
  expect(brokenBy(file3("OpenType", whole))).toEqual(["font-embedded"]);
});

test.each([
  ["beyond the end", "1d7fffff000f"],
  ["before the beginning", "1dffffff000f"],
])("CFF with a charset %s counts as none", (_what, charset) => {
  const moved = Buffer.from(Buffer.from(bareCff).toString("hex").replace("1d000000370f", charset), "hex");
  expect(brokenBy(file3("Type1C", moved))).toEqual(["font-embedded"]);
});

test("CFF with an INDEX of a wrong offset size counts as none", () => {
  const { length } = bareCff;
  const changed = Buffer.from(bareCff);
  // The name INDEX is at 4: its count, and then the size of its offsets.
  changed[6] = 0;
  expect(changed).toHaveLength(length);
  expect(brokenBy(file3("Type1C", changed))).toEqual(["font-embedded"]);
});

test("data that are no font program count as none", () => {
  const objects = {
    10: "<< /Type /Font /Subtype /TrueType /BaseFont /A /FirstChar 65 /LastChar 65 /Widths [600] /FontDescriptor 11 0 R /Encoding /WinAnsiEncoding >>",
    11: "<< /Type /FontDescriptor /FontName /A /Flags 32 /FontFile2 12 0 R >>",
    12: { dict: "", stream: "no font" },
  };
  expect(brokenBy(objects)).toEqual(["font-embedded"]);
});
