import { statSync } from "node:fs";
import { join } from "node:path";
import { assert } from "../../kernel/assert.ts";
import { nonsense } from "../pool/invalid-answer.ts";
import type { WorkerPool } from "../pool/protocol.ts";
import { answersOf } from "../pool/worker-calls.ts";
import type { PageImage, Rasterizer } from "./port.ts";
import { RENDER } from "./wire.ts";

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
  const images = answersOf(pool, RENDER, {
    parameters: { password, pages, size, encoding, maxPixels },
    inputs: [input],
    outputDirectory,
    work: job,
  });
  let done = 0;
  for await (const image of images) {
    const expected = pages[done];
    if (image.page !== expected || image.path !== imagePath(job, expected)) {
      throw nonsense("images");
    }
    const { size: sizeBytes } = statSync(image.path);
    yield { ...image, sizeBytes };
    done += 1;
  }
  if (done !== pages.length) {
    throw nonsense("images");
  }
}

function imagePath({ outputDirectory, encoding }: RenderCall, page: number): string {
  return join(outputDirectory, `page_${page}.${encoding.format}`);
}
