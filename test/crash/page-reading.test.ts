import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { askedPages, openPageReading, PAGE_PRICE, PAGES, type PagePoint, POINTS } from "./page-reading.ts";
import { contradictions, namesIn, readStoreContents } from "./store-contents.ts";

/*
 * Pages that a provider is paid for survive kill -9: each is asked for once, and is charged if it is kept and not
 * otherwise.
 */

const PROGRAM = resolve(import.meta.dirname, "page-reading-process.ts");
const TIMEOUT_MS = 120_000;

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "quire-pages-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function submit(): Promise<string> {
  await using reading = await openPageReading(directory);
  return await reading.submit();
}

/** Works on the job in a separate process, which is killed at `point`. */
function killedAt(jobId: string, point: PagePoint): void {
  expect(run(jobId, JSON.stringify(point))).toMatchObject({ signal: "SIGKILL" });
  expect(contradictions(readStoreContents(directory))).toEqual([]);
}

/** Works on the job in a separate process until the job has ended. */
function worked(jobId: string): void {
  expect(run(jobId)).toMatchObject({ status: 0, stderr: "" });
}

const run = (...parameters: readonly string[]) =>
  spawnSync(process.execPath, [PROGRAM, directory, ...parameters], { encoding: "utf8", timeout: TIMEOUT_MS });

/** Returns how the job has ended; nothing else is left of it, and the store is consistent. */
async function ended(jobId: string) {
  expect(contradictions(readStoreContents(directory))).toEqual([]);
  expect([await namesIn(directory, "jobs"), await namesIn(directory, "tasks")]).toEqual([[], []]);
  await using reading = await openPageReading(directory);
  expect(await reading.store.audit()).toEqual([]);
  const job = await reading.jobs.find(jobId);
  const account = await reading.store.accounts.find(job?.accountId ?? "");
  return { ...job, balance: account?.balance, stillHeld: account?.held };
}

const allPages = Array.from({ length: PAGES }, (_, index) => index + 1);

test.for(POINTS)(
  "a job whose process is killed twice when a page is %s goes on, and asks for no page again that is kept",
  { timeout: TIMEOUT_MS },
  async (point) => {
    const jobId = await submit();
    killedAt(jobId, { point, page: 2 });
    killedAt(jobId, { point, page: 5 });
    worked(jobId);
    const lost = point === "asked" ? [2, 5] : [];
    expect(askedPages(directory)).toEqual([...allPages, ...lost].toSorted((one, other) => one - other));
    const charged = PAGES * PAGE_PRICE;
    const job = await ended(jobId);
    expect(job).toMatchObject({ state: "complete", attempts: 3, charged, balance: 100 - charged, stillHeld: 0 });
    expect(job.answer?.body).toEqual({
      kind: "json",
      value: allPages.map((page) => ({ text: `text of page ${page}` })),
    });
  },
);

test("a job whose process is killed a third time fails, charged what it owed then", {
  timeout: TIMEOUT_MS,
}, async () => {
  const jobId = await submit();
  killedAt(jobId, { point: "kept", page: 2 });
  killedAt(jobId, { point: "owed", page: 4 });
  killedAt(jobId, { point: "kept", page: 6 });
  worked(jobId);
  // The sixth page was kept, and the store has not been informed that it is owed.
  const charged = 5 * PAGE_PRICE;
  expect(await ended(jobId)).toMatchObject({ state: "failed", charged, balance: 100 - charged, stillHeld: 0 });
  expect(askedPages(directory)).toEqual(allPages);
});

test.for([
  { point: "asked", page: 4, owed: 3 },
  { point: "kept", page: 4, owed: 3 },
  { point: "owed", page: 4, owed: 4 },
] as const)(
  "a job that is cancelled after a kill when page $page was $point is charged $owed pages",
  { timeout: TIMEOUT_MS },
  async ({ owed, ...point }) => {
    const jobId = await submit();
    killedAt(jobId, point);
    {
      await using reading = await openPageReading(directory);
      expect(await reading.jobs.cancel(jobId)).toMatchObject({ job: { charged: owed * PAGE_PRICE } });
    }
    const charged = owed * PAGE_PRICE;
    expect(await ended(jobId)).toMatchObject({ state: "cancelled", charged, balance: 100 - charged, stillHeld: 0 });
  },
);
