import { createReadStream, createWriteStream, statSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { workOf } from "../../kernel/timing/work.ts";
import { nonsense } from "../pool/invalid-answer.ts";
import type { WorkerPool } from "../pool/protocol.ts";
import { answerOf, answersOf, workerTimeoutMs } from "../pool/worker-calls.ts";
import type { ExtractionStep, Extractor } from "./port.ts";
import { EXTRACT, fileOf, SCANS } from "./wire.ts";

/**
 * Creates an extractor that reads text by PDFium and @quire/layout in the workers of `pool`, which serve
 * `createLayoutMethods`.
 */
export const createExtractor = (pool: WorkerPool): Extractor => ({
  async scansAmong(source) {
    const { input, password, pages } = source;
    const parameters = { password, pages, timeoutMs: workerTimeoutMs(source) };
    const { scans } = await answerOf(pool, SCANS, { parameters, inputs: [input], work: source });
    const asked = new Set(pages);
    if (!scans.every((page) => asked.has(page))) {
      throw nonsense("pages");
    }
    return scans;
  },
  extract: (job) =>
    job.pages.length >= MIN_PAGES_IN_HALVES && isDivisible(job) ? inHalves(pool, job) : whole(pool, job),
});

type Job = Parameters<Extractor["extract"]>[0];

/** The number of pages below which opening the document twice costs more than two workers save. */
const MIN_PAGES_IN_HALVES = 64;

/** Returns whether pages can be written independently, as pages of text in the arrangement `layout` can. */
const isDivisible = ({ form, lists }: Job): boolean =>
  form.kind === "text" && form.arrangement === "layout" && lists.length === 0;

async function* whole(
  pool: WorkerPool,
  job: Job & { readonly isContinuation?: boolean },
): AsyncGenerator<ExtractionStep, void, undefined> {
  const { input, password, pages, form, lists, images, readPages, outputDirectory, isContinuation = false } = job;
  const steps = answersOf(pool, EXTRACT, {
    parameters: { password, pages, form, lists, images, isContinuation, timeoutMs: workerTimeoutMs(job) },
    inputs: readPages === undefined ? [input] : [input, readPages],
    outputDirectory,
    work: job,
  });
  for await (const step of steps) {
    if (step.kind === "page" || step.kind === "end") {
      yield step;
      continue;
    }
    if (step.kind === "file" ? step.path !== join(outputDirectory, fileOf(step.content)) : !isFigure(step.path)) {
      throw nonsense("pages");
    }
    yield { ...step, sizeBytes: statSync(step.path).size };
  }
}

const isFigure = (path: string): boolean => /^figure_\d+_\d+\.(?:png|jpg)$/.test(basename(path));

/** Has two workers read half of the pages each, and joins their texts. */
async function* inHalves(pool: WorkerPool, job: Job): AsyncGenerator<ExtractionStep, void, undefined> {
  const { pages, outputDirectory, signal } = job;
  const middle = Math.ceil(pages.length / 2);
  const directory = join(outputDirectory, "second-half");
  await mkdir(directory);
  const stop = new AbortController();
  const work = { ...workOf(job), signal: AbortSignal.any([signal, stop.signal]) };
  const rest = { ...job, ...work, pages: pages.slice(middle), outputDirectory: directory, isContinuation: true };
  const secondHalf = Array.fromAsync(whole(pool, rest));
  // The result is awaited below; until then a failure must not count as unhandled.
  secondHalf.catch(() => {});
  try {
    const steps: ExtractionStep[] = [];
    for await (const step of whole(pool, { ...job, ...work, pages: pages.slice(0, middle) })) {
      if (step.kind === "page") {
        yield step;
      } else {
        steps.push(step);
      }
    }
    yield* joined(steps, await secondHalf);
  } finally {
    stop.abort(new Error("The other half is not wanted any more."));
    await secondHalf.catch(() => {});
    await rm(directory, { recursive: true, force: true });
  }
}

async function* joined(
  first: readonly ExtractionStep[],
  second: readonly ExtractionStep[],
): AsyncGenerator<ExtractionStep, void, undefined> {
  yield* second.filter(({ kind }) => kind === "page");
  const text = fileIn(first);
  const rest = fileIn(second);
  await pipeline(createReadStream(rest.path), createWriteStream(text.path, { flags: "a" }));
  yield { ...text, sizeBytes: text.sizeBytes + rest.sizeBytes };
  const end = endIn(first);
  yield { ...end, wordCount: end.wordCount + endIn(second).wordCount };
}

type Step<Kind extends ExtractionStep["kind"]> = Extract<ExtractionStep, { kind: Kind }>;

function fileIn(steps: readonly ExtractionStep[]): Step<"file"> {
  const file = steps.find((step): step is Step<"file"> => step.kind === "file");
  if (file === undefined) {
    throw nonsense("pages");
  }
  return file;
}

function endIn(steps: readonly ExtractionStep[]): Step<"end"> {
  const end = steps.find((step): step is Step<"end"> => step.kind === "end");
  if (end === undefined) {
    throw nonsense("pages");
  }
  return end;
}
