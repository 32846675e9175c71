import { statSync } from "node:fs";
import { join } from "node:path";
import { assert } from "../../kernel/assert.ts";
import type { WorkerPool } from "../pool/protocol.ts";
import type { PageImage, Rasterizer } from "../ports.ts";
import { nonsense } from "./nonsense.ts";
import { RENDER, renderedPage } from "./wire.ts";

type RenderCall = Parameters<Rasterizer["render"]>[0];

/** Images by PDFium in the workers of `pool`, which serve `createPdfiumMethods`. */
export function createPdfiumRasterizer(pool: WorkerPool): Rasterizer {
  return { render: (job) => render(pool, job) };
}

async function* render(pool: WorkerPool, job: RenderCall): AsyncGenerator<PageImage, void, undefined> {
  const { input, outputDirectory, signal, engineTime, password, pages, size, encoding, maxPixels } = job;
  assert(new Set(pages).size === pages.length, "each page is drawn once: its image is named after it");
  const images = pool.stream<unknown>({
    method: RENDER,
    parameters: { password, pages, size, encoding, maxPixels },
    inputs: [input],
    outputDirectory,
    work: { signal, engineTime },
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
