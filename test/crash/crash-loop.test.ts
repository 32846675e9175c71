import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSqliteStore } from "../../src/platform/store/sqlite/sqlite-store.ts";
import { type Cast, POOR } from "./cast.ts";
import { type Answered, Connection, jsonOf, sha256 } from "./connection.ts";
import { CrashLoop } from "./crash-loop.ts";
import { chargesOf, knownResults, namesIn, readStoreContents } from "./store-contents.ts";

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
  await expectBalancesShown(service.port, dataDirectory, loop.cast);
  await service.stop();
  await expectStoreAgrees(dataDirectory);
  expectOneChargePerKey(dataDirectory, loop.cast);
  expect((await namesIn(dataDirectory, "results")).toSorted()).toEqual(knownResults(dataDirectory).toSorted());
  expect([await namesIn(dataDirectory, "tasks"), await namesIn(dataDirectory, "jobs")]).toEqual([[], []]);
  console.warn(summaryOf(loop, jobs));
});

/**
 * Fails unless each accepted job has ended as its client may expect, with the result that it has to have. Returns how
 * many ended in which state.
 */
async function expectJobsAnswered(port: number, { journal }: Cast): Promise<ReadonlyMap<string, number>> {
  using connection = new Connection(port);
  const ends = new Map<string, number>();
  for (const [id, known] of journal.jobs) {
    const path = `/api/v1/jobs/${id}`;
    const job = await connection.ask({ method: "GET", path, key: known.account.key }, 200);
    const result = await connection.send({ method: "GET", path: `${path}/result`, key: known.account.key });
    const status = String(job["status"]);
    ends.set(status, (ends.get(status) ?? 0) + 1);
    expect(endFaults(known, { ...job, status }, result.kind === "answered" ? result : undefined), id).toEqual([]);
  }
  return ends;
}

function endFaults(
  known: { resultSha256: string; wasCancelAsked: boolean; wasDeletionAsked: boolean },
  job: Readonly<Record<string, unknown>> & { readonly status: string },
  result: Answered | undefined,
): string[] {
  const { status: answered = 0 } = result ?? {};
  const isSame = result !== undefined && answered === 200 && sha256(result.body) === known.resultSha256;
  const isGone = answered === 410 && known.wasDeletionAsked;
  const credits = job["credits"] as { held: number; charged: number };
  const gaveUp = job["attempts"] === 3 && result !== undefined && jsonCode(result) === "internal_error";
  const isRight: Readonly<Record<string, boolean>> = {
    complete: credits.charged === 1 && (isSame || isGone),
    failed: credits.charged === 0 && gaveUp,
    cancelled: credits.charged === 0 && known.wasCancelAsked && answered === 409,
  };
  return isRight[job.status] === true && credits.held === 0
    ? []
    : [`${JSON.stringify(job)}, its result is answered ${answered} (${isSame ? "as it should be" : "not the same"})`];
}

const jsonCode = (answer: Answered): unknown =>
  String(answer.headers["content-type"]).startsWith("application/json") ? jsonOf(answer)["code"] : undefined;

/** Fails unless the administrator is shown the balances that are in the database. */
async function expectBalancesShown(port: number, dataDirectory: string, { journal }: Cast): Promise<void> {
  using connection = new Connection(port);
  const { accounts } = readStoreContents(dataDirectory);
  for (const { id } of journal.accounts) {
    const shown = await connection.ask({ method: "GET", path: `/api/v1/accounts/${id}`, key: ADMIN_KEY }, 200);
    const { balance } = accounts.find((account) => account.id === id) ?? {};
    expect(shown).toMatchObject({ balance, held: 0, available: balance });
  }
}

async function expectStoreAgrees(dataDirectory: string): Promise<void> {
  const store = await openSqliteStore({ path: join(dataDirectory, "quire.db"), writer: "thread" });
  try {
    expect(await store.audit()).toEqual([]);
  } finally {
    await store.close();
  }
}

/** Fails unless requests that are sent until they are answered are charged, or granted, as often as there are keys. */
function expectOneChargePerKey(dataDirectory: string, { keyed, plain, poor, granter }: Cast): void {
  const contents = readStoreContents(dataDirectory);
  expect(keyed.keysOpen.size).toBe(0);
  expect(chargesOf(contents, keyed.id)).toEqual({ jobs: 0, requests: keyed.keysDelivered.size });
  expect(keyed.keysDelivered.size).toBeGreaterThan(0);
  expect(chargesOf(contents, plain.id).requests).toBeGreaterThanOrEqual(plain.plainDelivered);
  const granted = contents.ledger.filter(({ account_id, kind }) => account_id === poor.id && kind === "grant");
  expect(granted.reduce((sum, { amount }) => sum + amount, 0)).toBe(POOR + granter.granted);
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
