import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { withinTime } from "../../kernel/timing/work.ts";
import { nonsense } from "../pool/invalid-answer.ts";
import type { WorkerPool } from "../pool/protocol.ts";
import { answerOf, answersOf } from "../pool/worker-calls.ts";
import { PAGE_TIME_MS } from "./page-work.ts";
import type { PagePicture, PagePictures, PictureJob, StripsJob } from "./port.ts";
import { PICTURE, STRIPS } from "./wire.ts";

/**
 * Makes pictures in the workers of `pool`, which serve Tesseract's methods. It does so without languages, too: a picture
 * is then as the page lies, without words to judge by.
 */
export const createPagePictures = (pool: WorkerPool): PagePictures => ({
  picture: (job) => picture(pool, job),
  strips: (job) => strips(pool, job),
});

async function picture(pool: WorkerPool, job: PictureJob): Promise<PagePicture> {
  const { input, page, dpi, languages, rotates, longEdgePx, maxPixels, outputDirectory } = job;
  const file = `${randomUUID()}.jpg`;
  const parameters = { page, dpi, languages, rotates, longEdgePx, maxPixels, file };
  const made = await withinTime(job, PAGE_TIME_MS, (work) =>
    answerOf(pool, PICTURE, { parameters, inputs: [input], outputDirectory, work }),
  );
  if (made.path !== join(outputDirectory, file) || Math.max(made.widthPx, made.heightPx) > longEdgePx) {
    throw nonsense("pages");
  }
  return made;
}

async function strips(pool: WorkerPool, job: StripsJob): Promise<readonly string[]> {
  const { input, page, rotationDegrees, longEdgePx, maxPixels, count, outputDirectory } = job;
  const files = Array.from({ length: count }, () => `${randomUUID()}.jpg`);
  const parameters = { page, rotationDegrees, longEdgePx, maxPixels, files };
  const made = await withinTime(job, PAGE_TIME_MS, (work) =>
    Array.fromAsync(answersOf(pool, STRIPS, { parameters, inputs: [input], outputDirectory, work })),
  );
  const paths = made.map(({ path }) => path);
  if (paths.length === 0 || paths.some((path, index) => path !== join(outputDirectory, files[index] ?? ""))) {
    throw nonsense("pages");
  }
  return paths;
}
