import { statSync } from "node:fs";
import { join } from "node:path";
import { nonsense } from "../pool/invalid-answer.ts";
import type { WorkerPool } from "../pool/protocol.ts";
import { answersOf, workerTimeoutMs } from "../pool/worker-calls.ts";
import type { ExtractedImage, ImageExtractor, LostImage } from "./port.ts";
import { EXTRACT, imageFile } from "./wire.ts";

type ExtractCall = Parameters<ImageExtractor["extract"]>[0];

/**
 * Creates an adapter that extracts images by @quire/images and PDFium in the workers of `pool`, which serve
 * `createImageMethods`.
 */
export function createImageExtractor(pool: WorkerPool): ImageExtractor {
  return { extract: (job) => extract(pool, job) };
}

async function* extract(
  pool: WorkerPool,
  job: ExtractCall,
): AsyncGenerator<ExtractedImage | LostImage, void, undefined> {
  const { input, outputDirectory, password, pages, format, minWidthPx, minHeightPx, dedupe, maxPixels } = job;
  const timeoutMs = workerTimeoutMs(job);
  const images = answersOf(pool, EXTRACT, {
    parameters: { password, pages, format, minWidthPx, minHeightPx, dedupe, maxPixels, timeoutMs },
    inputs: [input],
    outputDirectory,
    work: job,
  });
  const asked = new Set(pages);
  let files = 0;
  for await (const image of images) {
    if (!asked.has(image.page)) {
      throw nonsense("images");
    }
    if ("reason" in image) {
      yield image;
      continue;
    }
    files += 1;
    if (image.path !== join(outputDirectory, imageFile(files, image.extension))) {
      throw nonsense("images");
    }
    yield { ...image, sizeBytes: statSync(image.path).size };
  }
}
