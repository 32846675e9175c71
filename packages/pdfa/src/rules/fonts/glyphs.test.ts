import { describe, expect, test } from "vitest";
import { CFF_WITH_ALTERNATE, openType } from "./testing/cff-font.ts";
import { brokenBy, type3 } from "./testing/shown.ts";
import { trueTypeFont } from "./testing/true-type-font.ts";
import { type1Font } from "./testing/type1-font.ts";

const show = (text: string, mode = 0): { readonly content: string } => ({
  content: `BT ${mode} Tr /F 12 Tf ${text} Tj ET`,
});

const type1 = (widths: string, glyphs: Readonly<Record<string, number>>) => ({
  10: `<< /Type /Font /Subtype /Type1 /BaseFont /Made /Encoding /WinAnsiEncoding /FontDescriptor 11 0 R
    /FirstChar 65 /LastChar 66 /Widths [${widths}] >>`,
  11: "<< /Type /FontDescriptor /FontName /Made /Flags 32 /FontFile 12 0 R >>",
  12: type1Font(glyphs),
});

const type3Font = (width: number, procedure: string) => ({
  10: type3(`/CharProcs << /A 11 0 R /.notdef 11 0 R >> /Encoding << /Differences [65 /A /.notdef] >>
    /FirstChar 65 /LastChar 66 /Widths [${width} ${width}]`),
  11: { dict: "", stream: procedure },
});

const trueType = (entries: string, flags: number, cmaps: NonNullable<Parameters<typeof trueTypeFont>[0]["cmaps"]>) => ({
  10: `<< /Type /Font /Subtype /TrueType /BaseFont /Made ${entries} /FontDescriptor 11 0 R
    /FirstChar 65 /LastChar 66 /Widths [600 700] >>`,
  11: `<< /Type /FontDescriptor /FontName /Made /Flags ${flags} /FontFile2 12 0 R >>`,
  12: { dict: "", stream: trueTypeFont({ widths: [250, 600, 700], cmaps }) },
});

const composite = (map: string, widths: string) => ({
  10: "<< /Type /Font /Subtype /Type0 /BaseFont /Made /Encoding /Identity-H /DescendantFonts [11 0 R] >>",
  11: `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Made /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity)
    /Supplement 0 >> /FontDescriptor 12 0 R /CIDToGIDMap ${map} ${widths} >>`,
  12: "<< /Type /FontDescriptor /FontName /Made /Flags 4 /FontFile2 13 0 R >>",
  13: { dict: "", stream: trueTypeFont({ widths: [250, 600, 700] }) },
  14: { dict: "", stream: "\0\0\0\u0002\0\u0001" },
});

describe("Type 1", () => {
  test.each([
    ["equal widths", "600 700", "(AB)", []],
    ["one thousandth of a difference", "601 699", "(AB)", []],
    ["two thousandths", "602 700", "(AB)", ["glyph-width"]],
    ["a wrong width of a glyph that is not shown", "602 700", "(B)", []],
  ])("%s", (_what, widths, text, broken) => {
    expect(brokenBy(type1(widths, { ".notdef": 250, A: 600, B: 700 }), show(text))).toEqual(broken);
  });

  test("a code without a name shows .notdef, which is no character of a Type 1 program", () => {
    const made = type1("600 700", { ".notdef": 250, A: 600 });
    expect(brokenBy({ ...made, 10: made[10].replace("[600 700]", "[250 250]") }, show("<01>"))).toEqual([
      "glyph-notdef",
      "glyph-present",
      "glyph-width",
    ]);
  });

  test("charstrings that are not encrypted, which the format has not, are no glyphs", () => {
    const made = { ...type1("0 0", {}), 12: type1Font({ ".notdef": 250, A: 600 }, "StandardEncoding", -1) };
    expect(brokenBy(made, show("(A)"))).toEqual(["glyph-present"]);
  });

  test("a glyph that is not there has the width 0", () => {
    expect(brokenBy(type1("600 1", { ".notdef": 250, A: 600 }), show("(AB)"))).toEqual(["glyph-present"]);
    expect(brokenBy(type1("600 700", { ".notdef": 250, A: 600 }), show("(AB)"))).toEqual([
      "glyph-present",
      "glyph-width",
    ]);
  });

  test("a code that Widths leaves out has MissingWidth", () => {
    const made = type1("600 700", { ".notdef": 250, A: 600, C: 800 });
    expect(brokenBy(made, show("(C)"))).toEqual(["glyph-width"]);
    const missing = { ...made, 11: made[11].replace("/Flags 32", "/Flags 32 /MissingWidth 800") };
    expect(brokenBy(missing, show("(C)"))).toEqual([]);
  });

  test("glyphs that are not drawn are not looked for, except .notdef", () => {
    const made = type1("1 1", { ".notdef": 250, A: 600 });
    expect(brokenBy(made, show("(AB)", 3))).toEqual([]);
    expect(brokenBy(made, show("<00>", 3))).toEqual(["glyph-notdef"]);
    expect(brokenBy(made, { flavour: "1b", ...show("<00>", 3) })).toEqual([]);
  });

  test("names of the program's own encoding, and of Differences", () => {
    const program = type1Font({ ".notdef": 250, alpha: 500, beta: 600 }, { 65: "alpha", 66: "beta" });
    const made = { ...type1("500 600", {}), 12: program };
    const own = { ...made, 10: made[10].replace("/Encoding /WinAnsiEncoding", "") };
    expect(brokenBy(own, show("(AB)"))).toEqual([]);
    const different = { ...made, 10: made[10].replace("/WinAnsiEncoding", "<< /Differences [65 /beta] >>") };
    expect(brokenBy(different, show("(B)"))).toEqual([]);
    expect(brokenBy(different, show("(A)"))).toEqual(["glyph-width"]);
  });

  test("the encrypted portion has to be binary", () => {
    const { dict, stream } = type1Font({ ".notdef": 250, A: 600, B: 700 });
    const text = Buffer.from(stream).toString("latin1");
    const start = text.indexOf("eexec\n") + 6;
    const hexadecimal = text.slice(0, start) + Buffer.from(stream).subarray(start).toString("hex");
    const made = { ...type1("600 700", {}), 12: { dict, stream: hexadecimal } };
    expect(brokenBy(made, show("(AB)"))).toEqual(["font-embedded"]);
  });
});

describe("Type 3", () => {
  test.each([
    ["d0", 600, "600 0 d0 0 0 500 500 re f", []],
    ["d1", 600, "600 0 0 0 500 500 d1 0 0 500 500 re f", []],
    ["another width of d0", 600, "598 0 d0", ["glyph-width"]],
    ["another width of d1", 600, "598 0 0 0 500 500 d1", ["glyph-width"]],
  ])("%s", (_what, width, procedure, broken) => {
    expect(brokenBy(type3Font(width, procedure), show("(A)"))).toEqual(broken);
  });

  test("a code that no procedure draws", () => {
    const made = type3Font(600, "600 0 d0");
    const other = { ...made, 10: made[10].replace("[65 /A /.notdef]", "[65 /B /.notdef]") };
    expect(brokenBy(other, show("(A)"))).toEqual(["glyph-present", "glyph-width"]);
    expect(brokenBy({ ...other, 10: other[10].replace("[600 600]", "[0 0]") }, show("(A)"))).toEqual(["glyph-present"]);
  });

  test("names of a base encoding find procedures, too", () => {
    const made = type3Font(600, "600 0 d0");
    const other = "<< /BaseEncoding /WinAnsiEncoding /Differences [] >>";
    expect(brokenBy({ ...made, 10: made[10].replace(/<< \/Differences.*?>>/, other) }, show("(A)"))).toEqual([]);
  });

  test(".notdef by its name", () => {
    expect(brokenBy(type3Font(600, "600 0 d0"), show("(B)"))).toEqual(["glyph-notdef"]);
  });
});

describe("TrueType", () => {
  const unicode = { platform: 3, encoding: 1, glyphs: { 65: 1, 66: 2 } };
  const symbol = { platform: 3, encoding: 0, glyphs: { 0xf041: 1, 0xf042: 2 } };
  const macintosh = { platform: 1, encoding: 0, glyphs: { 65: 1, 66: 2 } };

  test.each([
    ["(3, 1)", "/Encoding /WinAnsiEncoding", 32, [unicode], "(AB)", []],
    ["(1, 0)", "/Encoding /MacRomanEncoding", 32, [macintosh], "(AB)", []],
    ["(3, 0), from F000 on", "", 4, [symbol], "(AB)", []],
    ["(1, 0) of a symbolic font", "", 4, [macintosh], "(AB)", []],
    ["a code of a symbolic font without a glyph", "", 4, [macintosh], "(C)", ["glyph-present", "glyph-width"]],
    ["a name without a glyph", "/Encoding /WinAnsiEncoding", 32, [unicode], "(C)", ["glyph-present", "glyph-width"]],
    ["a code without a name", "/Encoding /WinAnsiEncoding", 32, [unicode], "<00>", ["glyph-notdef", "glyph-width"]],
  ])("%s", (_what, entries, flags, cmaps, text, broken) => {
    expect(brokenBy(trueType(entries, flags, cmaps), show(text))).toEqual(broken);
  });
});

test("names of CFF in OpenType find no glyphs of a TrueType font", () => {
  const made = trueType("/Encoding << /BaseEncoding /WinAnsiEncoding /Differences [65 /A.alt] >>", 32, []);
  const objects = { ...made, 12: { dict: "", stream: openType(CFF_WITH_ALTERNATE) } };
  expect(brokenBy(objects, show("(A)"))).toContain("glyph-present");
});

test("a name in the form uni0041 is none of the Adobe Glyph List", () => {
  const unicode = { platform: 3, encoding: 1, glyphs: { 65: 1, 66: 2 } };
  const named = (name: string) =>
    trueType(`/Encoding << /BaseEncoding /WinAnsiEncoding /Differences [65 /${name}] >>`, 32, [unicode]);
  expect(brokenBy(named("A"), show("(A)"))).toEqual([]);
  expect(brokenBy(named("uni0041"), show("(A)"))).toEqual([
    "glyph-present",
    "glyph-width",
    "truetype-nonsymbolic-encoding",
  ]);
});

test("a name that no glyph has is nothing wide in a program without a cmap", () => {
  const made = trueType("/Encoding /WinAnsiEncoding", 32, [{ platform: 3, encoding: 1, glyphs: { 65: 1 } }]);
  const without = Buffer.from(made[12].stream);
  without.write("none", without.indexOf("cmap"), "latin1");
  const broken = (first: number) =>
    brokenBy({ ...made, 10: made[10].replace("[600", `[${first}`), 12: { dict: "", stream: without } }, show("(A)"));
  expect(broken(0)).not.toContain("glyph-width");
  expect(broken(250)).toContain("glyph-width");
});

test("a CID that CFF does not have has the default width", () => {
  const made = composite("/Identity", "/DW 300");
  const cff = {
    ...made,
    11: made[11].replace("CIDFontType2", "CIDFontType0"),
    12: made[12].replace("FontFile2", "FontFile3"),
    13: { dict: "/Subtype /CIDFontType0C", stream: CFF_WITH_ALTERNATE },
  };
  expect(brokenBy(cff, show("<0009>"))).toEqual(["glyph-notdef", "glyph-present"]);
});

describe("composite fonts", () => {
  test.each([
    ["CIDs are glyph indices", "/Identity", "/W [1 [600 700]]", "<00010002>", []],
    ["CIDs are mapped", "14 0 R", "/W [1 1 700 2 2 600]", "<00010002>", []],
    ["another width", "/Identity", "/W [1 2 600]", "<00010002>", ["glyph-width"]],
    ["the width of all others", "/Identity", "/DW 700", "<0002>", []],
    ["1000 without any", "/Identity", "", "<0002>", ["glyph-width"]],
    ["a glyph that is not there", "/Identity", "/DW 700", "<0003>", ["glyph-notdef", "glyph-present", "glyph-width"]],
    ["the width of a glyph that is not there", "/Identity", "/DW 250", "<0003>", ["glyph-notdef", "glyph-present"]],
    ["a string that ends within a code", "/Identity", "/DW 250", "<00>", ["glyph-notdef", "glyph-present"]],
    ["a CID that is mapped to .notdef", "14 0 R", "/DW 250", "<0000>", ["glyph-notdef"]],
    [
      "a CID that the map is too short for",
      "14 0 R",
      "/DW 700",
      "<0003>",
      ["glyph-notdef", "glyph-present", "glyph-width"],
    ],
    ["CID 0", "/Identity", "/DW 250", "<0000>", ["glyph-notdef"]],
  ])("%s", (_what, map, widths, text, broken) => {
    expect(brokenBy(composite(map, widths), show(text))).toEqual(broken);
  });
});
