import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { z } from "zod";
import { Failure } from "../../kernel/failure.ts";
import { withinTime, workOf } from "../../kernel/work.ts";
import { nonsense } from "../pool/invalid-answer.ts";
import type { WorkerPool } from "../pool/protocol.ts";
import { checkedAnswer } from "../pool/worker-calls.ts";
import type { PagePicture, PictureJob, Recognizer } from "./port.ts";
import * as wire from "./wire.ts";

/** The longest time of a worker that a page gets, in milliseconds, however much time its request has left. */
const PAGE_TIME_MS = 60_000;

/** Reads pages in the workers of `pool`, which serve Tesseract's methods; without `languages` it reads nothing. */
export function createRecognizer(
  pool: WorkerPool,
  { languages, pagesAtOnce }: { readonly languages: readonly string[]; readonly pagesAtOnce: number },
): Recognizer {
  return {
    async recognize({ input, signal, engineTime, isBackground, ...parameters }) {
      requireTesseract(languages);
      const answer = await withinTime({ signal, engineTime, isBackground }, PAGE_TIME_MS, (work) =>
        pool.call<unknown>({
          method: wire.RECOGNIZE,
          parameters: parameters satisfies z.input<typeof wire.recognizeParameters>,
          inputs: [input],
          work,
        }),
      );
      return checkedAnswer(wire.pageAnswer, answer, "pages");
    },

    async look({ input, ...work }) {
      requireTesseract(languages);
      const call = { method: wire.LOOK, parameters: {}, inputs: [input], work: workOf(work) };
      return checkedAnswer(wire.lookAnswer, await pool.call<unknown>(call), "pages");
    },

    picture: (job) => picture(pool, job),
    pictureStrips: (job) => pictureStrips(pool, job),

    model: "tesseract",
    languages: () => languages,
    pagesAtOnce,
  };
}

/**
 * Makes the picture of a page. Without languages too: the picture then has the page's orientation in the file, and no
 * words to check against.
 */
async function picture(pool: WorkerPool, job: PictureJob): Promise<PagePicture> {
  const { input, dpi, languages, rotates, longEdgePx, maxPixels, outputDirectory } = job;
  const file = `${randomUUID()}.jpg`;
  const parameters = { dpi, languages, rotates, longEdgePx, maxPixels, file };
  const answer = await withinTime(workOf(job), PAGE_TIME_MS, (work) =>
    pool.call<unknown>({
      method: wire.PICTURE,
      parameters: parameters satisfies z.input<typeof wire.pictureParameters>,
      inputs: [input],
      outputDirectory,
      work,
    }),
  );
  const made = checkedAnswer(wire.pictureAnswer, answer, "pages");
  if (made.path !== join(outputDirectory, file) || Math.max(made.widthPx, made.heightPx) > longEdgePx) {
    throw nonsense("pages");
  }
  return made;
}

async function pictureStrips(
  pool: WorkerPool,
  job: Parameters<Recognizer["pictureStrips"]>[0],
): Promise<readonly string[]> {
  const { input, rotationDegrees, longEdgePx, maxPixels, count, outputDirectory } = job;
  const files = Array.from({ length: count }, () => `${randomUUID()}.jpg`);
  const parameters = { rotationDegrees, longEdgePx, maxPixels, files };
  const answers = await withinTime(workOf(job), PAGE_TIME_MS, (work) =>
    Array.fromAsync(
      pool.stream<unknown>({
        method: wire.STRIPS,
        parameters: parameters satisfies z.input<typeof wire.stripsParameters>,
        inputs: [input],
        outputDirectory,
        work,
      }),
    ),
  );
  const paths = answers.map((answer) => checkedAnswer(wire.stripAnswer, answer, "pages").path);
  if (paths.length === 0 || paths.some((path, index) => path !== join(outputDirectory, files[index] ?? ""))) {
    throw nonsense("pages");
  }
  return paths;
}

function requireTesseract(languages: readonly string[]): void {
  if (languages.length === 0) {
    throw new Failure("engine_unavailable", "Text recognition is not installed on this service.");
  }
}
