import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { buildTrueType } from "../../packages/fonts/src/testing/true-type-builder.ts";
import { pdfOf } from "../../src/engines/conformance/documents/made-documents.ts";
import { withoutChromium } from "../api/html-to-pdf.ts";
import { pdfText } from "../api/programs.ts";
import { commonService } from "../api/service.ts";
import { chosen } from "../running/sampling.ts";
import { printedLayout } from "./printed-layout.ts";

/* Pages of our own making as HTML of `mode=layout`, printed by the browser. */

const MOST_PERCENT = 2;
const sample = (name: string): Buffer => readFileSync(join(import.meta.dirname, "../../docs/samples", name));
const SIDE = "/MediaBox [0 0 300 200]";
const page = (content: string, attributes = SIDE, objects: readonly string[] = []): Buffer =>
  pdfOf([{ attributes, content }], objects);

const TYPE_3 = [
  "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 97 /LastChar 97 /Widths [600] /CharProcs << /a 7 0 R >> /Encoding << /Type /Encoding /Differences [97 /a] >> /Resources << >> >>",
  "<< /Length 41 >>\nstream\n600 0 0 0 500 700 d1 0 0 500 700 re f    \nendstream",
];

/** A font in the file, so that all draw the same; its letters are triangles. */
const triangles = (): string[] => {
  const letters = Array.from({ length: 58 }, (_, index) => [65 + index, 1] as const);
  const cmaps = [{ platform: 1, encoding: 0, glyphs: Object.fromEntries(letters) }];
  const program = Buffer.from(buildTrueType({ widths: [600, 600], cmaps })).toString("hex");
  return [
    `<< /Type /Font /Subtype /TrueType /BaseFont /Triangles /FirstChar 65 /LastChar 122 /Widths [${"600 ".repeat(58)}] /Encoding /MacRomanEncoding /FontDescriptor 7 0 R >>`,
    "<< /Type /FontDescriptor /FontName /Triangles /Flags 32 /FontBBox [0 0 600 700] /ItalicAngle 0 /Ascent 700 /Descent 0 /CapHeight 700 /StemV 80 /FontFile2 8 0 R >>",
    `<< /Filter /ASCIIHexDecode /Length ${program.length + 1} >>\nstream\n${program}>\nendstream`,
  ];
};
const inTriangles = (content: string): Buffer =>
  page(content, `${SIDE} /Resources << /Font << /F2 6 0 R >> >>`, triangles());

const lettersOf = (text: string): string[] => Array.from(text.replaceAll(/\s/g, "")).toSorted();

/** Pages whose text is painted by fonts, each with what is hard about it. */
const PAGES: readonly (readonly [string, () => Buffer])[] = [
  ["a letter", () => sample("letter.pdf")],
  ["a font that is not embedded", () => page("BT /F1 24 Tf 20 100 Td (Hello, world) Tj ET")],
  ["letters apart", () => page("BT /F1 24 Tf 5 Tc 20 100 Td (Spaced) Tj ET")],
  ["condensed type", () => page("BT /F1 24 Tf 60 Tz 20 100 Td (Condensed type) Tj ET")],
  ["turned text", () => page("BT /F1 20 Tf 0.8 0.6 -0.6 0.8 60 30 Tm (Uphill) Tj ET")],
  ["slanted text", () => page("BT /F1 20 Tf 1 0 0.3 1 60 30 Tm (Slanted) Tj ET")],
  ["a page that is turned", () => page("BT /F1 24 Tf 20 100 Td (Turned) Tj ET", `${SIDE} /Rotate 90`)],
  ["a colour", () => page("BT /F1 40 Tf 0 0 1 rg 20 100 Td (Blue) Tj ET")],
  [
    "outlines and colours",
    // The browser draws the last letter twice; poppler takes two equal words in one place for one.
    () => inTriangles("BT /F2 40 Tf 1 Tr 1 0 0 RG 2 w 20 100 Td (Rim) Tj 2 Tr 0 0 1 rg 100 0 Td (s) Tj ET"),
  ],
  [
    "outlines whose width is in scaled units",
    () => inTriangles("0.1 0 0 0.1 0 0 cm BT /F2 400 Tf 1 Tr 1 0 0 RG 20 w 200 1000 Td (Rims) Tj ET"),
  ],
  [
    "outlines of type that the text matrix sizes",
    () => inTriangles("BT /F2 1 Tf 40 0 0 40 20 100 Tm 1 Tr 1 0 0 RG 2 w (Rims) Tj ET"),
  ],
  ["a field behind the text", () => page("0.2 0.4 0.8 rg 10 80 200 60 re f 1 g BT /F1 24 Tf 20 100 Td (White) Tj ET")],
];

describe.skipIf(withoutChromium)("pages as they look, printed from their HTML", () => {
  const service = commonService();

  test.each(chosen(PAGES, [1, 4, 6, 8]))("%s looks as it did, and has its text", async (_, pdf) => {
    const layout = await printedLayout(service(), pdf());
    expect(layout.differingPercent).toBeLessThanOrEqual(MOST_PERCENT);
    expect(layout.text).toBe(layout.expectedText);
    expect(layout.html).not.toContain('fill-opacity="0"');
    // What can be copied from it is set in fonts, and right.
    expect(lettersOf(await pdfText(layout.printed))).toEqual(lettersOf(layout.text));
  });

  test("text is not in the picture behind it", async () => {
    const { html } = await printedLayout(service(), page("BT /F1 24 Tf 20 100 Td (Hello) Tj ET"));
    expect(html).toContain("@font-face");
    expect(html).not.toContain("<image");
  });

  test("glyphs of Type 3, which are drawings, are in the picture, and their text can be selected", async () => {
    const pdf = page("BT /F3 40 Tf 20 100 Td (aa) Tj ET", `${SIDE} /Resources << /Font << /F3 6 0 R >> >>`, TYPE_3);
    const layout = await printedLayout(service(), pdf);
    expect(layout.differingPercent).toBeLessThanOrEqual(MOST_PERCENT);
    expect(layout.html).toContain("<image");
    expect(layout.text).toBe("aa");
  });

  test("text that nobody sees is not there", async () => {
    const hidden =
      "BT /F1 24 Tf 20 100 Td (Seen) Tj 3 Tr (Unseen) Tj ET q 0 0 5 5 re W n BT /F1 24 Tf 20 50 Td (Cut) Tj ET Q";
    expect((await printedLayout(service(), page(hidden))).text).toBe("Seen");
  });
});
