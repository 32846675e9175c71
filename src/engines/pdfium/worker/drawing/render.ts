import { join } from "node:path";
import { assert } from "../../../../kernel/assert.ts";
import { Failure } from "../../../../kernel/failure.ts";
import { pageOutOfRange } from "../../../../kernel/pages/page-ranges.ts";
import type { ImageEncoding } from "../../port.ts";
import type { RenderParameters } from "../../wire.ts";
import type { Bitmap } from "../binding/binding.ts";
import type { PdfiumDocument } from "../document.ts";
import { BitmapMemory } from "./bitmap-memory.ts";
import { encodeImage } from "./encode.ts";
import { fittedSize, type PixelSize, pixelSize, requireDrawable, resolutionOf } from "./image-size.ts";

type RenderJob = Omit<RenderParameters, "password">;

/** A drawn page; `file` lies in the output directory and is complete. */
export interface RenderedPage extends PixelSize {
  readonly page: number;
  readonly dpi: number;
  readonly file: string;
}

/**
 * Draws pages and writes their images to `outputDirectory`. While one page is drawn, earlier ones are encoded in other
 * threads, as many as fit into `BITMAP_BYTES_MAX`; a larger one is processed alone.
 * @throws Failure `image_too_large` before anything is drawn, `invalid_pdf`
 */
export async function* renderPages(
  document: PdfiumDocument,
  job: RenderJob,
  outputDirectory: string,
): AsyncGenerator<RenderedPage, void, undefined> {
  const plan = job.pages.map((page) => plannedPage(document, page, job));
  using memory = new BitmapMemory();
  const encoding: Encoding[] = [];
  try {
    for (const planned of plan) {
      while (encoding.length > 0 && (encoding[0]?.isDone || isFull(encoding, planned))) {
        yield await next(encoding);
      }
      encoding.push(drawAndEncode(document, planned, job.encoding, memory, outputDirectory));
      // Finished encoders report between two turns of the event loop.
      await new Promise(setImmediate);
    }
    while (encoding.length > 0) {
      yield await next(encoding);
    }
  } finally {
    // When the reader leaves early, encoders still read the memory.
    await Promise.allSettled(encoding.map(({ rendered }) => rendered));
  }
}

/** The number of encoders at a time; drawing and two encoders keep two cores busy. */
const ENCODERS_MAX = 2;
const BITMAP_BYTES_MAX = 128 * 2 ** 20;

interface PlannedPage extends PixelSize {
  readonly page: number;
  readonly dpi: number;
  readonly channels: Bitmap["channels"];
  readonly sizeBytes: number;
}

interface Encoding {
  readonly sizeBytes: number;
  readonly rendered: Promise<RenderedPage>;
  isDone: boolean;
}

function plannedPage(document: PdfiumDocument, page: number, { size, encoding, maxPixels }: RenderJob): PlannedPage {
  if (page > document.pages) {
    throw pageOutOfRange(page, document.pages);
  }
  const pageSize = document.pageSize(page);
  if (pageSize === null) {
    throw new Failure("invalid_pdf", `Page ${page} cannot be read.`, { facts: { page } });
  }
  const drawnSize = fittedSize(pageSize, size, { format: encoding.format, maxPixels });
  const pixels = pixelSize(pageSize, drawnSize);
  requireDrawable(page, pixels, { format: encoding.format, maxPixels });
  const channels = encoding.transparent && encoding.format === "png" ? 4 : 3;
  const sizeBytes = pixels.widthPx * pixels.heightPx * channels;
  return { page, ...pixels, dpi: resolutionOf(pageSize, pixels, drawnSize), channels, sizeBytes };
}

function isFull(encodings: readonly Encoding[], { sizeBytes }: PlannedPage): boolean {
  const inUse = encodings.reduce((sum, encoding) => sum + encoding.sizeBytes, 0);
  return encodings.length >= ENCODERS_MAX || inUse + sizeBytes > BITMAP_BYTES_MAX;
}

async function next(encodings: Encoding[]): Promise<RenderedPage> {
  const [first] = encodings;
  assert(first !== undefined, "a page is being encoded");
  const rendered = await first.rendered;
  encodings.shift();
  return rendered;
}

function drawAndEncode(
  document: PdfiumDocument,
  planned: PlannedPage,
  encoding: ImageEncoding,
  memory: BitmapMemory,
  outputDirectory: string,
): Encoding {
  const { page, widthPx, heightPx, channels, sizeBytes, dpi } = planned;
  const pixels = memory.take(sizeBytes).fill(channels === 4 ? TRANSPARENT : WHITE);
  const bitmap = { widthPx, heightPx, channels, pixels };
  document.draw(page, bitmap);
  const file = `page_${page}.${encoding.format}`;
  const encoded = encodeImage(bitmap, { encoding, dpi, path: join(outputDirectory, file) });
  const rendered = encoded.then(() => ({ page, file, widthPx, heightPx, dpi }));
  const started: Encoding = { sizeBytes, rendered, isDone: false };
  // An error is thrown when the page's turn comes.
  const finish = (): void => {
    memory.giveBack(pixels);
    started.isDone = true;
  };
  rendered.then(finish, finish);
  return started;
}

const WHITE = 0xff;
const TRANSPARENT = 0;
