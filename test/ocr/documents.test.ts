import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { type CorpusFile, corpusFiles, sampleOf } from "../corpora/corpus.ts";
import { type DocumentRun, readDocuments } from "./read-documents.ts";

/*
 * The first pages of broken, odd and hostile documents, read by both engines. QUIRE_TEST_CORPORA names the folder with
 * the corpora; QUIRE_TEST_FULL=1 takes all files, and keeps how many were read.
 */

const corpora = process.env.QUIRE_TEST_CORPORA;
const full = process.env.QUIRE_TEST_FULL === "1";

/** The short run takes every fourth file of the sample of other suites: each costs seconds of processor time. */
const SAMPLE_STEP = 4;
const GOOD_FILE = "hostile/own/ok-baseline.pdf";
const STATUSES = /^(200|400 \w+|413 \w+|422 \w+)$/;
/** The most time for an answer: at most 25 s to be drawn and a minute to be read. */
const ANSWER_WITHIN_MS = 88_000;
const MEBIBYTE = 1024 ** 2;
const SERVER_MEMORY_MAX = 400 * MEBIBYTE;
const WORKER_MEMORY_MAX = (1024 + 600) * MEBIBYTE;
const RUN_TIMEOUT_MS = full ? 4 * 3_600_000 : 600_000;
const SCORES = fileURLToPath(new URL("scores/documents.json", import.meta.url));

type Ends = Readonly<Record<string, Readonly<Record<string, number>>>>;

if (corpora === undefined) {
  console.warn("Text recognition of broken and hostile documents is left out: QUIRE_TEST_CORPORA is not set.");
}

describe.skipIf(corpora === undefined)("the corpora", () => {
  let files: readonly CorpusFile[];
  let run: DocumentRun;

  beforeAll(async () => {
    const all = await corpusFiles(corpora ?? "");
    const goodFile = all.find(({ id }) => id === GOOD_FILE);
    if (goodFile === undefined) {
      throw new Error(`${GOOD_FILE} is missing in ${corpora}`);
    }
    files = full ? all : sampleOf(all).filter((_, index) => index % SAMPLE_STEP === 1);
    run = await readDocuments(files, goodFile);
  }, RUN_TIMEOUT_MS);

  test("every document is answered by both engines: 200, 400, 413 or 422", () => {
    expect(run.outcomes).toHaveLength(2 * files.length);
    expect(run.outcomes.filter(({ end }) => !STATUSES.test(end))).toEqual([]);
    expect(run.outcomes.filter(({ end }) => end === "200").length).toBeGreaterThan(run.outcomes.length / 2);
  });

  test("every answer has the form of an answer, and is there in time", () => {
    expect(run.outcomes.filter(({ faults }) => faults.length > 0)).toEqual([]);
    expect(run.outcomes.filter(({ isJob, elapsedMs }) => !isJob && elapsedMs > ANSWER_WITHIN_MS)).toEqual([]);
  });

  test("the service stands as before, and its memory and that of its workers stayed within their bounds", () => {
    const { sameProcess, filesLeft, goodEnd, peaks } = run;
    expect({ sameProcess, filesLeft, goodEnd }).toEqual({ sameProcess: true, filesLeft: [], goodEnd: "200" });
    expect(Math.min(peaks.serverBytes, peaks.workerBytes)).toBeGreaterThan(20 * MEBIBYTE);
    expect(peaks.serverBytes).toBeLessThan(SERVER_MEMORY_MAX);
    expect(peaks.workerBytes).toBeLessThan(WORKER_MEMORY_MAX);
  });

  test.runIf(full)("as many are read as before", () => {
    const ends = endsOf(run);
    const kept = existsSync(SCORES) ? (JSON.parse(readFileSync(SCORES, "utf8")) as Ends) : {};
    for (const [engine, counts] of Object.entries(kept)) {
      expect(ends[engine]?.["200"] ?? 0, engine).toBeGreaterThanOrEqual(counts["200"] ?? 0);
    }
    writeFileSync(SCORES, `${JSON.stringify(ends, null, 2)}\n`);
  });
});

function endsOf({ outcomes }: DocumentRun): Ends {
  const ends: Record<string, Record<string, number>> = {};
  for (const { engine, end } of outcomes.toSorted((a, b) => (a.end < b.end ? -1 : 1))) {
    const counts = (ends[engine] ??= {});
    counts[end] = (counts[end] ?? 0) + 1;
  }
  return ends;
}
