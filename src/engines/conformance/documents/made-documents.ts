/* Small PDF files, written out by hand. Each contains what one test needs, so that it can be read where it is used. */

export interface MadePage {
  /** Entries of the page dictionary, such as `/MediaBox [0 0 100 100]`. `/F1` is Helvetica. */
  readonly attributes: string;
  readonly content?: string;
}

/** Returns a PDF of `pages`, and `objects`, whose numbers follow: page n has 2n + 2 and 2n + 3. */
export function pdfOf(pages: readonly MadePage[], objects: readonly string[] = []): Buffer {
  const kids = pages.map((_, index) => `${FIRST_PAGE + 2 * index} 0 R`).join(" ");
  return pdfFile([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...pages.flatMap(({ attributes, content = "" }, index) => [
      `<< /Type /Page /Parent 2 0 R /Resources << /Font << /F1 3 0 R >> >> ${attributes} /Contents ${FIRST_PAGE + 2 * index + 1} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
    ...objects,
  ]);
}

const FIRST_PAGE = 4;

/** Returns a PDF of `objects`, numbered from 1, the first of which is the catalog. */
export function pdfFile(objects: readonly string[]): Buffer {
  let file = "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n";
  let xref = "0000000000 65535 f \n";
  for (const [index, object] of objects.entries()) {
    xref += `${String(file.length).padStart(10, "0")} 00000 n \n`;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const size = objects.length + 1;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(`${file}xref\n0 ${size}\n${xref}${trailer}`, "latin1");
}

/**
 * Returns `document` with junk in front, where only a repair finds it: viewers look for the header in the first 1024
 * bytes.
 */
export function buried(document: Buffer): Buffer {
  return Buffer.concat([Buffer.from("junk\n".repeat(1000)), document]);
}

/** Returns a document of one page whose page tree counts seven. */
export function promisingDocument(): Buffer {
  return pdfFile([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R 9 0 R] /Count 7 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 50 50] >>",
  ]);
}

/**
 * Returns a page of text in a font that is not embedded: `text` in hexadecimal, in the encoding that `encoding` names.
 */
export function cjkDocument({
  ordering,
  encoding,
  text,
}: {
  ordering: string;
  encoding: string;
  text: string;
}): Buffer {
  const page = {
    attributes: "/MediaBox [0 0 200 60] /Resources << /Font << /F2 6 0 R >> >>",
    content: `BT /F2 40 Tf 10 15 Td <${text}> Tj ET`,
  };
  return pdfOf(
    [page],
    [
      `<< /Type /Font /Subtype /Type0 /BaseFont /Body /Encoding /${encoding} /DescendantFonts [7 0 R] >>`,
      "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Body /CIDSystemInfo 8 0 R /FontDescriptor 9 0 R >>",
      `<< /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >>`,
      "<< /Type /FontDescriptor /FontName /Body /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 >>",
    ],
  );
}
