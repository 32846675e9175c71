/**
 * Writes the colours that PDFium gives for DeviceCMYK: nine steps of each ink, the last one the fastest, and for each mixture
 * red, green and blue. The mixtures are drawn as squares of a page, and read from its bitmap. To be run again when PDFium
 * gives other colours: `node scripts/sample-cmyk.ts`.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pdfOf } from "../src/engines/conformance/documents/made-documents.ts";
import { loadPdfium } from "../src/engines/pdfium/worker/binding/load.ts";
import { PdfiumDocument } from "../src/engines/pdfium/worker/document.ts";

const OUTPUT = join(import.meta.dirname, "../packages/pdfa-conversion/src/colour/device-cmyk.bin");
const STEPS = 9;
const SIDE = STEPS * STEPS;
/** The side of a square, in points and in pixels: its middle is not mixed with its neighbours. */
const SQUARE = 3;

const inks = (index: number): number[] => [3, 2, 1, 0].map((place) => Math.floor(index / STEPS ** place) % STEPS);

const squares = Array.from({ length: STEPS ** 4 }, (_, index) => {
  const [x, y] = [index % SIDE, Math.floor(index / SIDE)];
  const colour = inks(index).map((step) => step / (STEPS - 1));
  return `${colour.join(" ")} k ${SQUARE * x} ${SQUARE * (SIDE - 1 - y)} ${SQUARE} ${SQUARE} re f`;
});

const directory = mkdtempSync(join(tmpdir(), "quire-cmyk-"));
try {
  const path = join(directory, "squares.pdf");
  const [widthPx, heightPx] = [SQUARE * SIDE, SQUARE * SIDE];
  writeFileSync(path, pdfOf([{ attributes: `/MediaBox [0 0 ${widthPx} ${heightPx}]`, content: squares.join("\n") }]));
  using document = PdfiumDocument.open(await loadPdfium({}), { path, password: Uint8Array.of(0) });
  const pixels = Buffer.alloc(widthPx * heightPx * 3, 0xff);
  document.draw(1, { widthPx, heightPx, channels: 3, pixels });
  const colours = Buffer.concat(
    squares.map((_, index) => {
      const [x, y] = [index % SIDE, Math.floor(index / SIDE)];
      const at = 3 * ((SQUARE * y + 1) * widthPx + SQUARE * x + 1);
      return pixels.subarray(at, at + 3);
    }),
  );
  writeFileSync(OUTPUT, colours);
} finally {
  rmSync(directory, { recursive: true });
}
