import { expect, test } from "vitest";
import { brokenBy } from "./testing/shown.ts";
import { trueTypeFont } from "./testing/true-type-font.ts";

const HIDDEN = "BT 3 Tr /F 12 Tf <0041> Tj ET";
const info = (ordering: string, supplement: number): string =>
  `/CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement ${supplement} >>`;

const composite = (encoding: string, ofCidFont = info("Japan1", 2), subtype = "CIDFontType0") => ({
  10: `<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding ${encoding} /DescendantFonts [11 0 R] >>`,
  11: `<< /Type /Font /Subtype /${subtype} /BaseFont /A ${ofCidFont} /FontDescriptor 12 0 R >>`,
  12: "<< /Type /FontDescriptor /FontName /A /Flags 4 >>",
});

const cmap = (entries: string, body = "/WMode 0 def") => ({
  13: {
    dict: `/Type /CMap ${entries}`,
    stream: `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Own def ${body}
      1 begincodespacerange <0000> <ffff> endcodespacerange 1 begincidrange <0000> <ffff> 0 endcidrange endcmap end end`,
  },
});

test.each([
  ["Identity-H", composite("/Identity-H"), []],
  ["a predefined CMap of the same collection", composite("/90ms-RKSJ-H"), []],
  ["no supplement of the CIDFont", composite("/90ms-RKSJ-H", info("Japan1", 2).replace("/Supplement 2", "")), []],
  ["a predefined CMap of another collection", composite("/GBK-EUC-H"), ["cid-system-info"]],
  ["a lower supplement of the CMap", composite("/90ms-RKSJ-H", info("Japan1", 3)), ["cid-system-info"]],
  ["a predefined CMap of its supplement in PDF 1.7", composite("/EUC-H", info("Japan1", 1)), []],
  ["a supplement that it has in PDF 2.0 alone", composite("/EUC-H"), ["cid-system-info"]],
  ["a name that is no predefined CMap", composite("/Unknown-H"), ["cid-system-info", "cmap-embedded"]],
  ["an embedded CMap", { ...composite("13 0 R"), ...cmap(`/CMapName /Own ${info("Japan1", 2)}`) }, []],
  [
    "an embedded CMap of another registry",
    { ...composite("13 0 R"), ...cmap(`/CMapName /Own ${info("Japan1", 2).replace("Adobe", "Other")}`) },
    ["cid-system-info"],
  ],
  ["an embedded CMap that calls itself Identity-V", { ...composite("13 0 R"), ...cmap("/CMapName /Identity-V") }, []],
  [
    "collections in an array",
    {
      ...composite("13 0 R"),
      ...cmap(`/CMapName /Own ${info("Japan1", 2).replace("<<", "[<<").replace(">>", ">>]")}`),
    },
    [],
  ],
  [
    "the use of a predefined CMap",
    { ...composite("13 0 R"), ...cmap(`/CMapName /Own ${info("Japan1", 2)} /UseCMap /H`) },
    [],
  ],
  [
    "the use of another CMap",
    {
      ...composite("13 0 R"),
      ...cmap(`/CMapName /Own ${info("Japan1", 2)} /UseCMap 14 0 R`),
      14: cmap("/CMapName /O")[13],
    },
    ["cmap-use"],
  ],
  [
    "another writing mode in the dictionary",
    { ...composite("13 0 R"), ...cmap(`/CMapName /Own ${info("Japan1", 2)} /WMode 1`) },
    ["cmap-writing-mode"],
  ],
  [
    "another writing mode in the CMap",
    { ...composite("13 0 R"), ...cmap(`/CMapName /Own ${info("Japan1", 2)}`, "/WMode 1 def") },
    ["cmap-writing-mode"],
  ],
])("%s", (_what, objects, broken) => {
  expect(brokenBy(objects, { content: HIDDEN })).toEqual(broken);
});

test("part 1 requires no supplement, and has no predefined CMaps except Identity", () => {
  expect(brokenBy(composite("/90ms-RKSJ-H", info("Japan1", 3)), { flavour: "1b", content: HIDDEN })).toEqual([
    "cmap-embedded",
  ]);
  const embedded = { ...composite("13 0 R"), ...cmap(`/CMapName /Own ${info("Japan1", 1)} /UseCMap 14 0 R`) };
  expect(brokenBy(embedded, { flavour: "1b", content: HIDDEN })).toEqual([]);
});

test.each([
  ["Identity", "/CIDToGIDMap /Identity", []],
  ["a stream", "/CIDToGIDMap 15 0 R", []],
  ["another name", "/CIDToGIDMap /Other", ["cid-to-gid-map"]],
  ["nothing", "", ["cid-to-gid-map"]],
])("an embedded CIDFontType2 with %s as CIDToGIDMap", (_what, entry, broken) => {
  const objects = {
    ...composite("/Identity-H", `${info("Identity", 0)} ${entry}`, "CIDFontType2"),
    12: "<< /Type /FontDescriptor /FontName /A /Flags 4 /FontFile2 14 0 R >>",
    14: { dict: "", stream: trueTypeFont({ widths: Array.from({ length: 0x42 }, () => 600) }) },
    15: { dict: "", stream: "\0\u0001".repeat(0x42) },
  };
  expect(brokenBy(objects, { content: HIDDEN })).toEqual(broken);
});

test("in part 1 a CIDFontType2 that text is drawn with has a CIDToGIDMap, embedded or not", () => {
  const objects = composite("/Identity-H", info("Identity", 0), "CIDFontType2");
  expect(brokenBy(objects, { flavour: "1b", content: HIDDEN })).toEqual([]);
  const drawn = HIDDEN.replace("3 Tr", "0 Tr");
  expect(brokenBy(objects, { flavour: "1b", content: drawn })).toEqual(["cid-to-gid-map", "font-embedded"]);
  expect(brokenBy(objects, { flavour: "2b", content: drawn })).toEqual(["font-embedded"]);
});

test("codes in no codespace range stand for .notdef", () => {
  const own = cmap(`/CMapName /Own ${info("Japan1", 2)}`)[13];
  const other = { ...own, stream: own.stream.replace("<0000> <ffff> endcodespace", "<8000> <ffff> endcodespace") };
  const objects = {
    ...composite("13 0 R", `${info("Japan1", 2)} /CIDToGIDMap /Identity`, "CIDFontType2"),
    12: "<< /Type /FontDescriptor /FontName /A /Flags 4 /FontFile2 14 0 R >>",
    13: own,
    14: { dict: "", stream: trueTypeFont({ widths: Array.from({ length: 0x42 }, () => 600) }) },
  };
  expect(brokenBy(objects, { content: HIDDEN })).toEqual([]);
  expect(brokenBy({ ...objects, 13: other }, { content: HIDDEN })).toEqual(["glyph-notdef"]);
});

test("the collection of an embedded CMap is that of its dictionary", () => {
  const body = "/Registry (Adobe) def /Ordering (Japan1) def /Supplement 2 def";
  expect(brokenBy({ ...composite("13 0 R"), ...cmap("/CMapName /Own", body) }, { content: HIDDEN })).toEqual([
    "cid-system-info",
  ]);
});

test("CIDs above 65535 are invalid, except in part 4", () => {
  const own = cmap(`/CMapName /Own ${info("Japan1", 2)}`)[13];
  const made = { ...composite("13 0 R"), 13: { ...own, stream: own.stream.replace("<ffff> 0", "<ffff> 1") } };
  expect(brokenBy(made, { flavour: "1b", content: HIDDEN })).toEqual(["cmap-largest-cid"]);
  expect(brokenBy(made, { flavour: "2b", content: HIDDEN })).toEqual(["cmap-largest-cid"]);
  expect(brokenBy(made, { flavour: "4", content: HIDDEN })).toEqual([]);
});

test("the collections of predefined CMaps are those of the version of PDF", () => {
  const shown = { content: HIDDEN };
  expect(brokenBy(composite("/EUC-H", info("Japan1", 7)), { ...shown, flavour: "4" })).toEqual([]);
  expect(brokenBy(composite("/KSC-EUC-H", info("KR", 9)), { ...shown, flavour: "4" })).toEqual([]);
  expect(brokenBy(composite("/KSC-EUC-H", info("Korea1", 0)), { ...shown, flavour: "4" })).toEqual(["cid-system-info"]);
  // PDF 1.4 has no CMaps for UTF-16.
  expect(brokenBy(composite("/UniJIS-UTF16-H"), { ...shown, flavour: "1b" })).toContain("cid-system-info");
  expect(brokenBy(composite("/UniJIS-UCS2-H"), { ...shown, flavour: "1b" })).not.toContain("cid-system-info");
});

test("the CMap that an embedded one uses is one of the font as well", () => {
  const objects = { ...composite("13 0 R"), ...cmap(`/CMapName /Own ${info("Japan1", 2)} /UseCMap /H`) };
  expect(brokenBy(objects, { content: HIDDEN, flavour: "1b" })).toContain("cmap-embedded");
  expect(brokenBy(objects, { content: HIDDEN })).toEqual([]);
  const unknown = { ...composite("13 0 R"), ...cmap(`/CMapName /Own ${info("Japan1", 2)} /UseCMap /Unknown-H`) };
  expect(brokenBy(unknown, { content: HIDDEN })).toEqual(["cmap-embedded", "cmap-use"]);
});
