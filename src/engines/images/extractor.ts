import { statSync } from "node:fs";
import { join } from "node:path";
import { workOf } from "../../kernel/work.ts";
import { nonsense } from "../pool/invalid-answer.ts";
import type { WorkerPool } from "../pool/protocol.ts";
import { checkedAnswer, workerTimeoutMs } from "../pool/worker-calls.ts";
import type { ExtractedImage, ImageExtractor, LostImage } from "./port.ts";
import { EXTRACT, extractedImage, imageFile } from "./wire.ts";

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
  const images = pool.stream<unknown>({
    method: EXTRACT,
    parameters: { password, pages, format, minWidthPx, minHeightPx, dedupe, maxPixels, timeoutMs },
    inputs: [input],
    outputDirectory,
    work: workOf(job),
  });
  const asked = new Set(pages);
  let files = 0;
  for await (const image of images) {
    const data = checkedAnswer(extractedImage, image, "images");
    if (!asked.has(data.page)) {
      throw nonsense("images");
    }
    if ("reason" in data) {
      yield data;
      continue;
    }
    files += 1;
    if (data.path !== join(outputDirectory, imageFile(files, data.extension))) {
      throw nonsense("images");
    }
    yield { ...data, sizeBytes: statSync(data.path).size };
  }
}
