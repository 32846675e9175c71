import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GLYPH, type Glyphs } from "@quire/layout";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTrueType } from "../../../../../packages/fonts/src/testing/true-type-builder.ts";
import { pdfFile } from "../../../conformance/documents/made-documents.ts";
import type { PdfiumBinding } from "../../../pdfium/worker/binding/binding.ts";
import { loadPdfium } from "../../../pdfium/worker/binding/load.ts";
import { TextDocument } from "./text-document.ts";

let directory: string;
let binding: PdfiumBinding;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "quire-font-texts-"));
  binding = await loadPdfium({});
});
afterAll(() => rm(directory, { recursive: true }));

const stream = (data: Uint8Array | string): string => {
  const encoded = `${Buffer.from(data).toString("hex")}>`;
  return `<< /Filter /ASCIIHexDecode /Length ${encoded.length} >>\nstream\n${encoded}\nendstream`;
};

/** Returns the texts of the glyphs of a page with this content, and how many of them have no Unicode value. */
async function read(content: string, fonts: readonly string[], objects: readonly string[] = []) {
  const { text, flags } = await glyphsOf(content, fonts, objects);
  return { text: text.join(""), unmapped: flags.filter((own) => (own & GLYPH.unmapped) !== 0).length };
}

async function glyphsOf(content: string, fonts: readonly string[], objects: readonly string[]): Promise<Glyphs> {
  using document = await opened(content, fonts, objects);
  return document.readPage(1).glyphs;
}

async function opened(
  content: string,
  fonts: readonly string[],
  objects: readonly string[] = [],
): Promise<TextDocument> {
  const first = 5;
  const resources = fonts.map((_, index) => `/F${index + 1} ${first + index} 0 R`).join(" ");
  const file = pdfFile([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 100] /Contents 4 0 R /Resources << /Font << ${resources} >> >> >>`,
    stream(content),
    ...fonts,
    ...objects,
  ]);
  const input = join(directory, "input.pdf");
  await writeFile(input, file);
  const opening = { input, password: undefined, scratchDirectory: directory, timeoutMs: 60_000 };
  return TextDocument.open(binding, opening);
}

const composite = (name: string): string =>
  `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDToGIDMap /Identity /DW 500 /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 6 0 R >>] >>`;

const descriptor = (name: string, file: number): string =>
  `<< /Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [0 0 500 500] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 /FontFile2 ${file} 0 R >>`;

test("a composite font without ToUnicode is read by the cmap of its program", async () => {
  const program = buildTrueType({
    widths: [500, 500, 500, 500],
    cmaps: [{ platform: 3, encoding: 1, glyphs: { 0x416: 1, 0x4e2d: 2, 0x39: 3 } }],
  });
  const content = "BT /F1 20 Tf 20 50 Td <000100020003> Tj ET";
  expect(await read(content, [composite("ABCDEF+X")], [descriptor("ABCDEF+X", 7), stream(program)])).toEqual({
    text: "Ж中9",
    unmapped: 0,
  });
});

test("what neither the document nor the program tells stays unknown, and is counted", async () => {
  const program = buildTrueType({ widths: [500, 500, 500] });
  const content = "BT /F1 20 Tf 20 50 Td <00010002> Tj ET";
  expect(await read(content, [composite("ABCDEF+X")], [descriptor("ABCDEF+X", 7), stream(program)])).toEqual({
    text: "\ufffd\ufffd",
    unmapped: 2,
  });
});

const mapped = (name: string, toUnicode: number): string =>
  `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /ToUnicode ${toUnicode} 0 R /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDToGIDMap /Identity /DW 500 /W [1 [500 0] 2298 [400]] /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 6 0 R >>] >>`;

const oneOrTwo = (characters: string): string =>
  stream(`1 begincodespacerange <0000> <FFFF> endcodespacerange 2 beginbfchar ${characters} endbfchar`);

test("a code without a Unicode value that would be an Arabic letter stays unknown", async () => {
  const fonts = [mapped("ABCDEF+X", 8)];
  const objects = [
    descriptor("ABCDEF+X", 7),
    stream(buildTrueType({ widths: [500, 500, 500] })),
    oneOrTwo("<0001> <0928> <0002> <0927>"),
  ];
  expect(await read("BT /F1 20 Tf 20 50 Td <000108FA0001> Tj ET", fonts, objects)).toEqual({
    text: "न\ufffdन",
    unmapped: 1,
  });
});

test("a vowel sign without width is no part of the letter after it", async () => {
  const fonts = [mapped("ABCDEF+X", 8)];
  const objects = [
    descriptor("ABCDEF+X", 7),
    stream(buildTrueType({ widths: [500, 500, 0] })),
    oneOrTwo("<0001> <091C094D091E> <0002> <0948>"),
  ];
  expect((await glyphsOf("BT /F1 20 Tf 20 50 Td <000100020001> Tj ET", fonts, objects)).text).toEqual([
    "ज्ञ",
    "\u0948",
    "ज्ञ",
  ]);
});

const type3 = (names: string, widths: string): string =>
  `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 800 800] /FontMatrix [0.001 0 0 0.001 0 0] /CharProcs << >> /Encoding << /Differences [1 ${names}] >> /FirstChar 1 /LastChar 3 /Widths [${widths}] >>`;

test("fonts without a name are told apart by their widths", async () => {
  const fonts = [
    type3("/summationdisplay /epsilon1 /mapsto", "300 400 500"),
    type3("/alpha /beta /gamma", "700 800 900"),
  ];
  const content = "BT /F1 20 Tf 20 50 Td <010203> Tj /F2 20 Tf 90 0 Td <010203> Tj ET";
  expect(await read(content, fonts)).toEqual({ text: "∑ϵ↦ αβγ", unmapped: 0 });
});

test("letters of a font of euro signs are euro signs", async () => {
  const font = "<< /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+TeX-feymr10 /Encoding /WinAnsiEncoding >>";
  expect(await read("BT /F1 20 Tf 20 50 Td (e) Tj ET", [font])).toEqual({ text: "€", unmapped: 0 });
});

test("pieces of lines are no text", async () => {
  const font = "<< /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+LINE10 /Encoding << /Differences [65 /a1 /a116] >> >>";
  expect(await read("BT /F1 20 Tf 20 50 Td (AB) Tj ET", [font])).toEqual({ text: "  ", unmapped: 0 });
});

test("ToUnicode with the replacement character or private values gives way to the names of glyphs", async () => {
  const toUnicode = "1 begincodespacerange <00> <FF> endcodespacerange 2 beginbfchar <41> <FFFD> <42> <F8EB> endbfchar";
  const font =
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [65 /A /parenleftbig] >> /ToUnicode 6 0 R >>";
  expect(await read("BT /F1 20 Tf 20 50 Td (AB) Tj ET", [font], [stream(toUnicode)])).toEqual({
    text: "A(",
    unmapped: 0,
  });
});

test("Hebrew points that PDFium takes for signs of Latin are points, and letters keep their width", async () => {
  const widths = Array.from({ length: 256 - 65 }, (_, index) => (index < 3 ? 500 : 0)).join(" ");
  const names = "65 /bet /dalet /memfinal 97 /qamats 167 /tsere2 171 /segol2 180 /qamats2";
  const font = `<< /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+X /FontDescriptor << /Type /FontDescriptor /FontName /ABCDEF+X /Flags 4 >> /FirstChar 65 /LastChar 255 /Widths [${widths}] /Encoding << /Differences [${names}] >> >>`;
  const content = "BT /F1 20 Tf 20 50 Td <43A741AB426141B442> Tj ET";
  const { text, xMin, xMax } = await glyphsOf(content, [font], []);
  expect(text.join("").normalize("NFC")).toBe("\u05dd\u05b5\u05d1\u05b6\u05d3\u05d1\u05b8\u05b8\u05d3");
  const letter = text.findIndex((own) => own.includes("\u05d1\u05b8"));
  expect((xMax[letter] ?? 0) - (xMin[letter] ?? 0)).toBeCloseTo(10);
});

const simple = (names: string, rest = "/FirstChar 65 /LastChar 66 /Widths [500 500]"): string =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+X /Encoding << /Differences [65 ${names}] >> ${rest} >>`;
const CONTENT = "BT /F1 20 Tf 20 50 Td (AB) Tj ET";

describe("a page can lack the text of its characters", () => {
  test.each([
    ["where a code has a name that tells nothing", [simple("/A /g77")], 0.5],
    ["where its font has no widths, which tell the codes that are used", [simple("/A /B", "")], 0],
    ["where one of its fonts is composite", [simple("/A /B"), composite("ABCDEF+Y")], 0],
    ["where it has no font", [], 0],
  ])("%s", async (_, fonts, share) => {
    using document = await opened(CONTENT, fonts, [descriptor("ABCDEF+Y", 7)]);
    expect(document.mayLackText(1)).toBe(true);
    expect(document.unmappedShare(1)).toBe(share);
  });

  test("but not where its fonts tell every code that has a width", async () => {
    using document = await opened(CONTENT, [
      simple("/A /B"),
      simple("/A /g77", "/FirstChar 65 /LastChar 66 /Widths [500 0]"),
    ]);
    expect(document.mayLackText(1)).toBe(false);
    expect(document.unmappedShare(1)).toBe(0);
  });
});
