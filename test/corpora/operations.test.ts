import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import type { Fault } from "./checks.ts";
import { type CorpusFile, corpusFiles, sampleOf } from "./corpus.ts";
import { readInkList } from "./ink.ts";
import { Progress } from "./progress.ts";
import {
  type Aftermath,
  type Engine,
  type FileOutcomes,
  runOperations,
  WORKER_MEMORY_BYTES,
} from "./run-operations.ts";
import { losses, readScores, scoreOf, writeScores } from "./scores.ts";

/*
 * Broken, odd and hostile documents through every operation of one running service. QUIRE_TEST_CORPORA names the folder
 * with the corpora; QUIRE_TEST_FULL=1 takes all files, with both builds of PDFium, and keeps the scores.
 */

/** A page that our engine leaves blank although two other programs show ink; a person has looked at it. */
interface InkException {
  readonly file: string;
  readonly reason: string;
  /** Another program that was tried, and what it shows. */
  readonly secondProgram: string;
}

const corpora = process.env.QUIRE_TEST_CORPORA;
const full = process.env.QUIRE_TEST_FULL === "1";
const engines: readonly Engine[] = full ? ["native", "wasm"] : ["native"];

/** The smallest document that is right in every way; it shows whether the service still works. */
const GOOD_FILE = "hostile/own/ok-baseline.pdf";
const BLANK_SHARE_MAX = { native: 0.01, wasm: 0.02 } as const;
const MEBIBYTE = 1024 ** 2;
const SERVER_MEMORY_MAX = 400 * MEBIBYTE;
/** The memory that a worker may have beyond its cap: the runtime's. */
const WORKER_RUNTIME_MEMORY = 600 * MEBIBYTE;
const RUN_TIMEOUT_MS = full ? 6 * 3_600_000 : 900_000;

const ink = await readInkList();
const exceptions = JSON.parse(
  await readFile(new URL("ink-exceptions.json", import.meta.url), "utf8"),
) as InkException[];

if (corpora === undefined) {
  console.warn("The corpora of broken and hostile documents are left out: QUIRE_TEST_CORPORA is not set.");
}

test("exceptions to the list of pages with ink are few, have a reason, and are about pages that are expected", () => {
  expect(exceptions.length).toBeLessThanOrEqual(Object.keys(ink.expected).length * BLANK_SHARE_MAX.native);
  for (const exception of exceptions) {
    expect(Object.keys(ink.expected)).toContain(exception.file);
    expect(exception.reason).toMatch(/\w{3}/);
    expect(exception.secondProgram).toMatch(/\w{3}/);
  }
});

test.skipIf(corpora === undefined)("the list of pages with ink names every file of the corpora", async () => {
  const listed = [ink.expected, ink.disputed, ink.others].flatMap((list) => Object.keys(list));
  const files = await corpusFiles(corpora ?? "");
  expect(listed.toSorted()).toEqual(files.map((file) => file.id).toSorted());
});

describe.skipIf(corpora === undefined).each(engines)("the corpora, with PDFium %s", (engine) => {
  let files: readonly CorpusFile[];
  let progress: Progress<FileOutcomes> | undefined;
  let done: readonly FileOutcomes[];
  let aftermath: Aftermath;

  beforeAll(async () => {
    const all = await corpusFiles(corpora ?? "");
    const goodFile = all.find((file) => file.id === GOOD_FILE);
    if (goodFile === undefined) {
      throw new Error(`${GOOD_FILE} is missing in ${corpora}`);
    }
    files = full ? all : sampleOf(all);
    progress = full ? new Progress<FileOutcomes>(`operations-${engine}`) : undefined;
    ({ done, aftermath } = await runOperations(engine, { files, goodFile, ...(progress && { progress }) }));
  }, RUN_TIMEOUT_MS);

  test("every file is answered by every operation", () => {
    expect(done.map(({ file }) => file).toSorted()).toEqual(files.map((file) => file.id).toSorted());
    expect(done.filter(({ outcomes }) => outcomes.length < 9)).toEqual([]);
  });

  test("every answer is 200, 400, 413 or 422", () => {
    expect(faultsAbout("status")).toEqual([]);
  });

  test("every answer is there within 30 seconds", () => {
    expect(faultsAbout("time")).toEqual([]);
  });

  test("every answer states the rate window and the credits", () => {
    expect(faultsAbout("headers")).toEqual([]);
  });

  test("every error says what failed, with its code and the request's id", () => {
    expect(faultsAbout("error")).toEqual([]);
  });

  test("every rendered page is an image that can be decoded", () => {
    expect(faultsAbout("image")).toEqual([]);
  });

  test("every unlocked document is whole, open, and has all its pages", () => {
    expect(faultsAbout("document")).toEqual([]);
  });

  test("every merged document has the pages of both, and is no worse than what was sent", () => {
    expect(faultsAbout("merged")).toEqual([]);
  });

  test("every archive of parts has a document for each page, no worse than what was sent", () => {
    expect(faultsAbout("parts")).toEqual([]);
  });

  test("every archive of images has as many as its answer says", () => {
    expect(faultsAbout("images")).toEqual([]);
  });

  test("every document of sheets has them all, and is no worse than what was sent", () => {
    expect(faultsAbout("arranged")).toEqual([]);
  });

  test("every document with a watermark has all its pages, and is no worse than what was sent", () => {
    expect(faultsAbout("marked")).toEqual([]);
  });

  test("every document is described with all its pages", () => {
    expect(faultsAbout("description")).toEqual([]);
  });

  test("every document with other metadata has all its pages, and is no worse than what was sent", () => {
    expect(faultsAbout("metadata")).toEqual([]);
  });

  test("every answer with text is what was promised, and no HTML does anything", () => {
    expect(faultsAbout("extracted")).toEqual([]);
  });

  test("nearly all pages that other programs draw with ink have ink", () => {
    const blank = Object.keys(scoreOf(done, ink).inkBlank);
    expect(blank.length).toBeLessThanOrEqual(Object.keys(ink.expected).length * BLANK_SHARE_MAX[engine]);
  });

  test.runIf(engine === "native")("pages without the ink that is expected are exactly the exceptions", () => {
    const blank = Object.keys(scoreOf(done, ink).inkBlank);
    const drawn = new Set(done.map(({ file }) => file));
    const excepted = exceptions.map(({ file }) => file).filter((file) => drawn.has(file));
    expect(blank.toSorted()).toEqual(excepted.toSorted());
  });

  test("the service stands as before: ready, the same process, at work, and with no file left behind", () => {
    expect(aftermath.readyStatus).toBe(200);
    expect(aftermath.sameProcess).toBe(true);
    expect(aftermath.goodRequest).toMatchObject({ status: 200, drawing: "ink", faults: [] });
    expect(aftermath.filesLeft).toEqual([]);
  });

  test("the memory of the server and of its workers stays under their caps", () => {
    const { peakServerMb, peakWorkerMb } = scoreOf(done, ink);
    // Less than this would mean that the wrong processes were watched.
    expect(Math.min(peakServerMb, peakWorkerMb)).toBeGreaterThan(20);
    expect(peakServerMb * MEBIBYTE).toBeLessThan(SERVER_MEMORY_MAX);
    expect(peakWorkerMb * MEBIBYTE).toBeLessThan(WORKER_MEMORY_BYTES + WORKER_RUNTIME_MEMORY);
  });

  test.runIf(full)("no score falls", () => {
    const score = scoreOf(done, ink);
    const scores = readScores();
    const kept = scores[engine];
    expect(kept === undefined ? [] : losses(kept, score)).toEqual([]);
    writeScores({ ...scores, [engine]: score });
    progress?.finish();
  });

  function faultsAbout(about: Fault["about"]): string[] {
    return done.flatMap(({ file, outcomes }) =>
      outcomes.flatMap(({ operation, faults }) =>
        faults.filter((fault) => fault.about === about).map((fault) => `${file}, ${operation}: ${fault.text}`),
      ),
    );
  }
});
