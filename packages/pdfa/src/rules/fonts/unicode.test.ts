import { expect, test } from "vitest";
import { brokenBy, type3 } from "./testing/shown.ts";

/** Hidden text needs neither program nor glyph, only Unicode values. */
const HIDDEN = "BT 3 Tr /F 12 Tf (A) Tj ET";
const UNICODE = ["glyph-unicode"];
const UNICODE_VALUE = ["glyph-unicode-value"];

const type1 = (entries: string) => ({
  10: `<< /Type /Font /Subtype /Type1 /BaseFont /Made /FirstChar 65 /LastChar 65 /Widths [600] ${entries} >>`,
});
const square = (name: string) => ({
  10: type3(
    `/CharProcs << /${name} 11 0 R >> /Encoding << /Differences [65 /${name}] >> /FirstChar 65 /LastChar 65 /Widths [600]`,
  ),
  11: { dict: "", stream: "600 0 d0" },
});
const trueType = (entries: string, flags: number) => ({
  10: `<< /Type /Font /Subtype /TrueType /BaseFont /Made /FirstChar 65 /LastChar 65 /Widths [600] /FontDescriptor 11 0 R ${entries} >>`,
  11: `<< /Type /FontDescriptor /FontName /Made /Flags ${flags} >>`,
});
const composite = (encoding: string, ordering: string) => ({
  10: `<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /${encoding} /DescendantFonts [11 0 R] >>`,
  11: `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /A /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering})
    /Supplement 0 >> /FontDescriptor 12 0 R >>`,
  12: "<< /Type /FontDescriptor /FontName /A /Flags 4 >>",
});
const SHOWN_CID = "BT 3 Tr /F 12 Tf <0041> Tj ET";

test.each<[string, Parameters<typeof brokenBy>[0], string, Partial<Record<"1a" | "2u", string[]>>]>([
  ["WinAnsiEncoding", type1("/Encoding /WinAnsiEncoding"), HIDDEN, { "1a": [], "2u": [] }],
  [
    "a name in the Adobe Glyph List",
    type1("/Encoding << /Differences [65 /Abrevecyrillic] >>"),
    HIDDEN,
    { "1a": [], "2u": [] },
  ],
  ["a name of Symbol", type1("/Encoding << /Differences [65 /club] >>"), HIDDEN, { "1a": [], "2u": [] }],
  ["a font without an encoding and a program", type1(""), HIDDEN, { "1a": UNICODE, "2u": UNICODE }],
  [
    "one of the standard 14 by its name alone",
    { 10: type1("")[10].replace("/Made", "/Helvetica") },
    HIDDEN,
    { "1a": [], "2u": [] },
  ],
  [
    "one of the standard 14 with a descriptor",
    {
      10: type1("/FontDescriptor 11 0 R")[10].replace("/Made", "/Helvetica"),
      11: "<< /Type /FontDescriptor /FontName /Helvetica /Flags 32 >>",
    },
    HIDDEN,
    { "1a": UNICODE, "2u": UNICODE },
  ],
  ["a name of .notdef", type1("/Encoding << /Differences [65 /.notdef] >>"), HIDDEN, { "2u": UNICODE_VALUE }],
  ["a Type 3 font with .notdef", square(".notdef"), HIDDEN, { "2u": UNICODE_VALUE }],
  [
    "a nonsymbolic TrueType font with an Encoding",
    trueType("/Encoding /WinAnsiEncoding", 32),
    HIDDEN,
    { "1a": [], "2u": [] },
  ],
  ["a nonsymbolic TrueType font without Encoding", trueType("", 32), HIDDEN, { "2u": UNICODE }],
  ["the ToUnicode CMap Identity-H", type1("/ToUnicode /Identity-H"), HIDDEN, { "1a": [], "2u": [] }],
  ["another name as ToUnicode", type1("/ToUnicode /GBK-EUC-H"), HIDDEN, { "1a": UNICODE, "2u": UNICODE }],
  ["an unknown name", type1("/Encoding << /Differences [65 /unheard.of] >>"), HIDDEN, { "1a": UNICODE, "2u": UNICODE }],
  ["a Type 3 font with a known name", square("A"), HIDDEN, { "1a": UNICODE, "2u": [] }],
  ["a Type 3 font with an unknown name", square("square.of"), HIDDEN, { "1a": UNICODE, "2u": UNICODE }],
  [
    "a symbolic TrueType font with a known name",
    trueType("/Encoding << /Differences [65 /B] >>", 4),
    HIDDEN,
    { "1a": UNICODE, "2u": [] },
  ],
  ["a symbolic TrueType font", trueType("", 4), HIDDEN, { "1a": UNICODE, "2u": UNICODE }],
  ["Identity-H", composite("Identity-H", "Identity"), SHOWN_CID, { "1a": [], "2u": UNICODE }],
  ["a CJK collection", composite("Identity-H", "Japan1"), SHOWN_CID, { "1a": [], "2u": [] }],
  [
    "a CID that the collection does not have",
    composite("Identity-H", "Japan1"),
    "BT 3 Tr /F 12 Tf <5A14> Tj ET",
    { "2u": UNICODE },
  ],
  ["the last CID of the collection", composite("Identity-H", "Japan1"), "BT 3 Tr /F 12 Tf <5A13> Tj ET", { "2u": [] }],
])("%s", (_what, objects, content, broken) => {
  for (const [flavour, keys] of Object.entries(broken)) {
    const found = brokenBy(objects, { flavour: flavour as "1a" | "2u", content });
    expect(
      found.filter((key) => key.startsWith("glyph-unicode")),
      flavour,
    ).toEqual(keys);
  }
});

test("level b requires nothing", () => {
  expect(brokenBy(type1("/Encoding << /Differences [65 /unheard.of] >>"), { content: HIDDEN })).toEqual([]);
});

const toUnicode = (text: string) => ({
  ...type1("/Encoding << /Differences [65 /unheard.of] >> /ToUnicode 20 0 R"),
  20: {
    dict: "",
    stream: `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Made def
      1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <41> <${text}> endbfchar endcmap end end`,
  },
});

test.each([
  ["0041", []],
  ["0000", ["glyph-unicode-value"]],
  ["0041FEFF", ["glyph-unicode-value"]],
  ["FFFE", ["glyph-unicode-value"]],
])("ToUnicode: %s", (text, broken) => {
  expect(brokenBy(toUnicode(text), { flavour: "2u", content: HIDDEN })).toEqual(broken);
  expect(brokenBy(toUnicode(text), { flavour: "4", content: HIDDEN })).toEqual(broken);
  expect(brokenBy(toUnicode(text), { flavour: "2b", content: HIDDEN })).toEqual([]);
});

test("a section of ToUnicode that is shorter than it says makes it malformed", () => {
  const made = toUnicode("0041");
  const short = { ...made, 20: { ...made[20], stream: made[20].stream.replace("1 beginbfchar", "2 beginbfchar") } };
  expect(brokenBy(short, { flavour: "2u", content: HIDDEN })).toEqual(["glyph-unicode"]);
});

test("a bracket that closes nothing makes ToUnicode malformed", () => {
  const made = toUnicode("0041");
  const stray = { ...made, 20: { ...made[20], stream: made[20].stream.replace("/Made def", "/Ma> def") } };
  expect(brokenBy(stray, { flavour: "2u", content: HIDDEN })).toEqual(UNICODE);
});

test("the codes of a range of ToUnicode differ in their last byte alone", () => {
  const made = {
    ...composite("Identity-H", "Identity"),
    10: composite("Identity-H", "Identity")[10].replace("/DescendantFonts", "/ToUnicode 20 0 R /DescendantFonts"),
    20: {
      dict: "",
      stream: `begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange
        1 beginbfrange <0030> <01ff> <0041> endbfrange endcmap`,
    },
  };
  expect(brokenBy(made, { flavour: "2u", content: SHOWN_CID })).toEqual([]);
  expect(brokenBy(made, { flavour: "2u", content: "BT 3 Tr /F 12 Tf <0141> Tj ET" })).toEqual(UNICODE);
});

const PRIVATE = ["glyph-private-use"];

test.each([
  ["no ActualText", HIDDEN, PRIVATE],
  ["in a marked-content sequence", `/Span << /ActualText (A) >> BDC ${HIDDEN} EMC`, []],
  ["in another one", `/Span << /ActualText (A) >> BDC EMC ${HIDDEN}`, PRIVATE],
  ["in the structure element", `/P << /MCID 0 >> BDC ${HIDDEN} EMC`, []],
  ["in an element above it", `/P << /MCID 1 >> BDC ${HIDDEN} EMC`, []],
  ["in another element", `/P << /MCID 2 >> BDC ${HIDDEN} EMC`, PRIVATE],
  ["once with and once without", `/P << /MCID 0 >> BDC ${HIDDEN} EMC ${HIDDEN}`, PRIVATE],
])("a private Unicode value, ActualText %s", (_where, content, broken) => {
  const tagged = {
    ...toUnicode("E000"),
    30: "<< /Type /StructTreeRoot /K [31 0 R 32 0 R] /ParentTree << /Nums [0 [31 0 R 33 0 R 32 0 R]] >> >>",
    31: "<< /Type /StructElem /S /P /P 30 0 R /Pg 3 0 R /K [0 33 0 R] /ActualText (A) >>",
    32: "<< /Type /StructElem /S /P /P 30 0 R /Pg 3 0 R /K 2 >>",
    33: "<< /Type /StructElem /S /Span /P 31 0 R /Pg 3 0 R /K 1 >>",
  };
  const shown = { content, catalog: "/StructTreeRoot 30 0 R", page: "/StructParents 0" };
  expect(brokenBy(tagged, { flavour: "2a", ...shown })).toEqual(broken);
  expect(brokenBy(tagged, { flavour: "2u", ...shown })).toEqual([]);
});

test("part 4: the ActualText of marked content without text, too", () => {
  const content = "/Span << /ActualText <FEFFE000> >> BDC EMC";
  expect(brokenBy(type1("/Encoding /WinAnsiEncoding"), { flavour: "4", content })).toEqual(["actual-text-private-use"]);
});

const sequence = (text: string): string => `/Span << /ActualText <${text}> >> BDC ${HIDDEN} EMC`;

test("part 4: an ActualText without private Unicode values", () => {
  const made = type1("/Encoding /WinAnsiEncoding");
  expect(brokenBy(made, { flavour: "4", content: sequence("FEFF0041") })).toEqual([]);
  expect(brokenBy(made, { flavour: "4", content: sequence("FEFF0041E000") })).toEqual(["actual-text-private-use"]);
  expect(brokenBy(made, { flavour: "4", content: sequence("FEFFDB80DC00") })).toEqual(["actual-text-private-use"]);
  expect(brokenBy(made, { flavour: "2a", content: sequence("FEFFE000") })).toEqual([]);
});

const elementWith = (text: string) => ({
  ...type1("/Encoding /WinAnsiEncoding"),
  30: "<< /Type /StructTreeRoot /K 31 0 R >>",
  31: `<< /Type /StructElem /S /P /P 30 0 R /ActualText <${text}> >>`,
});

test("part 4: the ActualText of structure elements, too", () => {
  const shown = { flavour: "4" as const, content: HIDDEN, catalog: "/StructTreeRoot 30 0 R" };
  expect(brokenBy(elementWith("FEFF0041"), shown)).toEqual([]);
  expect(brokenBy(elementWith("FEFFF8FF"), shown)).toEqual(["actual-text-private-use"]);
});

test("part 1: Identity-H needs no ToUnicode CMap, but one that is there has all codes", () => {
  const made = composite("Identity-H", "Identity");
  const mapped = {
    ...made,
    10: made[10].replace("/DescendantFonts", "/ToUnicode 20 0 R /DescendantFonts"),
    20: {
      dict: "",
      stream: `begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange
        1 beginbfchar <0041> <0041> endbfchar endcmap`,
    },
  };
  expect(brokenBy(mapped, { flavour: "1a", content: SHOWN_CID })).not.toContain("glyph-unicode");
  expect(brokenBy(mapped, { flavour: "1a", content: "BT 3 Tr /F 12 Tf <0042> Tj ET" })).toContain("glyph-unicode");
});
