import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GLYPH, type PageContent } from "@quire/layout";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pdfFile, pdfOf } from "../../../conformance/documents/made-documents.ts";
import { contentOf, popplerWords, textOf, wordAt } from "../../testing/page-content.ts";
import type { PdfiumBinding } from "../binding/binding.ts";
import { loadPdfium } from "../binding/load.ts";

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "quire-text-"));
});
afterAll(() => rm(directory, { recursive: true }));

const SIDE = "/MediaBox [0 0 300 200]";

/** Returns a page of 300 x 200 points. `resources` replaces those with Helvetica as /F1. */
const page = (content: string, attributes = SIDE, objects: readonly string[] = []): Buffer =>
  pdfOf([{ attributes, content }], objects);

const FIRST_OBJECT = 6;
const stream = (entries: string, data: string): string =>
  `<< ${entries} /Length ${data.length} >>\nstream\n${data}\nendstream`;

const link = (entries: string): string => `<< /Type /Annot /Subtype /Link ${entries} >>`;

/** Returns the place and size of the glyph with that text. */
function glyph({ glyphs }: PageContent, text: string) {
  const at = glyphs.text.indexOf(text);
  expect(at, `glyph ${text}`).toBeGreaterThanOrEqual(0);
  return {
    x: glyphs.originX[at] ?? Number.NaN,
    y: glyphs.originY[at] ?? Number.NaN,
    width: (glyphs.xMax[at] ?? 0) - (glyphs.xMin[at] ?? 0),
    height: (glyphs.yMax[at] ?? 0) - (glyphs.yMin[at] ?? 0),
    sizePt: glyphs.sizePt[at],
    angle: glyphs.angleDegrees[at],
    color: glyphs.color[at],
    mcid: glyphs.markedContentId[at],
    flags: glyphs.flags[at],
  };
}

/**
 * Returns a font of Type 3 whose glyphs are boxes of `units` units; 1 such unit is 1 / `units` of the size times
 * `scale`.
 */
const typeThree = (units: number, scale: number, names: readonly string[]): string[] => [
  `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 0 0] /FontMatrix [${scale / units} 0 0 ${scale / units} 0 0] /FirstChar 97 /LastChar ${96 + names.length} /Widths [${names.map(() => units * 0.6).join(" ")}] /CharProcs << ${names.map((name) => `/${name} 7 0 R`).join(" ")} >> /Encoding << /Type /Encoding /Differences [97 ${names.map((name) => `/${name}`).join(" ")}] >> /Resources << >> >>`,
  stream(
    "",
    `${units * 0.6} 0 0 ${-units * 0.2} ${units * 0.5} ${units * 0.7} d1 0 ${-units * 0.2} ${units * 0.5} ${units * 0.9} re f`,
  ),
];

describe.each(["native", "wasm"] as const)("PDFium, %s", (build) => {
  let binding: PdfiumBinding;
  beforeAll(async () => {
    binding = await loadPdfium({ build });
  });
  const read = (document: Buffer, userUnit?: number): PageContent => contentOf(binding, document, userUnit);

  async function expectWordsOfPoppler(document: Buffer, count: number): Promise<void> {
    const path = join(directory, "words.pdf");
    await writeFile(path, document);
    const words = popplerWords(path);
    expect(words).toHaveLength(count);
    const content = read(document);
    for (const word of words) {
      const ours = wordAt(content, word);
      expect(Array.from(ours.text).toSorted()).toEqual(Array.from(word.text).toSorted());
      const isLevel = word.xMax - word.xMin > word.yMax - word.yMin;
      for (const side of ["xMin", "yMin", "xMax", "yMax"] as const) {
        // Ascent and descent of a font that is not embedded are any reader's choice.
        const isLength = side.startsWith(isLevel ? "x" : "y");
        expect(Math.abs(ours[side] - word[side]), `${side} of ${word.text}`).toBeLessThan(isLength ? 1 : 6);
      }
    }
  }

  test.each([0, 90, 180, 270])("words are where Poppler sees them, turned by %d degrees", async (rotate) => {
    const attributes = `/MediaBox [0 0 300 200] /CropBox [20 30 280 190] /Rotate ${rotate}`;
    await expectWordsOfPoppler(page("BT /F1 12 Tf 40 100 Td (Hello wide) Tj 0 -30 Td (world) Tj ET", attributes), 3);
  });

  test("the text of forms within forms is where Poppler sees it", async () => {
    const inner = stream(
      "/Type /XObject /Subtype /Form /BBox [0 0 300 300] /Matrix [1 0 0 1 5 7] /Resources << /Font << /F1 3 0 R >> >>",
      "BT /F1 10 Tf 10 10 Td (inner) Tj ET",
    );
    const outer = stream(
      `/Type /XObject /Subtype /Form /BBox [0 0 300 300] /Matrix [1 0 0 1 3 0] /Resources << /Font << /F1 3 0 R >> /XObject << /In ${FIRST_OBJECT} 0 R >> >>`,
      "q 0.5 0 0 0.5 10 20 cm /In Do Q BT /F1 10 Tf 60 60 Td (outer) Tj ET",
    );
    const attributes = `${SIDE} /Resources << /XObject << /Out ${FIRST_OBJECT + 1} 0 R >> >>`;
    const document = page("q 2 0 0 2 20 10 cm /Out Do Q", attributes, [inner, outer]);
    await expectWordsOfPoppler(document, 2);
    expect(glyph(read(document), "r")).toMatchObject({ sizePt: 10, angle: 0 });
    expect(textOf(read(document)).replaceAll(/\s/g, "")).toBe("innerouter");
  });

  test("glyphs come in the order of drawing, whatever stands where", () => {
    const content = read(page("BT /F1 12 Tf 100 100 Td (b) Tj -50 0 Td (a) Tj 0 60 Td (c) Tj ET"));
    expect(textOf(content).replaceAll(" ", "")).toBe("bac");
  });

  test("a unit of user space may be several points", () => {
    const document = page("BT /F1 12 Tf 10 190 Td (u) Tj ET 0 0 20 10 re f");
    const content = read(document, 2);
    expect(content).toMatchObject({
      widthPt: 600,
      heightPt: 400,
      shapes: [{ xMin: 0, yMin: 380, xMax: 40, yMax: 400 }],
    });
    expect(glyph(content, "u")).toMatchObject({ x: 20, y: 20, sizePt: 24 });
  });

  test.each([
    ["1 0 0 1", 0, 12],
    ["0 1 -1 0", 270, 12],
    ["0 -2 2 0", 90, 24],
    ["-1 0 0 -1", 180, 12],
    ["0.7071 0.7071 -0.7071 0.7071", 315, 12],
    ["1 0 0.2 1", 0, 12.24],
  ])("the baseline of text in %s runs at %d degrees", (matrix, angle, sizePt) => {
    const seen = glyph(read(page(`BT /F1 12 Tf ${matrix} 150 100 Tm (Mn) Tj ET`)), "M");
    expect(seen).toMatchObject({ x: 150, y: 100, angle });
    expect(seen.sizePt).toBeCloseTo(sizePt, 1);
    // An M of Helvetica is 0.833 em wide.
    const length = angle === 90 || angle === 270 ? seen.height : seen.width;
    const slant = matrix === "1 0 0.2 1" ? 0.2 * seen.height : 0;
    expect(angle === 315 ? 0.833 * sizePt : length - slant).toBeCloseTo(0.833 * (angle === 0 ? 12 : sizePt), 0);
  });

  test("negative sizes, horizontal scaling and rise do not confuse it", () => {
    const content = read(
      page("BT /F1 -12 Tf -1 0 0 -1 50 100 Tm (a) Tj ET BT /F1 12 Tf 50 Tz 3 Ts 1 0 0 1 80 100 Tm (b) Tj ET"),
    );
    expect(glyph(content, "a")).toMatchObject({ x: 50, y: 100, angle: 0, sizePt: 12 });
    expect(glyph(content, "b")).toMatchObject({ x: 80, y: 97, sizePt: 12 });
    expect(glyph(content, "b").width).toBeCloseTo(0.556 * 6, 1);
  });

  test("invisible text is marked", () => {
    const attributes = `${SIDE} /Resources << /Font << /F1 3 0 R >> /ExtGState << /None << /ca 0 >> >> >>`;
    const content = read(
      page(
        [
          "BT /F1 12 Tf 10 100 Td 3 Tr (i) Tj ET",
          "BT /F1 12 Tf 30 100 Td 0 Tr (v) Tj ET",
          "q /None gs BT /F1 12 Tf 50 100 Td (t) Tj ET Q",
          "q 0 0 40 40 re W n BT /F1 12 Tf 70 100 Td (c) Tj ET BT /F1 12 Tf 10 10 Td (s) Tj ET Q",
          "q 0 0 0 0 re W n BT /F1 12 Tf 90 100 Td (z) Tj ET Q",
          "BT /F1 12 Tf 310 100 Td (o) Tj ET",
        ].join("\n"),
        attributes,
      ),
    );
    const flags = Object.fromEntries(
      Array.from("ivtcszo").map((text) => [text, content.glyphs.flags[content.glyphs.text.indexOf(text)]]),
    );
    expect(flags).toEqual({
      i: GLYPH.invisible,
      v: 0,
      t: GLYPH.invisible,
      c: GLYPH.clipped,
      s: 0,
      z: GLYPH.clipped,
      o: GLYPH.clipped,
    });
  });

  test("colours are those of the fill, or of the stroke where only that is drawn", () => {
    const content = read(
      page("1 0 0 rg 0 0 1 RG BT /F1 12 Tf 10 100 Td (f) Tj 1 Tr 20 0 Td (s) Tj 2 Tr 20 0 Td (b) Tj ET"),
    );
    expect(["f", "s", "b"].map((text) => glyph(content, text).color)).toEqual([0xff0000, 0x0000ff, 0xff0000]);
    // Type is made bolder by a stroke along its outlines.
    expect(content.fonts.map(({ name, weight }) => [name, weight])).toEqual([
      ["Helvetica", 0],
      ["Helvetica", 700],
    ]);
  });

  test("marked content is known by its identifier, within others and within forms", () => {
    const form = stream(
      "/Type /XObject /Subtype /Form /BBox [0 0 300 300] /Resources << /Font << /F1 3 0 R >> >>",
      "BT /F1 10 Tf 10 10 Td (d) Tj ET",
    );
    const attributes = `${SIDE} /Resources << /Font << /F1 3 0 R >> /XObject << /X ${FIRST_OBJECT} 0 R >> >>`;
    const content = read(
      page(
        [
          "BT /F1 12 Tf 10 100 Td /P <</MCID 4>> BDC (a) Tj /Span <</Lang (de)>> BDC 20 0 Td (b) Tj EMC EMC 20 0 Td (c) Tj ET",
          "/Figure <</MCID 7>> BDC /X Do EMC",
          "/Artifact <</Type /Pagination>> BDC BT /F1 12 Tf 200 100 Td (e) Tj ET 0 0 9 9 re f EMC",
          "/Artifact BMC BT /F1 12 Tf 220 100 Td (f) Tj ET EMC",
        ].join("\n"),
        attributes,
        [form],
      ),
    );
    expect(Array.from("abcdef").map((text) => glyph(content, text).mcid)).toEqual([4, 4, -1, 7, -1, -1]);
    expect(Array.from("abcdef").map((text) => glyph(content, text).flags)).toEqual([
      0,
      0,
      0,
      0,
      GLYPH.artifact,
      GLYPH.artifact,
    ]);
    expect(content.shapes).toMatchObject([{ isArtifact: true }]);
  });

  /** Returns a font whose codes 1 to 4 mean what `unicode` says, as UTF-16 in hexadecimal. */
  const fontOf = (unicode: readonly string[]): string[] => [
    `<< /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+Some-BoldItalic /FirstChar 1 /LastChar 4 /Widths [500 500 500 500] /Encoding << /Differences [1 /a /b /c /d] >> /ToUnicode ${FIRST_OBJECT + 1} 0 R >>`,
    stream(
      "",
      `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def 1 begincodespacerange <00> <ff> endcodespacerange ${unicode.length} beginbfchar ${unicode.map((text, index) => `<0${index + 1}> <${text}>`).join(" ")} endbfchar endcmap end end`,
    ),
  ];
  const withFont = `${SIDE} /Resources << /Font << /F2 ${FIRST_OBJECT} 0 R >> >>`;

  test("a glyph may stand for several characters, or for one beyond the first plane", () => {
    const font = fontOf(["00660066", "d83dde00", "0066", "0041"]);
    const content = read(page("BT /F2 10 Tf 10 100 Td <01020304> Tj ET", withFont, font));
    expect(content.glyphs.text).toEqual(["ff", "😀", "f", "A"]);
    expect([...content.glyphs.originX]).toEqual([10, 15, 20, 25]);
    expect(content.fonts).toMatchObject([{ name: "Some-BoldItalic", weight: 700, isItalic: true }]);
  });

  test("a replacement text is spread over what it stands for", () => {
    const content = read(
      page("BT /F1 12 Tf 10 100 Td /Span <</ActualText (four by four)>> BDC (xyzxyz) Tj EMC ( end) Tj ET"),
    );
    expect(textOf(content)).toBe("four by four end");
    const { xMin, xMax } = content.glyphs;
    expect([xMin[0], xMax[11]]).toEqual([expect.closeTo(10, -0.3), expect.closeTo(46, -0.3)]);
    expect((xMax[5] ?? 0) - (xMin[5] ?? 0)).toBeCloseTo(3, 0);
  });

  test("a short replacement text has the width of the glyphs that it stands for", () => {
    const content = read(page("BT /F1 12 Tf 10 100 Td /Span <</ActualText (abc)>> BDC (xyzxyz) Tj EMC ( end) Tj ET"));
    expect(textOf(content)).toBe("abc end");
    expect([content.glyphs.xMin[1], content.glyphs.xMin[2]]).toEqual([
      expect.closeTo(22, -0.3),
      expect.closeTo(34, -0.3),
    ]);
  });

  test("right-to-left text comes in the order in which it was drawn", () => {
    const font = fontOf(["05d0", "05d1", "05d2", "05d3"]);
    const content = read(page("BT /F2 10 Tf 10 100 Td <040302> Tj <01> Tj ET", withFont, font));
    expect(content.glyphs.text.filter((text) => text.trim() !== "")).toEqual(["ד", "ג", "ב", "א"]);
    expect([...content.glyphs.originX]).toEqual([10, 15, 20, 25]);
  });

  test("what hangs over the space behind it is no advance", () => {
    const font = ["<< /Type /Font /Subtype /TrueType /BaseFont /Helvetica /FirstChar 87 /LastChar 87 /Widths [300] >>"];
    const content = read(page("BT /F2 10 Tf 10 100 Td [(W) -250 (W)] TJ ET", withFont, font));
    const { xMin, xMax } = content.glyphs;
    expect((xMax[0] ?? 0) - (xMin[0] ?? 0)).toBeCloseTo(3, 1);
  });

  test("an f hangs over further than other letters, also where what follows is beyond", () => {
    const font = [
      "<< /Type /Font /Subtype /TrueType /BaseFont /Helvetica /FirstChar 102 /LastChar 102 /Widths [30] >>",
    ];
    const content = read(page("BT /F2 10 Tf 10 100 Td [(f) -400 (f)] TJ ET", withFont, font));
    const { xMin, xMax } = content.glyphs;
    expect((xMax[0] ?? 0) - (xMin[0] ?? 0)).toBeCloseTo(0.3, 1);
  });

  test("a ligature is as wide as its glyph, however often its first letter was seen alone", () => {
    const font = [
      `<< /Type /Font /Subtype /TrueType /BaseFont /Helvetica /Encoding /WinAnsiEncoding /FirstChar 87 /LastChar 102 /Widths [900 ${"500 ".repeat(14)} 300] /ToUnicode ${FIRST_OBJECT + 1} 0 R >>`,
      stream(
        "",
        "begincmap 1 begincodespacerange <00> <ff> endcodespacerange 2 beginbfchar <57> <0066006b> <66> <0066> endbfchar endcmap",
      ),
    ];
    const { text, xMin, xMax } = read(page("BT /F2 10 Tf 10 100 Td (ffWf) Tj ET", withFont, font)).glyphs;
    expect(text).toEqual(["f", "f", "fk", "f"]);
    expect((xMax[2] ?? 0) - (xMin[2] ?? 0)).toBeGreaterThan(8);
  });

  test("a space between words that are read from the right is a sign of its own", () => {
    const font = fontOf(["05d0", "05d1", "05d2", "05d3"]);
    const content = read(page("BT /F2 10 Tf 10 100 Td [<0403> -400 <0201>] TJ ET", withFont, font));
    const letters = Array.from({ length: content.glyphs.count }, (_, index) => index).filter(
      (index) => content.glyphs.text[index]?.trim() !== "",
    );
    expect(letters.map((index) => content.glyphs.text[index])).toEqual(["ד", "ג", "ב", "א"]);
    expect(letters.map((index) => content.glyphs.xMin[index])).toEqual([10, 15, 24, 29]);
    expect(letters.map((index) => content.glyphs.xMax[index])).toEqual([15, 20, 29, 34]);
  });

  test("a font whose name says nothing is bold where its letters are drawn so", () => {
    const weights = [80, 180].map((stemV) => {
      const descriptor = `<< /Type /FontDescriptor /FontName /Some /Flags 32 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV ${stemV} >>`;
      const font = `<< /Type /Font /Subtype /Type1 /BaseFont /Some /FontDescriptor ${FIRST_OBJECT + 1} 0 R /FirstChar 105 /LastChar 108 /Widths [250 250 500 250] /Encoding /WinAnsiEncoding >>`;
      return read(page("BT /F2 10 Tf 10 100 Td (ill) Tj ET", withFont, [font, descriptor])).fonts[0]?.weight;
    });
    expect(weights).toEqual([0, 700]);
  });

  test("a space that PDFium inserts at a point of a letter is none", () => {
    const font = fontOf(["05d0", "0020", "05b8", "05d3"]);
    const letters = (text: string): string =>
      read(page(`BT /F2 10 Tf 10 100 Td ${text} TJ ET`, withFont, font)).glyphs.text.join("");
    expect(letters("[<04> -400 <0304>]")).toBe("ד\u05B8ד");
    expect(letters("[<0403> -400 <04>]")).toBe("ד\u05B8ד");
    expect(letters("[<04> -400 <04>]")).toBe("ד ד");
    expect(letters("[<04020304>]")).toBe("ד \u05B8ד");
  });

  test("a replacement text of a letter and its point is as wide as both, whichever is drawn first", () => {
    const font = fontOf(["05d0", "05b8", "05d2", "05d3"]);
    const marked = "/Span <</ActualText <feff05d005b8>>> BDC <02> Tj 1 0 0 1 12 100 Tm <01> Tj EMC";
    const { text, xMin, xMax } = read(
      page(`BT /F2 10 Tf 1 0 0 1 13 101 Tm ${marked} 1 0 0 1 17 100 Tm <03> Tj ET`, withFont, font),
    ).glyphs;
    expect(text).toHaveLength(2);
    expect(text[0]).toMatch(/^\u05D0\u05B8$|^\u05B8\u05D0$/u);
    expect((xMin[0] ?? 0) < 12.7 && (xMax[0] ?? 0) > 16).toBe(true);
  });

  test("a code that no Unicode value is known of is U+FFFD", () => {
    const font = [
      "<< /Type /Font /Subtype /Type0 /BaseFont /Body /Encoding /Identity-H /DescendantFonts [7 0 R] >>",
      "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Body /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 8 0 R >>",
      "<< /Type /FontDescriptor /FontName /Body /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 >>",
    ];
    const content = read(page("BT /F2 10 Tf 10 100 Td <00410042> Tj ET", withFont, font));
    expect(content.glyphs.text).toEqual(["\ufffd", "\ufffd"]);
    expect([...content.glyphs.flags]).toEqual([GLYPH.unmapped, GLYPH.unmapped]);
  });

  test("vertical writing runs downwards", () => {
    const font = [
      "<< /Type /Font /Subtype /Type0 /BaseFont /Body /Encoding /UniJIS-UTF16-V /DescendantFonts [7 0 R] >>",
      "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Body /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /FontDescriptor 8 0 R >>",
      "<< /Type /FontDescriptor /FontName /Body /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 >>",
    ];
    const content = read(page("BT /F2 20 Tf 2 0 0 2 100 180 Tm <65E5672C> Tj ET", withFont, font));
    const first = glyph(content, "日");
    const second = glyph(content, "本");
    expect(first).toMatchObject({ angle: 90, sizePt: 40 });
    expect([first.width, first.height, second.y - first.y]).toEqual([
      expect.closeTo(40, 1),
      expect.closeTo(40, 1),
      expect.closeTo(40, 1),
    ]);
    // The line of writing goes through the middle of the glyphs, starting at their upper edge.
    const at = content.glyphs.text.indexOf("日");
    expect([content.glyphs.xMin[at], content.glyphs.yMin[at]]).toEqual([expect.closeTo(80, 1), expect.closeTo(20, 1)]);
  });

  test("type of Type 3 has the size that it is seen in", () => {
    const usual = read(page("BT /F2 10 Tf 10 100 Td (ab) Tj ET", withFont, typeThree(1000, 1, ["a", "b"])));
    expect(glyph(usual, "b")).toMatchObject({ x: 16, y: 100, sizePt: 10 });
    const scaled = read(page("BT /F2 1 Tf 10 100 Td (ab) Tj ET", withFont, typeThree(1000, 10, ["a", "b"])));
    expect(glyph(scaled, "b")).toMatchObject({ x: 16, y: 100, sizePt: expect.closeTo(10, -0.5) });
    expect(glyph(scaled, "b").height).toBeCloseTo(9, 0);
  });

  test("codes of TeX's bitmap fonts are read as what TeX means by them", () => {
    const names = Array.from({ length: 26 }, (_, index) => `a${97 + index}`);
    const content = read(page("BT /F2 10 Tf 10 100 Td (tex knows) Tj ET", withFont, typeThree(1000, 1, names)));
    expect(textOf(content).replaceAll(/\s/g, "").replaceAll("\ufffd", "")).toBe("texknows");
    // Codes that were assigned one after the other mean nothing.
    const counted = read(
      page("BT /F2 10 Tf 10 100 Td <4142434445464748494a> Tj ET", withFont, [
        (typeThree(1000, 1, names)[0] ?? "").replaceAll("97 ", "65 "),
        ...typeThree(1000, 1, names).slice(1),
      ]),
    );
    expect(counted.glyphs.text.every((text) => text === "\ufffd")).toBe(true);
  });

  test("lines and thin rectangles are rules, with the sides of boxes", () => {
    const { rules, shapes } = read(
      page(
        [
          "2 w 10 150 m 110 150 l S",
          "0.5 w 20 20 m 20 120 l S",
          "1 0 0 rg 50 100 100 1 re f",
          "0 0 1 RG 1 w 150 20 60 40 re S",
          "0.9 g 200 100 50 20 re f",
        ].join("\n"),
      ),
    );
    expect(rules).toMatchObject([
      { xMin: 10, xMax: 110, yMin: 49, yMax: 51, thicknessPt: 2, color: 0 },
      { yMin: 80, yMax: 180, thicknessPt: 0.5 },
      { xMin: 50, xMax: 150, yMin: 99, yMax: 100, thicknessPt: 1, color: 0xff0000 },
      { xMin: 150, xMax: 210, color: 0x0000ff },
      { yMin: 140, yMax: 180, color: 0x0000ff },
      { xMin: 150, xMax: 210 },
      { yMin: 140, yMax: 180 },
    ]);
    expect(shapes).toMatchObject([
      { xMin: 150, yMin: 140, xMax: 210, yMax: 180, fill: undefined, stroke: 0x0000ff, isRectangle: true },
      { xMin: 200, yMin: 80, xMax: 250, yMax: 100, fill: 0xe6e6e6, stroke: undefined, isRectangle: true },
    ]);
  });

  test("a dot is a shape, a rounded field a rectangle, a border of two outlines a frame", () => {
    const circle =
      "13 10 m 13 11.66 11.66 13 10 13 c 8.34 13 7 11.66 7 10 c 7 8.34 8.34 7 10 7 c 11.66 7 13 8.34 13 10 c f";
    const rounded =
      "54 50 m 146 50 l 148 50 150 52 150 54 c 150 96 l 150 98 148 100 146 100 c 54 100 l 52 100 50 98 50 96 c 50 54 l 50 52 52 50 54 50 c f";
    const frame = "200 50 80 60 re 201 51 78 58 re f*";
    const { rules, shapes } = read(page([circle, rounded, frame].join("\n")));
    expect(shapes).toMatchObject([
      { xMin: 7, yMin: 187, xMax: 13, yMax: 193, fill: 0, isRectangle: false },
      { xMin: 50, yMin: 100, xMax: 150, yMax: 150, isRectangle: true },
      { xMin: 200, yMin: 90, xMax: 280, yMax: 150, fill: undefined, stroke: 0, isRectangle: true },
    ]);
    expect(rules.map(({ thicknessPt }) => thicknessPt)).toEqual([1, 1, 1, 1]);
  });

  test("a shading fills its clip as a shape without a colour", () => {
    const shading = `<< /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 0 6] /Function << /FunctionType 2 /Domain [0 1] /C0 [0] /C1 [1] /N 1 >> >>`;
    const attributes = `${SIDE} /Resources << /Shading << /S ${FIRST_OBJECT} 0 R >> >>`;
    const { shapes } = read(page("q 20 100 6 6 re W n 1 0 0 1 20 100 cm /S sh Q", attributes, [shading]));
    expect(shapes).toMatchObject([{ xMin: 20, yMin: 94, xMax: 26, yMax: 100, fill: undefined, isRectangle: false }]);
  });

  test("what a clip or the page's edge hides of a shape is not there", () => {
    const { rules, shapes } = read(
      page(
        "q 0 0 50 50 re W n 10 10 100 20 re f 60 60 10 10 re f Q 250 100 m 400 100 l S 400 0 20 20 re f 0 0 9 9 re n",
      ),
    );
    expect(shapes).toMatchObject([{ xMin: 10, yMin: 170, xMax: 50, yMax: 190 }]);
    expect(rules).toMatchObject([{ xMin: 250, xMax: 300 }]);
  });

  test("images have their boxes and their numbers in the order of drawing", () => {
    const image = stream(
      "/Type /XObject /Subtype /Image /Width 4 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8",
      "12345678",
    );
    const attributes = `${SIDE} /Resources << /XObject << /I ${FIRST_OBJECT} 0 R >> >>`;
    const content =
      "q 60 0 0 30 20 100 cm /I Do Q q 10 0 0 10 400 0 cm /I Do Q q 0 40 -20 0 200 20 cm BI /W 1 /H 1 /CS /G /BPC 8 ID x EI Q";
    expect(read(page(content, attributes, [image])).images).toMatchObject([
      { index: 1, xMin: 20, yMin: 70, xMax: 80, yMax: 100, widthPx: 4, heightPx: 2 },
      { index: 3, xMin: 180, yMin: 140, xMax: 200, yMax: 180, widthPx: 1, heightPx: 1 },
    ]);
  });

  test("links lead to addresses and to pages", () => {
    const attributes = `${SIDE} /Annots [8 0 R 9 0 R 10 0 R 11 0 R 12 0 R]`;
    const document = pdfOf(
      [{ attributes }, { attributes: SIDE }],
      [
        link("/Rect [10 10 50 30] /A << /S /URI /URI (https://example.org/a?b=c) >>"),
        link(
          "/Rect [0 0 99 99] /QuadPoints [10 100 60 100 10 90 60 90 10 88 30 88 10 78 30 78] /A << /S /URI /URI (mailto:a@example.org) >>",
        ),
        link("/Rect [70 10 90 30] /Dest [6 0 R /XYZ 0 100 0]"),
        link("/Rect [70 10 90 30] /A << /S /URI /URI (no address) >>"),
        link("/Rect [100 10 120 30] /A << /S /GoTo /D [6 0 R /Fit] >>"),
      ],
    );
    expect(read(document).links).toEqual([
      { xMin: 10, yMin: 170, xMax: 50, yMax: 190, uri: "https://example.org/a?b=c", page: undefined },
      { xMin: 10, yMin: 100, xMax: 60, yMax: 110, uri: "mailto:a@example.org", page: undefined },
      { xMin: 10, yMin: 112, xMax: 30, yMax: 122, uri: "mailto:a@example.org", page: undefined },
      { xMin: 70, yMin: 170, xMax: 90, yMax: 190, uri: undefined, page: 2 },
      { xMin: 100, yMin: 170, xMax: 120, yMax: 190, uri: undefined, page: 2 },
    ]);
  });

  test("numbers without bounds leave nothing that has no place", () => {
    const content = read(
      page(
        [
          "1e38 0 0 1e38 0 0 cm 1e38 0 0 1e38 1e38 1e38 cm BT /F1 1e38 Tf 1e38 1e38 Td (far) Tj ET 0 0 1e38 1e38 re f",
          "1e38 1e38 m -1e38 1e38 l S",
        ].join("\n"),
      ),
    );
    const boxes = [...content.rules, ...content.shapes].flatMap(({ xMin, yMin, xMax, yMax }) => [
      xMin,
      yMin,
      xMax,
      yMax,
    ]);
    const { xMin, yMin, sizePt } = content.glyphs;
    expect([...boxes, ...xMin, ...yMin, ...sizePt].filter((value) => !Number.isFinite(value))).toEqual([]);
    expect(Math.max(0, ...boxes)).toBeLessThanOrEqual(300);
  });

  test("paths are counted up to a bound", () => {
    const { rules, shapes } = read(page("0 0 10 10 re f\n".repeat(51_000)));
    expect([rules.length, shapes.length]).toEqual([0, 50_000]);
  });
});

test("both builds read the same", async () => {
  const [native, wasm] = await Promise.all([loadPdfium({ build: "native" }), loadPdfium({ build: "wasm" })]);
  const document = pdfFile([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R ${SIDE} /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    stream("", "0.2 g BT /F1 11 Tf 20 150 Td [(Kerned) -300 (text)] TJ T* (and more) ' ET 10 10 50 1 re f"),
    "<< /Type /Font /Subtype /Type1 /BaseFont /Times-Italic >>",
  ]);
  const one = contentOf(native, document);
  expect(textOf(one)).toContain("Kerned");
  expect(contentOf(wasm, document)).toEqual(one);
});
