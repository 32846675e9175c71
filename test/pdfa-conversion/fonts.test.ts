import { existsSync, readFileSync } from "node:fs";
import { Dict, resolve } from "../../packages/cos/src/index.ts";
import { describe, expect, test } from "vitest";
import { trueTypeFont } from "../../packages/pdfa/src/rules/fonts/testing/true-type-font.ts";
import { type1Font } from "../../packages/pdfa/src/rules/fonts/testing/type1-font.ts";
import { buildPdf, type MadeObject } from "../../packages/pdfa/src/testing/pdf-builder.ts";
import type { ChangeCode } from "../../packages/pdfa-conversion/src/options.ts";
import { brokenIn, converted } from "./converted.ts";

type Objects = Readonly<Record<number, MadeObject>>;

/** Returns a document that shows the letter A in the font of object 10. */
const showing = (objects: Objects, content = "BT /F 12 Tf (A) Tj ET"): Uint8Array =>
  buildPdf(objects, { content, resources: "/Font << /F 10 0 R >>" });

const UNICODE = { platform: 3, encoding: 1, glyphs: { 65: 1 } };
const WINDOWS = "/Encoding /WinAnsiEncoding";

const trueType = (entries: string, { flags = 32, program = 600 } = {}): Objects => ({
  10: `<< /Type /Font /Subtype /TrueType /BaseFont /Made ${entries} /FontDescriptor 11 0 R /FirstChar 65 /LastChar 65 /Widths [600] >>`,
  11: `<< /Type /FontDescriptor /FontName /Made /Flags ${flags} /FontFile2 12 0 R >>`,
  12: { dict: "", stream: trueTypeFont({ widths: [250, program], cmaps: [UNICODE] }) },
});

const WIDTHS = "/FirstChar 65 /LastChar 65 /Widths [600]";
const PROGRAM = type1Font({ ".notdef": 250, A: 600 });
const portions = /^\/Length1 (\d+) \/Length2 (\d+) \/Length3 (\d+)$/.exec(PROGRAM.dict)?.slice(1).map(Number) ?? [];

const type1 = (program: MadeObject, { widths = WIDTHS, descriptor = "", baseFont = "Made" } = {}): Objects => ({
  10: `<< /Type /Font /Subtype /Type1 /BaseFont /${baseFont} ${WINDOWS} /FontDescriptor 11 0 R ${widths} >>`,
  11: `<< /Type /FontDescriptor /FontName /${baseFont} /Flags 32 ${descriptor} /FontFile 12 0 R >>`,
  12: program,
});

/** The program as a file of segments (Adobe Technical Note 5040). */
function asSegments(): Buffer {
  let offset = 0;
  const segments = portions.map((length, index) => {
    const head = Buffer.from([0x80, index === 1 ? 2 : 1, 0, 0, 0, 0]);
    head.writeUInt32LE(length, 2);
    offset += length;
    return Buffer.concat([head, PROGRAM.stream.subarray(offset - length, offset)]);
  });
  return Buffer.concat([...segments, Buffer.from([0x80, 3])]);
}

function inHexadecimal(): Buffer {
  const [clear = 0, cipher = 0] = portions;
  const hexadecimal = Buffer.from(PROGRAM.stream.subarray(clear, clear + cipher)).toString("hex");
  return Buffer.concat([
    PROGRAM.stream.subarray(0, clear),
    Buffer.from(hexadecimal),
    Buffer.from("\n"),
    PROGRAM.stream.subarray(clear + cipher),
  ]);
}

const composite = (entries: string, descriptor = "", baseFont = "Made"): Objects => ({
  10: `<< /Type /Font /Subtype /Type0 /BaseFont /${baseFont} /Encoding /Identity-H /DescendantFonts [13 0 R] >>`,
  11: `<< /Type /FontDescriptor /FontName /${baseFont} /Flags 4 /FontFile2 12 0 R ${descriptor} >>`,
  12: { dict: "", stream: trueTypeFont({ widths: [250, 600], cmaps: [UNICODE] }) },
  13: `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${baseFont} /FontDescriptor 11 0 R ${entries} /DW 600
    /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>`,
  14: { dict: "", stream: "\u0080" },
});

const HEX = "BT /F 12 Tf <0001> Tj ET";
const IDENTITY = "/CIDToGIDMap /Identity";

interface Case {
  readonly name: string;
  readonly file: Uint8Array;
  readonly rule: string;
  readonly code?: ChangeCode;
}

const CASES: readonly Case[] = [
  {
    name: "a symbolic TrueType font with an encoding",
    file: showing(trueType(WINDOWS, { flags: 4 })),
    rule: "6.2.11.6-3",
  },
  {
    name: "an encoding without a base",
    file: showing(trueType("/Encoding << /Differences [65 /A] >>")),
    rule: "6.2.11.6-2",
  },
  {
    name: "widths that differ from those of a TrueType program",
    file: showing(trueType(WINDOWS, { program: 500 })),
    rule: "6.2.11.5-1",
  },
  {
    name: "widths that differ from those of a Type 1 program",
    file: showing(type1(type1Font({ ".notdef": 250, A: 610 }))),
    rule: "6.2.11.5-1",
  },
  { name: "no widths", file: showing(type1(PROGRAM, { widths: "" })), rule: "6.2.11.2-6" },
  {
    name: "a Type 1 program that is a file",
    file: showing(type1({ dict: "", stream: asSegments() })),
    rule: "6.2.11.4.1-1",
    code: "font_programs_mended",
  },
  {
    name: "a Type 1 program in hexadecimal",
    file: showing(type1({ dict: "", stream: inHexadecimal() })),
    rule: "6.2.11.4.1-1",
    code: "font_programs_mended",
  },
  {
    name: "a list of glyphs that is wrong",
    file: showing(type1(PROGRAM, { descriptor: "/CharSet (/B)", baseFont: "ABCDEF+Made" })),
    rule: "6.2.11.4.2-1",
    code: "font_lists_dropped",
  },
  {
    name: "a list of CIDs that is wrong",
    file: showing(composite(IDENTITY, "/CIDSet 14 0 R", "ABCDEF+Made"), HEX),
    rule: "6.2.11.4.2-2",
    code: "font_lists_dropped",
  },
  { name: "no CIDToGIDMap", file: showing(composite(""), HEX), rule: "6.2.11.3.2-1" },
  {
    name: "the name of a font that is no UTF-8",
    file: showing(type1(PROGRAM, { baseFont: "M#E4de" })),
    rule: "6.1.8-1",
  },
];

describe.each(CASES)("$name", ({ file, rule, code }) => {
  test(`breaks ${rule} before and nothing after`, () => {
    expect(brokenIn(file, "2b")).toContain(rule);
    const { broken, codes } = converted(file);
    expect(broken).toEqual([]);
    expect(codes).toEqual(expect.arrayContaining(code === undefined ? [] : [code]));
  });
});

test("it is the program that changes where text is placed by the dictionary", () => {
  const { document } = converted(showing(trueType(WINDOWS, { program: 500 })));
  const widths = [...document.objectNumbers()]
    .map((number) => document.ref(number).value)
    .filter((value) => value instanceof Dict)
    .map((dict) => dict.array("Widths")?.map(resolve))
    .find((list) => list !== undefined);
  expect(widths).toEqual([600]);
});

const URW = "/usr/share/fonts/opentype/urw-base35";
const substitutes = (name: string): Uint8Array => readFileSync(`${URW}/${name}.otf`);

const standard = (baseFont: string, entries = ""): Objects => ({
  10: `<< /Type /Font /Subtype /Type1 /BaseFont /${baseFont} ${entries} >>`,
});

describe.skipIf(!existsSync(URW))("fonts that are not embedded", () => {
  test.each([
    ["Helvetica", "NimbusSans-Regular"],
    ["Times-BoldItalic", "NimbusRoman-BoldItalic"],
    ["Courier-Oblique", "NimbusMonoPS-Italic"],
    ["ZapfDingbats", "D050000L"],
    ["Symbol", "StandardSymbolsPS"],
    ["Arial,Bold", "NimbusSans-Bold"],
    ["ArialNarrow-BoldItalic", "NimbusSansNarrow-BoldOblique"],
    ["TimesNewRomanPS-ItalicMT", "NimbusRoman-Italic"],
  ])("%s is replaced by %s", (name, substitute) => {
    const file = showing(standard(name));
    expect(brokenIn(file, "2b")).toContain("6.2.11.4.1-1");
    expect(converted(file).broken).toContain("6.2.11.4.1-1");
    const asked: string[] = [];
    const { broken, changes } = converted(file, {
      substitutes: (wanted) => {
        asked.push(wanted);
        return substitutes(wanted);
      },
    });
    expect(broken).toEqual([]);
    expect(changes.find(({ code }) => code === "fonts_substituted")?.details).toEqual([name]);
    expect(asked).toEqual([substitute]);
  });

  test.each([
    ["an unknown name", standard("Unknown")],
    ["other widths", standard("Helvetica", "/FirstChar 65 /LastChar 67 /Widths [100 200 300]")],
  ])("%s: the font stays", (_what, objects) => {
    const { codes, broken } = converted(showing(objects), { substitutes });
    expect(codes).not.toContain("fonts_substituted");
    expect(broken).toContain("6.2.11.4.1-1");
  });

  test("a field without an appearance shows its value", () => {
    const widget =
      "<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /V (Value) /DA (/Helv 0 Tf 0 g) /Rect [10 10 90 30] >>";
    const file = buildPdf({ 10: widget }, { page: "/Annots [10 0 R]", catalog: "/AcroForm << /Fields [10 0 R] >>" });
    const { broken, codes, document } = converted(file, { substitutes });
    expect([broken, codes.includes("appearances_made")]).toEqual([[], true]);
    const field = resolve(document.catalog.dict("AcroForm")?.array("Fields")?.[0]);
    const content = field instanceof Dict ? field.dict("AP")?.stream("N")?.bytes.encoded() : undefined;
    expect(Buffer.from(content ?? []).toString("latin1")).not.toBe("");
  });
});
