import { beforeAll, describe, expect, test } from "vitest";
import { MEMORY_MAX_BYTES, RUN_SECONDS_MAX } from "./examine.ts";
import { type FuzzReport, fuzz } from "./fuzz-runs.ts";
import { fuzzSeeds } from "./seeds.ts";
import { summaryOf } from "./summary.ts";

/*
 * Documents broken at random, read by packages/cos and rewritten. QUIRE_TEST_CORPORA names the folder with the corpora;
 * without it only the fixtures are broken. QUIRE_TEST_FULL=1 takes twenty times as many, larger ones too. The same
 * number of a run is the same document as long as the documents to start from are: test/fuzz/fuzz.ts repeats it.
 */

const corpora = process.env.QUIRE_TEST_CORPORA;
const full = process.env.QUIRE_TEST_FULL === "1";
const RUNS = full ? 20_000 : 1000;
const PROCESSES = 2;
const KIBIBYTE = 1024;
const SEED_BYTES_MAX = (full ? 1024 : 64) * KIBIBYTE;
const TIMEOUT_MS = full ? 3_600_000 : 300_000;
/**
 * The least share of branches, a good deal less than is reached: it only shows that the documents still get anywhere.
 */
const BRANCHES_HIT_MIN = 0.7;

if (corpora === undefined) {
  console.warn("Fuzzing starts from the fixtures only: QUIRE_TEST_CORPORA is not set.");
}

describe("documents broken at random", () => {
  let report: FuzzReport;

  beforeAll(async () => {
    const seeds = await fuzzSeeds(corpora, SEED_BYTES_MAX);
    const plan = { seeds, from: 0, runs: RUNS };
    report = await fuzz({ ...plan, processes: PROCESSES });
    console.warn(summaryOf(report, plan));
  }, TIMEOUT_MS);

  test("end in a CosError or are read, and are whole with all their pages when rewritten", () => {
    expect(report.faults).toEqual([]);
  });

  test("take neither more time nor more memory than they may", () => {
    expect(report.slowest.cpuSeconds).toBeLessThan(RUN_SECONDS_MAX);
    expect(report.peakBytes).toBeLessThan(MEMORY_MAX_BYTES);
  });

  test("come through most of the package", () => {
    const { hit, all } = report.coverage.total;
    expect([...report.ends.values()].reduce((sum, count) => sum + count, 0)).toBe(RUNS);
    expect(hit / all).toBeGreaterThan(BRANCHES_HIT_MIN);
  });
});
