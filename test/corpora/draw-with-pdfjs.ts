/*
 * Draws the first page of one document with pdf.js and prints `ink` or `blank`; a failure ends the process. It is a
 * separate program because some of the documents fill memory or never end. Usage: draw-with-pdfjs.ts <file>; the
 * password, if there is one, is the standard input.
 */
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { getDocument, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";
import { InkCounter } from "./ink.ts";

/**
 * The largest drawing, in pixels. Larger pages are drawn smaller: only ink is looked for, and a page of 200 inches
 * needs 830 MB of pixels.
 */
const PIXELS_MAX = 25_000_000;

const [path] = process.argv.slice(2);
if (path === undefined) {
  throw new Error("Usage: draw-with-pdfjs.ts <file>");
}
const pdf = await openDocument(await readFile(path), await text(process.stdin));
console.log(await drawFirstPage(pdf));
// The worker of pdf.js may still be busy with what was only prefetched.
process.exit(0);

type PdfDocument = Awaited<ReturnType<typeof openDocument>>;
type RenderParameters = Parameters<Awaited<ReturnType<PdfDocument["getPage"]>>["render"]>[0];

async function openDocument(bytes: Uint8Array, password: string) {
  return getDocument({
    data: new Uint8Array(bytes),
    password,
    cMapUrl: resources("cmaps"),
    iccUrl: resources("iccs"),
    standardFontDataUrl: resources("standard_fonts"),
    wasmUrl: resources("wasm"),
    verbosity: VerbosityLevel.ERRORS,
  }).promise;
}

function resources(folder: string): string {
  return fileURLToPath(import.meta.resolve(`pdfjs-dist/${folder}/`));
}

async function drawFirstPage(document: PdfDocument): Promise<"ink" | "blank"> {
  const page = await document.getPage(1);
  const full = page.getViewport({ scale: 1 });
  const scale = Math.min(1, Math.sqrt(PIXELS_MAX / (full.width * full.height)));
  const viewport = page.getViewport({ scale });
  const widthPx = Math.max(1, Math.round(viewport.width));
  const heightPx = Math.max(1, Math.round(viewport.height));
  // Only pdf.js's own factory makes canvases of the version that it draws with; another copy crashes it.
  const factory = document.canvasFactory as CanvasFactory;
  const { canvas, context } = factory.create(widthPx, heightPx);
  await page.render({ canvas, viewport, background: "white" }).promise;
  const ink = new InkCounter(4);
  const { data } = context.getImageData(0, 0, widthPx, heightPx);
  ink.add(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
  return ink.drawing;
}

/** The part of pdf.js's canvas factory that is used; its own types are those of a browser. */
interface CanvasFactory {
  create(
    widthPx: number,
    heightPx: number,
  ): {
    canvas: RenderParameters["canvas"];
    context: { getImageData(x: number, y: number, widthPx: number, heightPx: number): { data: Uint8ClampedArray } };
  };
}
