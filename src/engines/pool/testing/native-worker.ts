import { join } from "node:path";
import koffi from "koffi";
import sharp from "sharp";
import type { Methods } from "../protocol.ts";
import { serveTasks } from "../worker-host.ts";

/** Draws documents with PDFium and writes images with sharp: the libraries that have to work within the walls. */
const methods: Methods = {
  async *draw({ inputs: [path = ""], outputDirectory }) {
    const { pixels, widthPx, heightPx } = firstPage(path);
    const raw = { width: widthPx, height: heightPx, channels: 4 as const };
    await sharp(pixels, { raw }).png().toFile(join(outputDirectory, "page.png"));
    yield { file: "page.png" };
  },
  async *thumbnail({ inputs: [path = ""], outputDirectory }) {
    await sharp(path).resize(20).webp().toFile(join(outputDirectory, "page.webp"));
    yield { file: "page.webp" };
  },
};

/**
 * The library is loaded before the walls are up, like all of a worker's libraries: the application may lie in a 0700
 * directory.
 */
const { library }: { library: string } = JSON.parse(process.argv[3] ?? "{}");
const pdfium = koffi.load(library);

/** Draws the first page through PDFium's public C interface; pixels are BGRA. */
function firstPage(path: string): { pixels: Buffer; widthPx: number; heightPx: number } {
  pdfium.func("void FPDF_InitLibrary()")();
  const document = pdfium.func("void *FPDF_LoadDocument(const char *, const char *)")(path, null);
  const page = pdfium.func("void *FPDF_LoadPage(void *, int)")(document, 0);
  const widthPx = Math.round(pdfium.func("double FPDF_GetPageWidth(void *)")(page));
  const heightPx = Math.round(pdfium.func("double FPDF_GetPageHeight(void *)")(page));
  const bitmap = pdfium.func("void *FPDFBitmap_Create(int, int, int)")(widthPx, heightPx, 1);
  pdfium.func("void FPDFBitmap_FillRect(void *, int, int, int, int, uint32_t)")(
    bitmap,
    0,
    0,
    widthPx,
    heightPx,
    0xffffffff,
  );
  pdfium.func("void FPDF_RenderPageBitmap(void *, void *, int, int, int, int, int, int)")(
    bitmap,
    page,
    0,
    0,
    widthPx,
    heightPx,
    0,
    0,
  );
  const address = pdfium.func("void *FPDFBitmap_GetBuffer(void *)")(bitmap);
  const pixels = Buffer.from(koffi.view(address, widthPx * heightPx * 4));
  return { pixels, widthPx, heightPx };
}

await serveTasks(methods);
