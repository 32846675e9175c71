import { Bounds, CosDocument, Dict } from "@quire/cos";
import { describe, expect, test } from "vitest";
import { buildTrueType } from "../testing/true-type-builder.ts";
import { buildType1 } from "../testing/type1-builder.ts";
import { type FontText, fontText } from "./font-text.ts";

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

/** Returns a stream as text, its data in hexadecimal. */
const stream = (data: Uint8Array | string, entries = ""): string => {
  const encoded = `${hex(Buffer.from(data))}>`;
  return `<< ${entries} /Filter /ASCIIHexDecode /Length ${encoded.length} >>\nstream\n${encoded}\nendstream`;
};

/** Returns the texts of a font that is object 1 of these objects. */
function textsOf(objects: readonly string[]): FontText {
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join("");
  const catalog = `${objects.length + 1} 0 obj\n<< /Type /Catalog /Pages << /Kids [] /Count 0 >> >>\nendobj\n`;
  const file = `%PDF-1.7\n${body}${catalog}trailer << /Root ${objects.length + 1} 0 R >>`;
  const font = CosDocument.open(Buffer.from(file, "latin1")).fetch(1, 0);
  if (!(font instanceof Dict)) {
    throw new Error("object 1 is no dictionary");
  }
  return fontText(font, new Bounds());
}

const texts = (font: FontText, codes: readonly number[]) => codes.map((code) => font.textOf(code));

const cmap = (ranges: string): string => stream(`1 begincodespacerange <00> <FF> endcodespacerange ${ranges}`);

const type3 = (names: string) => textsOf([`<< /Subtype /Type3 /Encoding << /Differences [192 ${names}] >> >>`]);

const bitmaps = (codes: readonly number[]) =>
  textsOf([
    `<< /Subtype /Type3 /Encoding << /Differences [${codes.map((code) => `${code} /a${code}`).join(" ")}] >> >>`,
  ]);

const named = (baseFont: string) =>
  textsOf([`<< /Subtype /Type1 /BaseFont /${baseFont} /FontDescriptor << /Flags 4 >> >>`]);

const composite = ({ encoding = "Identity-H", ordering = "Identity", type = 2, more = "", descriptor = "" }): string =>
  `<< /Subtype /Type0 /BaseFont /X /Encoding /${encoding} ${more} /DescendantFonts [<< /Subtype /CIDFontType${type} /BaseFont /X /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 0 >> ${descriptor} >>] >>`;

describe("a simple font", () => {
  test("names of Differences count, those of TeX and of forms of letters too", () => {
    const names =
      "/circlecopyrt /parenleftBigg /Asmall /oneoldstyle /f_f_i /uni20AC /summationdisplay /a.alt /g12 /.notdef";
    const font = textsOf([`<< /Subtype /Type1 /BaseFont /X /Encoding << /Differences [1 ${names}] >> >>`]);
    const codes = Array.from({ length: 10 }, (_, index) => index + 1);
    expect(texts(font, codes)).toEqual(["◯", "(", "a", "1", "ffi", "€", "∑", "a", undefined, undefined]);
  });

  test("names that number characters count where all of them do", () => {
    expect(texts(type3("/a192 /a233 /a65"), [192, 193, 194])).toEqual(["À", "é", "A"]);
    expect(texts(type3("/G41 /G4A"), [192, 193])).toEqual(["A", "J"]);
    expect(texts(type3("/G065 /G074"), [192, 193])).toEqual(["A", "J"]);
    expect(texts(type3("/a1 /a2 /a65"), [192, 194])).toEqual([undefined, undefined]);
    expect(texts(type3("/a65 /b66"), [192])).toEqual([undefined]);
  });

  test("signs of formulas and of the Czech and Slovak fonts are known by their names", () => {
    const names = "/equalmath /parenleftmath /csquotedblright /parenleftbig6 /permyriad";
    const font = textsOf([`<< /Subtype /Type1 /BaseFont /X /Encoding << /Differences [1 ${names}] >> >>`]);
    expect(texts(font, [1, 2, 3, 4, 5])).toEqual(["=", "(", "“", "(", "‱"]);
  });

  test("Hebrew names of TeX's fonts are put together from letters, last letters and points", () => {
    const names =
      "/memfinal /finalmem /kaffinalsheva /shinshindotdagesh /tsere2 /qibuts /maqaf /circledashdagesh /aleffinal /tet2";
    const font = textsOf([`<< /Subtype /Type1 /BaseFont /X /Encoding << /Differences [1 ${names}] >> >>`]);
    const codes = Array.from({ length: 10 }, (_, index) => index + 1);
    expect(texts(font, codes)).toEqual([
      "\u05dd",
      "\u05dd",
      "\u05da\u05b0",
      "\u05e9\u05c1\u05bc",
      "\u05b5",
      "\u05bb",
      "\u05be",
      "\u25cc\u05bc",
      undefined,
      undefined,
    ]);
  });

  test("names of font editors that end with a script are those of its letters", () => {
    const names = "/beh-ar.init /Be-cy /alef-hb /alef-ar /nunfinal-hb /alef-xx";
    const font = textsOf([`<< /Subtype /Type1 /BaseFont /X /Encoding << /Differences [1 ${names}] >> >>`]);
    const expected = ["\u0628", "\u0411", "\u05d0", "\u0627", "\u05df", undefined];
    expect(texts(font, [1, 2, 3, 4, 5, 6])).toEqual(expected);
  });

  test("bitmaps of TeX's fonts, which are named by their codes, have the encoding that the codes tell", () => {
    const letters = Array.from("aenrstz", (letter) => letter.charCodeAt(0));
    expect(texts(bitmaps([...letters, 17, 28, 174]), [97, 17, 28, 174, 98])).toEqual(["a", "”", "ﬁ", "ő", undefined]);
    expect(texts(bitmaps([12, 92, 123, ...letters]), [97, 12, 92, 123])).toEqual(["a", "ﬁ", "“", "–"]);
    expect(texts(bitmaps(Array.from({ length: 116 }, (_, code) => code)), [1, 97])).toEqual([undefined, undefined]);
  });

  test("implausible values of ToUnicode give way, and are found by", () => {
    const toUnicode = cmap(
      "3 beginbfchar <41> <0003> <42> <FFFD> <43> <0058> endbfchar 1 beginbfchar <44> <E001> endbfchar",
    );
    const font = textsOf(["<< /Subtype /Type1 /BaseFont /X /Encoding /WinAnsiEncoding /ToUnicode 2 0 R >>", toUnicode]);
    expect(texts(font, [0x41, 0x42, 0x43, 0x44])).toEqual(["A", "B", "X", "D"]);
    expect([font.codesOf("\ufffd"), font.codesOf("\u0003"), font.codesOf("X")]).toEqual([[0x42], [0x41], []]);
  });

  test("a program of Type 1 names its glyphs in its own encoding", () => {
    const program = buildType1({
      glyphs: { ".notdef": 0, negationslash: 0, alpha: 600 },
      encoding: { 54: "negationslash", 11: "alpha" },
    });
    const font = textsOf([
      "<< /Subtype /Type1 /BaseFont /ABCDEF+CMSY10 /FontDescriptor << /FontFile 2 0 R /Flags 4 >> >>",
      stream(program),
    ]);
    expect(texts(font, [54, 11])).toEqual(["\u0338", "α"]);
  });

  test("a font of Type 3 names its glyphs, and draws nothing for a space that it has none for", () => {
    const font = textsOf([
      "<< /Subtype /Type3 /Encoding << /Differences [97 /square /triangle] >> /CharProcs << >> >>",
    ]);
    expect(texts(font, [97, 98, 32, 33])).toEqual(["□", "△", " ", undefined]);
  });

  test("fonts of signs are known by their names", () => {
    expect(texts(named("ABCDEF+CMEX10"), [0x12, 0x5a])).toEqual(["(", "∫"]);
    expect(texts(named("LASY10"), [0x32])).toEqual(["□"]);
    expect(texts(named("CMSY10"), [0, 0x36, 161])).toEqual(["−", "\u0338", "−"]);
    expect(texts(named("Symbol"), [0x61, 0xb7])).toEqual(["α", "•"]);
    expect(texts(named("ABCDEF+Wingdings-Regular"), [0x6c, 0xfc])).toEqual(["●", "✓"]);
    expect(texts(named("ZapfDingbats"), [0x21])).toEqual(["✁"]);
    expect(texts(named("IFMIER+TeX-feymr10"), [0x65])).toEqual(["€"]);
    expect(texts(named("UIXFNS+LINEW10"), [0, 0x65])).toEqual([" ", " "]);
    expect(texts(named("xyatip10"), [0x12])).toEqual([" "]);
    expect(texts(named("Unknown"), [0x21])).toEqual([undefined]);
  });

  test("a TrueType program without names of glyphs has those of its cmap", () => {
    const program = buildTrueType({
      widths: [500, 600, 700],
      cmaps: [
        { platform: 1, encoding: 0, glyphs: { 1: 1, 2: 2 } },
        { platform: 3, encoding: 1, glyphs: { 0x416: 1, 0x2126: 2, 0x3a9: 2 } },
      ],
    });
    const font = textsOf([
      "<< /Subtype /TrueType /BaseFont /X /FontDescriptor << /FontFile2 2 0 R /Flags 4 >> >>",
      stream(program),
    ]);
    expect(texts(font, [1, 2, 3])).toEqual(["Ж", "Ω", undefined]);
  });
});

describe("a composite font", () => {
  test("the CIDs of a character collection are known, upright forms too", () => {
    const font = textsOf([composite({ ordering: "Japan1", type: 0 })]);
    expect(texts(font, [843, 1125, 34, 7887])).toEqual(["あ", "亜", "A", "\ufe11"]);
  });

  test("the codes of some predefined CMaps are Unicode", () => {
    expect(texts(textsOf([composite({ encoding: "UniGB-UCS2-H", ordering: "GB1" })]), [0x4e2d])).toEqual(["中"]);
    expect(texts(textsOf([composite({ more: "/ToUnicode /Identity-H" })]), [0x41])).toEqual(["A"]);
  });

  test("a program's cmap is read backwards, through CIDToGIDMap", () => {
    const program = buildTrueType({
      widths: [500, 500, 500, 500],
      cmaps: [{ platform: 3, encoding: 1, glyphs: { 0x5d0: 2, 0x1f600: 3 } }],
    });
    const map = stream(Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 2));
    const font = textsOf([
      composite({ descriptor: "/CIDToGIDMap 3 0 R /FontDescriptor << /FontFile2 2 0 R >>" }),
      stream(program),
      map,
    ]);
    expect(texts(font, [3, 2])).toEqual(["א", undefined]);
  });

  test("glyphs of a font that is nowhere described have the order of the Macintosh", () => {
    expect(texts(textsOf([composite({})]), [36, 68, 300])).toEqual(["A", "a", undefined]);
  });

  test("widths are those of W, by CID", () => {
    const font = textsOf([composite({ descriptor: "/W [3 [250 333]] /DW 900" })]);
    expect([font.widthOf(3), font.widthOf(4), font.widthOf(5)]).toEqual([250, 333, 900]);
  });
});
