import { pdfFile, pdfOf } from "../../src/engines/conformance/documents/made-documents.ts";

/* Documents that extraction must cope with, written by hand. `/F1` is Helvetica, unless a document says otherwise. */

const LETTER = "/MediaBox [0 0 612 792]";

export const page = (content: string, attributes = LETTER): Buffer => pdfOf([{ attributes, content }]);

const shownAt = (x: number, y: number, text: string): string => `1 0 0 1 ${x} ${y} Tm (${text}) Tj`;

export const numberedPages = (count: number): Buffer =>
  pdfOf(
    Array.from({ length: count }, (_, index) => ({
      attributes: "/MediaBox [0 0 160 40]",
      content: `BT /F1 12 Tf 10 14 Td (Sheet ${index + 1} of the log) Tj ET`,
    })),
  );

/** Makes a page of the greatest height, filled with lines that are read from the top. */
export function crowdedPage(glyphs: number): Buffer {
  const line = "the tide was out and the boats lay on the sand ".repeat(4);
  const lines = Math.ceil(glyphs / line.length);
  const height = lines * 12 + 100;
  return page(
    `BT /F1 10 Tf 12 TL 20 ${height - 40} Td ${`(${line}) Tj T* `.repeat(lines)} ET`,
    `/MediaBox [0 0 1000 ${height}]`,
  );
}

/** Makes a page of text in a font whose glyphs have names that stand for no characters. */
export const withoutUnicode = (): Buffer =>
  withFont(
    "BT /F2 12 Tf 72 700 Td (ABCD ABCD ABCD) Tj /F1 12 Tf 0 -20 Td (Known words.) Tj ET",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Own /Encoding << /Type /Encoding /Differences [65 /q1 /q2 /q3 /q4] >> >>",
  );

/** Makes a page whose own text, which is invisible, lies beneath an image of the whole page. */
export const unseenOverScan = (): Buffer =>
  page(
    "q 612 0 0 792 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q BT 3 Tr /F1 12 Tf 72 700 Td (Read by another program.) Tj ET",
  );

/** Makes a page whose letters are shown one by one, in a meaningless order. */
export function lettersInAnyOrder(lines: readonly string[]): Buffer {
  const letters = lines.flatMap((line, row) =>
    Array.from(line, (letter, column) => ({ letter, x: 72 + 7.2 * column, y: 700 - 16 * row })),
  );
  const placed = letters.map((letter, index) => ({ ...letter, place: (index * 7919) % 1009 }));
  const shuffled = placed.toSorted((a, b) => a.place - b.place);
  const shown = shuffled.map(({ letter, x, y }) => shownAt(x, y, letter)).join(" ");
  return withFont(`BT /F2 12 Tf ${shown} ET`, "<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>");
}

/**
 * Makes a page of lines in a script that is read from the right as producers draw it: glyph after glyph from the left,
 * the last letter first.
 */
export function rightToLeft(lines: readonly string[]): Buffer {
  // The space is a narrow glyph.
  const letters = [...new Set(Array.from(` ${lines.join("")}`))];
  const code = (letter: string): string => (33 + letters.indexOf(letter)).toString(16).padStart(2, "0");
  const mapping = letters.map((letter) => `<${code(letter)}> <${utf16(letter)}>`).join("\n");
  const map = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange ${letters.length} beginbfchar\n${mapping}\nendbfchar endcmap end end`;
  const shown = lines
    .map((line, row) => `1 0 0 1 300 ${700 - 16 * row} Tm <${Array.from(line, code).toReversed().join("")}> Tj`)
    .join(" ");
  return withFont(
    `BT /F2 12 Tf ${shown} ET`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 7 0 R >>",
    [`<< /Length ${map.length} >>\nstream\n${map}\nendstream`],
  );
}

/** Makes a page with a table that runs up it, as wide tables are set. */
export function turnedTable(rows: readonly (readonly string[])[]): Buffer {
  const cells = rows.flatMap((row, index) =>
    row.map((text, column) => `0 1 -1 0 ${100 + 20 * index} ${80 + 120 * column} Tm (${text}) Tj`),
  );
  return page(`BT /F1 12 Tf ${cells.join(" ")} ET`);
}

/** Makes a page of text of a negative size in a matrix that turns it upright again. */
export const negativeSize = (): Buffer =>
  page("BT /F1 -12 Tf -1 0 0 -1 72 700 Tm (Upright after all.) Tj -1 0 0 -1 72 680 Tm (And so is this.) Tj ET");

/** Makes a page of cells with rules around them, so many that it has the greatest width. */
export function wideTable(columns: number, rows: number): Buffer {
  const width = columns * 60;
  const top = 40 + rows * 20;
  const level = Array.from(
    { length: rows + 1 },
    (_, row) => `20 ${top - 20 * row} m ${20 + width} ${top - 20 * row} l S`,
  );
  const upright = Array.from(
    { length: columns + 1 },
    (_, column) => `${20 + 60 * column} 40 m ${20 + 60 * column} ${top} l S`,
  );
  const cells = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) =>
      shownAt(24 + 60 * column, top - 14 - 20 * row, `r${row}c${column}`),
    ),
  );
  return page(
    `${[...level, ...upright].join(" ")} BT /F1 10 Tf ${cells.flat().join(" ")} ET`,
    `/MediaBox [0 0 ${width + 40} ${top + 40}]`,
  );
}

/**
 * Makes a document of two paragraphs in marked content, with a structure tree. The objects of `tree` are numbered from
 * 6.
 */
export function tagged(tree: readonly string[], content = TWO_PARAGRAPHS): Buffer {
  return pdfFile([
    "<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 6 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R ${LETTER} /StructParents 0 /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...tree,
  ]);
}

const TWO_PARAGRAPHS = [
  "/P << /MCID 0 >> BDC BT /F1 12 Tf 72 700 Td (First paragraph of the page.) Tj ET EMC",
  "/P << /MCID 1 >> BDC BT /F1 12 Tf 72 660 Td (Second paragraph of the page.) Tj ET EMC",
].join(" ");

/** Makes a page of lines of Japanese that run down, the first at the right. */
export function vertical(lines: readonly string[]): Buffer {
  const shown = lines.map((line, index) => `1 0 0 1 ${400 - 30 * index} 700 Tm <${utf16(line)}> Tj`).join(" ");
  return withFont(
    `BT /F2 20 Tf ${shown} ET`,
    "<< /Type /Font /Subtype /Type0 /BaseFont /Body /Encoding /UniJIS-UTF16-V /DescendantFonts [7 0 R] >>",
    [
      "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Body /CIDSystemInfo 8 0 R /FontDescriptor 9 0 R >>",
      "<< /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >>",
      "<< /Type /FontDescriptor /FontName /Body /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 >>",
    ],
  );
}

const utf16 = (text: string): string => Buffer.from(text, "utf16le").swap16().toString("hex");

/** Makes a page on which `/F1` is Helvetica and `/F2` is `font`, object 6; `objects` begin at 7. */
const withFont = (content: string, font: string, objects: readonly string[] = []): Buffer =>
  pdfFile([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R ${LETTER} /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    font,
    ...objects,
  ]);
