import { expect, test } from "vitest";
import { brokenBy } from "./testing/shown.ts";
import { trueTypeFont } from "./testing/true-type-font.ts";
import { type1Font } from "./testing/type1-font.ts";

const type1 = (name: string, charSet: string) => ({
  10: `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding /FontDescriptor 11 0 R
    /FirstChar 65 /LastChar 65 /Widths [600] >>`,
  11: `<< /Type /FontDescriptor /FontName /${name} /Flags 32 /FontFile 12 0 R ${charSet} >>`,
  12: type1Font({ ".notdef": 250, A: 600, B: 700 }),
});

const CHAR_SET = ["font-char-set"];

test.each([
  ["all names", "ABCDEF+Made", "/CharSet (/A/B)", { "1b": [], "2b": [], "4": [] }],
  ["more names", "ABCDEF+Made", "/CharSet (/B /A/C)", { "1b": [], "2b": CHAR_SET, "4": [] }],
  ["one name too few", "ABCDEF+Made", "/CharSet (/B)", { "1b": CHAR_SET, "2b": CHAR_SET, "4": [] }],
  ["no name of what is not shown", "ABCDEF+Made", "/CharSet (/A)", { "1b": [], "2b": CHAR_SET, "4": [] }],
  ["an empty one", "ABCDEF+Made", "/CharSet ()", { "1b": CHAR_SET, "2b": CHAR_SET, "4": [] }],
  ["none", "ABCDEF+Made", "", { "1b": CHAR_SET, "2b": [], "4": [] }],
  ["none of a font that is no subset", "Made", "", { "1b": [], "2b": [], "4": [] }],
])("CharSet: %s", (_what, name, charSet, broken) => {
  for (const [flavour, keys] of Object.entries(broken)) {
    expect(brokenBy(type1(name, charSet), { flavour: flavour as "1b" | "2b" | "4" }), flavour).toEqual(keys);
  }
});

const composite = (name: string, cidSet: string, bits = "") => ({
  10: `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [11 0 R] >>`,
  11: `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity)
    /Supplement 0 >> /FontDescriptor 12 0 R /CIDToGIDMap /Identity /DW 600 >>`,
  12: `<< /Type /FontDescriptor /FontName /${name} /Flags 4 /FontFile2 13 0 R ${cidSet} >>`,
  13: { dict: "", stream: trueTypeFont({ widths: [250, 600, 600] }) },
  14: { dict: "", stream: bits },
});

const CID_SET = ["font-cid-set"];

test.each([
  ["all CIDs", "ABCDEF+Made", "/CIDSet 14 0 R", "\u00e0", { "1b": [], "2b": [], "4": [] }],
  ["without CID 0", "ABCDEF+Made", "/CIDSet 14 0 R", "\u0060", { "1b": [], "2b": [], "4": [] }],
  ["one too many", "ABCDEF+Made", "/CIDSet 14 0 R", "\u00f0", { "1b": [], "2b": CID_SET, "4": [] }],
  ["one too few", "ABCDEF+Made", "/CIDSet 14 0 R", "\u00a0", { "1b": CID_SET, "2b": CID_SET, "4": [] }],
  ["none that is not shown", "ABCDEF+Made", "/CIDSet 14 0 R", "\u00c0", { "1b": [], "2b": CID_SET, "4": [] }],
  ["none", "ABCDEF+Made", "", "", { "1b": CID_SET, "2b": [], "4": [] }],
  ["none of a font that is no subset", "Made", "", "", { "1b": [], "2b": [], "4": [] }],
])("CIDSet: %s", (_what, name, cidSet, bits, broken) => {
  for (const [flavour, keys] of Object.entries(broken)) {
    const shown = { flavour: flavour as "1b" | "2b" | "4", content: "BT /F 12 Tf <0001> Tj ET" };
    expect(brokenBy(composite(name, cidSet, bits), shown), flavour).toEqual(keys);
  }
});

test("CIDs that CIDToGIDMap leads to glyph 0 count, glyphs without a width of their own do not", () => {
  const made = composite("ABCDEF+Made", "/CIDSet 14 0 R", "\u00c0");
  const shown = { content: "BT /F 12 Tf <0001> Tj ET" };
  const mapped = { ...made, 11: made[11].replace("/Identity /DW", "15 0 R /DW") };
  expect(brokenBy({ ...mapped, 15: { dict: "", stream: "\0\0\0\u0001" } }, shown)).toEqual([]);
  expect(brokenBy({ ...mapped, 15: { dict: "", stream: "\0\0\0\u0001\0\0" } }, shown)).toEqual(CID_SET);
  const shared = { ...made, 13: { dict: "", stream: trueTypeFont({ widths: [250, 600, 600], ownWidths: 2 }) } };
  expect(brokenBy(shared, shown)).toEqual([]);
});

const hidden = (text: string) => ({ flavour: "1b" as const, content: `BT 3 Tr /F 12 Tf ${text} Tj ET` });

test("in part 1, a font named as a subset has them even if it is not embedded", () => {
  const simple = type1("ABCDEF+Made", "");
  expect(brokenBy({ ...simple, 11: simple[11].replace("/FontFile 12 0 R", "") }, hidden("(A)"))).toEqual(CHAR_SET);
  const made = composite("ABCDEF+Made", "");
  expect(brokenBy({ ...made, 12: made[12].replace("/FontFile2 13 0 R", "") }, hidden("<0001>"))).toEqual(CID_SET);
});
