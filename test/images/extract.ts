import { readFileSync } from "node:fs";
import { CosDocument, pagesOf } from "@quire/cos";
import { createInProcessPool } from "../../src/engines/conformance/in-process-pool.ts";
import { createImageExtractor } from "../../src/engines/images/extractor.ts";
import type { ExtractedImage, LostImage } from "../../src/engines/images/port.ts";
import { createImageMethods } from "../../src/engines/images/worker/methods.ts";
import { loadPdfium } from "../../src/engines/pdfium/worker/binding/load.ts";
import { TimeBudget } from "../../src/kernel/timing/work.ts";

const extractor = createImageExtractor(createInProcessPool(createImageMethods(await loadPdfium({}))));

/** The most pixels of an image, and of a mask. */
export const MAX_PIXELS = 100_000_000;

export interface Extraction {
  readonly images: readonly ExtractedImage[];
  readonly lost: readonly LostImage[];
}

/** Extracts all images of a document, each once, as files in `outputDirectory`. */
export async function extractAll(input: string, outputDirectory: string, password?: string): Promise<Extraction> {
  const { length } = pagesOf(CosDocument.open(readFileSync(input), { password }));
  const images: ExtractedImage[] = [];
  const lost: LostImage[] = [];
  const found = extractor.extract({
    input,
    password,
    pages: Array.from({ length }, (_, index) => index + 1),
    format: "original",
    minWidthPx: 1,
    minHeightPx: 1,
    dedupe: true,
    maxPixels: MAX_PIXELS,
    outputDirectory,
    signal: new AbortController().signal,
    engineTime: new TimeBudget(120_000),
  });
  for await (const image of found) {
    if ("reason" in image) {
      lost.push(image);
    } else {
      images.push(image);
    }
  }
  return { images, lost };
}
