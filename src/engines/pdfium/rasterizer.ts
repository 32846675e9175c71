import { statSync } from "node:fs";
import { join } from "node:path";
import { assert } from "../../kernel/assert.ts";
import { workOf } from "../../kernel/work.ts";
import { nonsense } from "../pool/invalid-answer.ts";
import type { WorkerPool } from "../pool/protocol.ts";
import type { PageImage, Rasterizer } from "./port.ts";
import { RENDER, renderedPage } from "./wire.ts";

type RenderCall = Parameters<Rasterizer["render"]>[0];

// Background work releases its worker after this many pages. To open a document again takes less time than a page.
const BACKGROUND_PAGES = 8;

/** Creates a rasterizer that draws by PDFium in the workers of `pool`, which serve `createPdfiumMethods`. */
export function createPdfiumRasterizer(pool: WorkerPool): Rasterizer {
  return { render: (job) => render(pool, job) };
}

async function* render(pool: WorkerPool, job: RenderCall): AsyncGenerator<PageImage, void, undefined> {
  const { pages, isBackground = false } = job;
  assert(new Set(pages).size === pages.length, "each page is drawn once: its image is named after it");
  const pieceLength = isBackground ? BACKGROUND_PAGES : pages.length;
  for (let start = 0; start < pages.length; start += pieceLength) {
    yield* renderPiece(pool, { ...job, pages: pages.slice(start, start + pieceLength) });
  }
}

/** Draws `pages` in one call, on one worker. */
async function* renderPiece(pool: WorkerPool, job: RenderCall): AsyncGenerator<PageImage, void, undefined> {
  const { input, outputDirectory, password, pages, size, encoding, maxPixels } = job;
  const images = pool.stream<unknown>({
    method: RENDER,
    parameters: { password, pages, size, encoding, maxPixels },
    inputs: [input],
    outputDirectory,
    work: workOf(job),
  });
  let done = 0;
  for await (const image of images) {
    const expected = pages[done];
    const { data } = renderedPage.safeParse(image);
    if (data === undefined || data.page !== expected || data.path !== imagePath(job, expected)) {
      throw nonsense("images");
    }
    const { size: sizeBytes } = statSync(data.path);
    yield { ...data, sizeBytes };
    done += 1;
  }
  if (done !== pages.length) {
    throw nonsense("images");
  }
}

function imagePath({ outputDirectory, encoding }: RenderCall, page: number): string {
  return join(outputDirectory, `page_${page}.${encoding.format}`);
}
