import { assert } from "../../../kernel/assert.ts";
import type { PdfiumBinding } from "./binding/binding.ts";
import { warmUpEncoders } from "./drawing/encode.ts";

/**
 * Does once what the first documents of a worker would wait for: PDFium draws, asks for the names of the service's fonts,
 * which it does for a CJK font that is not embedded, and every encoder runs.
 */
export async function warmUp(binding: PdfiumBinding): Promise<void> {
  const file = documentWithoutFonts();
  const document = binding.loadMemory(file);
  const page = document === null ? null : binding.loadPage(document, 0);
  assert(document !== null && page !== null, "PDFium opens the document that it is warmed up with");
  const bitmap = { widthPx: 40, heightPx: 40, channels: 3, pixels: new Uint8Array(3 * 40 * 40) } as const;
  const target = binding.createBitmap(bitmap);
  binding.renderPage(target, page, bitmap);
  binding.destroyBitmap(target);
  binding.closePage(page);
  binding.closeDocument(document);
  await warmUpEncoders();
}

/**
 * Returns a document of one page with two characters of Chinese. It has no cross-reference table: PDFium finds the
 * objects by itself.
 */
function documentWithoutFonts(): Buffer {
  const content = "BT /F1 20 Tf 0 10 Td <4f60597d> Tj ET";
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 40 40] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type0 /BaseFont /Song /Encoding /UniGB-UTF16-H /DescendantFonts [6 0 R] >>",
    "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Song /CIDSystemInfo 7 0 R /FontDescriptor 8 0 R >>",
    "<< /Registry (Adobe) /Ordering (GB1) /Supplement 2 >>",
    "<< /Type /FontDescriptor /FontName /Song /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900 >>",
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join("");
  return Buffer.from(`%PDF-1.7\n${body}trailer\n<< /Size 9 /Root 1 0 R >>\n%%EOF\n`, "latin1");
}
