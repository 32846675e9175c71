import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSqliteStore } from "../../src/platform/store/sqlite/sqlite-store.ts";
import { CrashLoop } from "./crash-loop.ts";
import { expectBalancesShown, expectJobsAnswered, expectOneChargePerKey } from "./final-state.ts";
import { knownResults, namesIn, readStoreContents } from "./store-contents.ts";

/*
 * The service is killed again and again while clients pay, submit, cancel and repeat; after each start the credits, the
 * jobs and the files have to agree with the answers that the clients received. QUIRE_TEST_FULL=1 takes more rounds and
 * all engine processes, QUIRE_TEST_CRASH_ROUNDS any number of rounds.
 */

const full = process.env.QUIRE_TEST_FULL === "1";
const ROUNDS = Number(process.env.QUIRE_TEST_CRASH_ROUNDS ?? (full ? 300 : 20));
/** The number of engine processes; one starts sooner than one per core (0). */
const WORKERS = full ? 0 : 1;
const SEED = 20_261_122;
const ADMIN_KEY = `crash-${crypto.randomUUID()}`;

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "quire-crash-"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

test("what was promised survives kill -9, and nothing is charged twice or for nothing", {
  timeout: ROUNDS * 15_000,
}, async () => {
  const dataDirectory = join(directory, "data");
  await using loop = await CrashLoop.begin({ dataDirectory, adminKey: ADMIN_KEY, workers: WORKERS }, SEED);
  for (let round = 0; round < ROUNDS; round += 1) {
    expect(await loop.round(round), `round ${round}`).toEqual([]);
  }
  const { service, differences } = await loop.drain();
  expect(differences).toEqual([]);
  const jobs = await expectJobsAnswered(service.port, loop.cast);
  const contents = readStoreContents(dataDirectory);
  await expectBalancesShown(service.port, { contents, adminKey: ADMIN_KEY, cast: loop.cast });
  await service.stop();
  await expectStoreAgrees(dataDirectory);
  expectOneChargePerKey(contents, loop.cast);
  expect((await namesIn(dataDirectory, "results")).toSorted()).toEqual(knownResults(dataDirectory).toSorted());
  expect([await namesIn(dataDirectory, "tasks"), await namesIn(dataDirectory, "jobs")]).toEqual([[], []]);
  console.warn(summaryOf(loop, jobs));
});

async function expectStoreAgrees(dataDirectory: string): Promise<void> {
  const store = await openSqliteStore({ path: join(dataDirectory, "quire.db"), writer: "thread" });
  try {
    expect(await store.audit()).toEqual([]);
  } finally {
    await store.close();
  }
}

function summaryOf(
  { cast, agreement, ends, readyMs, workerStartMs }: CrashLoop,
  jobs: ReadonlyMap<string, number>,
): string {
  return (
    `crash loop: ${ROUNDS} rounds, ended ${list(ends)}; requests: ${list(cast.journal.counts)}; ` +
    `accepted jobs: ${list(jobs)}; lost 0, charged twice 0, charged and cut on the wire ${agreement.undelivered}; ` +
    `ready p50 ${median(readyMs)} ms (most ${Math.round(Math.max(...readyMs))}), ` +
    `engine process p50 ${median(workerStartMs)} ms`
  );
}

const list = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([what, count]) => `${what} ${count}`).join(", ");

const median = (values: readonly number[]): number =>
  Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN);
