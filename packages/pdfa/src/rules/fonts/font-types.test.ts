import { expect, test } from "vitest";
import { brokenBy, type3 } from "./testing/shown.ts";

const WIDTHS = "/FirstChar 65 /LastChar 65 /Widths [600]";
const HIDDEN = "BT 3 Tr /F 12 Tf (A) Tj ET";
const CHARACTERS = "/CharProcs << /A 11 0 R >> /Encoding << /Differences [65 /A] >>";
const PROCEDURE = { dict: "", stream: "600 0 d0 0 0 500 500 re f" };

test.each([
  ["a Type 3 font with all of its entries", type3(`${CHARACTERS} ${WIDTHS}`), []],
  [
    "no FirstChar",
    type3(`${CHARACTERS} /LastChar 65 /Widths [600]`),
    ["font-first-char", "font-widths-length", "glyph-width"],
  ],
  [
    "no LastChar",
    type3(`${CHARACTERS} /FirstChar 65 /Widths [600]`),
    ["font-last-char", "font-widths-length", "glyph-width"],
  ],
  ["fewer widths than codes", type3(`${CHARACTERS} /FirstChar 65 /LastChar 66 /Widths [600]`), ["font-widths-length"]],
  ["no widths", type3(`${CHARACTERS} /FirstChar 65 /LastChar 65`), ["font-widths-length", "glyph-width"]],
  ["a Type that is not Font", type3(`${CHARACTERS} ${WIDTHS}`).replace("/Type /Font", "/Type /Fonts"), ["font-type"]],
  ["no Type", type3(`${CHARACTERS} ${WIDTHS}`).replace("/Type /Font", ""), ["font-type"]],
])("%s", (_what, font, broken) => {
  expect(brokenBy({ 10: font, 11: PROCEDURE })).toEqual(broken);
});

test.each([
  ["a font of an unknown type", "<< /Type /Font /Subtype /Type9 /BaseFont /A >>", ["font-subtype"]],
  ["a font without a Subtype", "<< /Type /Font /BaseFont /A >>", ["font-subtype"]],
  ["one of the standard 14", "<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>", []],
  [
    "another one",
    `<< /Type /Font /Subtype /Type1 /BaseFont /Courier2 /Encoding /WinAnsiEncoding >>`,
    ["font-first-char", "font-last-char", "font-widths-length"],
  ],
  ["no BaseFont", `<< /Type /Font /Subtype /Type1 /Encoding /WinAnsiEncoding ${WIDTHS} >>`, ["font-base-font"]],
  [
    "a string as BaseFont",
    `<< /Type /Font /Subtype /Type1 /BaseFont (A) ${WIDTHS} /Encoding /WinAnsiEncoding >>`,
    ["font-base-font"],
  ],
])("hidden text in %s", (_what, font, broken) => {
  expect(brokenBy({ 10: font }, { content: HIDDEN })).toEqual(broken);
});

test("a composite font without a CIDFont is judged as if it had an empty one", () => {
  const font = "<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /90ms-RKSJ-H /DescendantFonts [] >>";
  expect(brokenBy({ 10: font })).toEqual(["cid-system-info", "font-base-font", "font-type"]);
});

const composite = (baseFont: string, descendant: string) => ({
  10: `<< /Type /Font /Subtype /Type0 ${baseFont} /Encoding /Identity-H /DescendantFonts [11 0 R] >>`,
  11: `<< /Type /Font ${descendant} /FontDescriptor 12 0 R >>`,
  12: "<< /Type /FontDescriptor /FontName /A /Flags 4 >>",
});

test("what a composite font has as its descendant is a CIDFont, and names both", () => {
  const hidden = { content: "BT 3 Tr /F 12 Tf <0041> Tj ET" };
  expect(brokenBy(composite("", "/Subtype /CIDFontType0 /BaseFont /A"), hidden)).toEqual([]);
  expect(brokenBy(composite("/BaseFont /A", "/Subtype /CIDFontType0"), hidden)).toEqual(["font-base-font"]);
  expect(brokenBy(composite("", "/Subtype /Type1 /BaseFont /A"), hidden)).toEqual([]);
  expect(brokenBy(composite("", "/Subtype /Type9 /BaseFont /A"), hidden)).toEqual(["font-subtype"]);
});

test("a font that is only in resources does not count", () => {
  expect(brokenBy({ 10: "<< /Subtype /Type9 >>" }, { content: "BT /F 12 Tf ET" })).toEqual([]);
});

test("OpenType programs are allowed from part 2 on", () => {
  const objects = {
    10: `<< /Type /Font /Subtype /Type1 /BaseFont /A ${WIDTHS} /FontDescriptor 11 0 R /Encoding /WinAnsiEncoding >>`,
    11: "<< /Type /FontDescriptor /FontName /A /Flags 32 /FontFile3 12 0 R >>",
    12: { dict: "/Subtype /OpenType", stream: "OTTO" },
  };
  expect(brokenBy(objects, { flavour: "1b", content: HIDDEN })).toEqual(["font-file-subtype"]);
  expect(brokenBy(objects, { content: HIDDEN })).toEqual([]);
  const other = { ...objects, 12: { dict: "/Subtype /Type2C", stream: "" } };
  expect(brokenBy(other, { content: HIDDEN })).toEqual(["font-file-subtype"]);
});
