import { nonsense } from "../pool/invalid-answer.ts";
import type { WorkerPool } from "../pool/protocol.ts";
import { callForFile, workerTimeoutMs } from "../pool/worker-calls.ts";
import type { ImageDocuments } from "./port.ts";
import { WRITE } from "./wire.ts";

/**
 * Creates an adapter that makes documents by @quire/image-pages in the workers of `pool`, which serve
 * `imagePageMethods`.
 * @param producer the producing program that documents name
 */
export function createImageDocuments(pool: WorkerPool, producer: string): ImageDocuments {
  return {
    async write({ images, layout, title, pdfa, maxPixels, maxBytes, output, ...work }) {
      const { pages, losses } = await callForFile(pool, WRITE, {
        parameters: { layout, title, pdfa, producer, maxPixels, maxBytes, timeoutMs: workerTimeoutMs(work) },
        inputs: images,
        output,
        work,
      });
      if (pages < images.length || losses.some(({ source }) => source >= images.length)) {
        throw nonsense("documents");
      }
      return { pages, losses };
    },
  };
}
