/*
 * Draws the pages of a document with PDFium at 72 dpi and answers with the digests of the pixels. It is a separate
 * process because PDFium may crash over a damaged document. Message in: a `RenderRequest`; out: a `Rendering`.
 */
import { createHash } from "node:crypto";
import type { Bitmap } from "../../src/engines/pdfium/worker/binding/binding.ts";
import { loadPdfium } from "../../src/engines/pdfium/worker/binding/load.ts";
import { PdfiumDocument } from "../../src/engines/pdfium/worker/document.ts";
import { PdfiumLoadError } from "../../src/engines/pdfium/worker/load-error.ts";
import { passwordBytes } from "../../src/engines/qpdf/worker/password-bytes.ts";

export interface RenderRequest {
  readonly path: string;
  readonly password?: string | undefined;
  /** The first page to draw, from 1, and how many; by default all that there are. */
  readonly pages?: { readonly from: number; readonly count?: number } | undefined;
  /** Whether the pixels themselves are wanted as well. */
  readonly keepsPixels?: boolean;
}

/** The result of drawing. `unreadable`: PDFium does not open the document. */
export type Rendering =
  | { readonly kind: "pages"; readonly pages: readonly RenderedPage[] }
  | { readonly kind: "unreadable"; readonly reason: string };

export interface RenderedPage {
  /** The digest of the size and the pixels, or of the error when there is no page. */
  readonly digest: string;
  /** The number of pixels that are not white. */
  readonly ink: number;
  /** The pixels; present where there is a page and they are wanted. */
  readonly bitmap?: Bitmap;
}

/** The largest drawing, in pixels; larger pages are drawn smaller. */
const PIXELS_MAX = 9_000_000;
/** The most pages that are drawn: a page tree may count pages by the million. */
const PAGES_MAX = 100;

const binding = loadPdfium({});

process.on("message", (request: RenderRequest) => {
  void draw(request).then((rendering) => process.send?.(rendering));
});

async function draw({ path, password, pages: asked, keepsPixels }: RenderRequest): Promise<Rendering> {
  for (const bytes of password === undefined ? [Uint8Array.of(0)] : passwordBytes(password)) {
    try {
      using document = PdfiumDocument.open(await binding, { path, password: bytes });
      const from = asked?.from ?? 1;
      const count = Math.min(document.pages - from + 1, asked?.count ?? PAGES_MAX, PAGES_MAX);
      const pages = Array.from({ length: count }, (_, index) => {
        const { bitmap, ...page } = drawPage(document, from + index);
        return keepsPixels === true && bitmap !== undefined ? { ...page, bitmap } : page;
      });
      return { kind: "pages", pages };
    } catch (error) {
      if (!(error instanceof PdfiumLoadError)) {
        throw error;
      }
    }
  }
  return { kind: "unreadable", reason: "PDFium does not open it" };
}

function drawPage(document: PdfiumDocument, page: number): RenderedPage {
  const size = document.pageSize(page);
  if (size === null) {
    return { digest: "no page", ink: 0 };
  }
  const scale = Math.min(1, Math.sqrt(PIXELS_MAX / (size.widthPt * size.heightPt)));
  const [widthPx, heightPx] = [size.widthPt, size.heightPt].map((side) => Math.max(1, Math.round(side * scale))) as [
    number,
    number,
  ];
  const pixels = new Uint8Array(widthPx * heightPx * 3).fill(WHITE);
  const bitmap: Bitmap = { widthPx, heightPx, channels: 3, pixels };
  document.draw(page, bitmap);
  const digest = createHash("sha256").update(pixels).digest("hex").slice(0, 16);
  return { digest: `${size.widthPt}x${size.heightPt} ${digest}`, ink: inkOf(pixels), bitmap };
}

const WHITE = 0xff;

function inkOf(pixels: Uint8Array): number {
  let ink = 0;
  for (let offset = 0; offset < pixels.length; offset += 3) {
    ink += pixels[offset] === WHITE && pixels[offset + 1] === WHITE && pixels[offset + 2] === WHITE ? 0 : 1;
  }
  return ink;
}
