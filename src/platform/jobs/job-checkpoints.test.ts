import { writeFile } from "node:fs/promises";
import { afterEach, expect, test, vi } from "vitest";
import { Failure } from "../../kernel/failure.ts";
import { type Checkpoints, noCheckpoints } from "../../operations/operation.ts";
import { accountBoundsOf } from "../config/account-bounds.ts";
import { readConfig } from "../config/config.ts";
import type { Job, JobStore } from "../store/job-store.ts";
import { RunInterrupted } from "./interruption.ts";
import type { JobService } from "./job-service.ts";
import { type JobBench, openBench, reach, untilAborted, type Work, writesFile } from "./testing/job-bench.ts";

/* Work that asks a provider for each of some pages, at 2 credits a page, and holds 10 credits for it. */

afterEach(() => {
  vi.useRealTimers();
});

const HELD = 10;
const PAGE_PRICE = 2;
const nameOf = (page: number): string => `page-${page}`;

/** The pages that were asked for, in order, by all work that shares the list. */
type Asked = number[];

async function readPages(checkpoints: Checkpoints, pages: readonly number[], asked: Asked): Promise<unknown[]> {
  const texts: unknown[] = [];
  for (const page of pages) {
    if ((await checkpoints.read(nameOf(page))) === undefined) {
      asked.push(page);
      await checkpoints.keep(nameOf(page), { text: `text ${page}` }, PAGE_PRICE);
    }
    texts.push(await checkpoints.read(nameOf(page)));
  }
  return texts;
}

/** Makes work that reads `pages`, signals that it has done so, and continues with `then`. */
function readsThen(pages: readonly number[], then: Work, asked: Asked = []) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const work: Work = async (files, context, parameters) => {
    await readPages(context.checkpoints, pages, asked);
    resolve();
    return then(files, context, parameters);
  };
  return { work, read: promise, asked };
}

const stays: Work = (_files, context) => untilAborted(context);

const submit = async (bench: JobBench, service: JobService): Promise<Job> =>
  (await service.submit(await bench.submission({ credits: HELD }))).job;

const full = (): Error => Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });

const refusal = (): Failure => new Failure("storage_unavailable", "The disk is full.");

const storeWith = (bench: JobBench, jobs: Partial<JobStore>) => ({
  ...bench.store,
  jobs: { ...bench.store.jobs, ...jobs },
});

/**
 * Expects that the job has been charged `charged` credits, that no credits are held any more, and that nothing of the
 * job is left on disk.
 */
async function expectCharged(bench: JobBench, charged: number): Promise<void> {
  expect(await bench.balance()).toEqual({ balance: 100 - charged, held: 0 });
  expect(await bench.names("jobs")).toEqual([]);
  expect(await bench.store.audit()).toEqual([]);
}

const usageOf = (bench: JobBench) =>
  bench.store.accounts.usage({
    accountId: bench.accountId,
    unit: "day",
    first: "2026-01-15",
    last: "2026-01-15",
    groupBy: "operation",
  });

test("a job that completes is charged what its work cost, whatever it owed on the way", async () => {
  const bench = await openBench();
  const service = bench.service(async (_files, { checkpoints }) => ({
    result: { kind: "json", value: await readPages(checkpoints, [1, 2, 3], []) },
    usage: { credits: 5 },
  }));
  await service.start();
  const job = await reach(service, (await submit(bench, service)).id, "complete");
  expect(job).toMatchObject({ charged: 5, held: 0 });
  expect(job.answer?.body).toMatchObject({ value: [{ text: "text 1" }, { text: "text 2" }, { text: "text 3" }] });
  await service.stop();
  await expectCharged(bench, 5);
});

test("whoever goes on with a job finds what was kept, and asks for nothing twice", async () => {
  const bench = await openBench();
  const first = readsThen([1, 2], stays);
  const before = bench.service(first.work);
  await before.start();
  const { id } = await submit(bench, before);
  await first.read;
  await before.stop();
  expect(await before.find(id)).toMatchObject({ state: "pending", held: HELD });

  const second = readsThen([1, 2, 3], writesFile(), first.asked);
  const after = bench.service(second.work);
  await after.start();
  await reach(after, id, "complete");
  await after.stop();
  expect(first.asked).toEqual([1, 2, 3]);
  await expectCharged(bench, HELD);
});

test("a job that keeps more than may be stored for its account fails, charged for what was kept", async () => {
  const bench = await openBench();
  const asked: string[] = [];
  const work: Work = async (_files, { checkpoints }) => {
    for (const name of ["one", "two", "three", "four"]) {
      asked.push(name);
      await checkpoints.keep(name, { text: "x".repeat(10_000) }, PAGE_PRICE);
    }
    throw new Error("The work goes on although nothing can be kept.");
  };
  const accountBounds = { ...accountBoundsOf(readConfig({})), storedBytes: 25_000 };
  const service = bench.service(work, { accountBounds });
  await service.start();
  const job = await reach(service, (await submit(bench, service)).id, "failed");
  expect(job).toMatchObject({ error: { code: "storage_full" }, charged: 2 * PAGE_PRICE, held: 0 });
  expect(asked).toEqual(["one", "two", "three"]);
  await service.stop();
  await expectCharged(bench, 2 * PAGE_PRICE);
  expect(await bench.store.accounts.find(bench.accountId)).toMatchObject({ storedBytes: 0 });
});

test("a job's request counts as stored with its files", async () => {
  const bench = await openBench();
  const service = bench.service(stays);
  const fields = { text: "é".repeat(5000) };
  await service.submit(await bench.submission({ credits: HELD, fields }));
  const { storedBytes = 0 } = (await bench.store.accounts.find(bench.accountId)) ?? {};
  expect(storedBytes).toBeGreaterThan(10_000 + 13);
  expect(storedBytes).toBeLessThan(11_000);
});

test("a job that is cancelled in work is charged just the parts that were kept", async () => {
  const bench = await openBench();
  const { work, read } = readsThen([1, 2, 3], stays);
  const service = bench.service(work);
  await service.start();
  const { id } = await submit(bench, service);
  await read;
  expect(await service.cancel(id)).toMatchObject({ job: { state: "cancelled", held: 0, charged: 3 * PAGE_PRICE } });
  await service.stop();
  await expectCharged(bench, 3 * PAGE_PRICE);
  expect(await usageOf(bench)).toMatchObject([{ group: "test-work", requests: 1, pages: 3, credits: 3 * PAGE_PRICE }]);
});

test("a job that is cancelled while it is not in work is charged what was kept before", async () => {
  const bench = await openBench();
  const { work, read } = readsThen([1], stays);
  const service = bench.service(work);
  await service.start();
  const { id } = await submit(bench, service);
  await read;
  await service.stop();
  expect(await service.cancel(id)).toMatchObject({ job: { state: "cancelled", charged: PAGE_PRICE } });
  await expectCharged(bench, PAGE_PRICE);
});

test.for([
  {
    how: "an error of the service",
    thrown: new Error("secret stack"),
    error: { code: "internal_error", detail: "The work failed. What it had done by then has been charged." },
  },
  {
    how: "a failure of the work",
    thrown: new Failure("provider_failed", "The provider did not answer."),
    error: { code: "provider_failed", detail: "The provider did not answer." },
  },
])("a job that fails by $how is charged what was kept, and says nothing else", async ({ thrown, error }) => {
  const bench = await openBench();
  const { work } = readsThen([1, 2], () => Promise.reject(thrown));
  const service = bench.service(work);
  await service.start();
  const job = await reach(service, (await submit(bench, service)).id, "failed");
  expect(job).toMatchObject({ error, message: error.detail, charged: 2 * PAGE_PRICE, held: 0 });
  await service.stop();
  await expectCharged(bench, 2 * PAGE_PRICE);
});

test("a job for which nothing is held is charged nothing, and says so", async () => {
  const bench = await openBench();
  const { work } = readsThen([1, 2], () => Promise.reject(new Error("secret stack")));
  const service = bench.service(work);
  await service.start();
  const { job } = await service.submit(await bench.submission({ credits: 0 }));
  expect(await reach(service, job.id, "failed")).toMatchObject({
    charged: 0,
    error: { detail: "The work failed. Nothing has been charged." },
  });
});

test("a job that takes longer than a job may is charged what was kept", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const bench = await openBench();
  const { work, read } = readsThen([1], stays);
  const service = bench.service(work, { timeoutMs: 60_000 });
  await service.start();
  const { id } = await submit(bench, service);
  await read;
  vi.advanceTimersByTime(60_000);
  const job = await reach(service, id, "failed");
  expect(job).toMatchObject({ error: { code: "document_too_complex" }, charged: PAGE_PRICE });
  await service.stop();
  await expectCharged(bench, PAGE_PRICE);
});

test("no job is charged more than was held for it", async () => {
  const bench = await openBench();
  const { work, read } = readsThen([1, 2, 3, 4, 5, 6], stays);
  const service = bench.service(work);
  await service.start();
  const { id } = await submit(bench, service);
  await read;
  expect(await service.cancel(id)).toMatchObject({ job: { charged: HELD } });
  await service.stop();
  await expectCharged(bench, HELD);
});

test("a part that was kept when its process was lost before it was owed is owed by the next one", async () => {
  const bench = await openBench();
  const { work, read, asked } = readsThen([1, 2], stays);
  const service = bench.service(work);
  const { id } = await submit(bench, service);
  await bench.inputs.keepPart(id, { name: nameOf(1), value: {}, credits: PAGE_PRICE });
  await service.start();
  await read;
  expect(asked).toEqual([2]);
  expect(await service.cancel(id)).toMatchObject({ job: { charged: 2 * PAGE_PRICE } });
  await service.stop();
  await expectCharged(bench, 2 * PAGE_PRICE);
});

test("a part that cannot be read any more is asked for again, and not owed twice", async () => {
  const bench = await openBench();
  const first = readsThen([1, 2], stays);
  const before = bench.service(first.work);
  await before.start();
  const { id } = await submit(bench, before);
  await first.read;
  await before.stop();
  await writeFile(bench.pathOf(`jobs/${id}.parts/${nameOf(1)}.json`), '{"value":');

  const second = readsThen([1, 2], stays);
  const after = bench.service(second.work);
  await after.start();
  await second.read;
  expect(second.asked).toEqual([1]);
  expect(await after.cancel(id)).toMatchObject({ job: { charged: 2 * PAGE_PRICE } });
});

test("parts that cannot be read any more are not owed any more", async () => {
  const bench = await openBench();
  const first = readsThen([1], stays);
  const before = bench.service(first.work);
  await before.start();
  const { id } = await submit(bench, before);
  await first.read;
  await before.stop();
  await writeFile(bench.pathOf(`jobs/${id}.parts/${nameOf(1)}.json`), "");
  const begun = Promise.withResolvers<void>();
  const after = bench.service((_files, context) => {
    begun.resolve();
    return untilAborted(context);
  });
  await after.start();
  await begun.promise;
  expect(await after.cancel(id)).toMatchObject({ job: { charged: 0 } });
});

test.for(["file", "store"])("a full disk (%s) delays what is kept, and no page is asked for again", async (where) => {
  const bench = await openBench();
  let refusals = 2;
  const isRefused = (what: string): boolean => what === where && (refusals -= 1) >= 0;
  const { work, asked } = readsThen([1, 2], () => Promise.reject(new Error("The work fails.")));
  const service = bench.service(work, {
    inputs: {
      ...bench.inputs,
      keepPart: (...part) => (isRefused("file") ? Promise.reject(full()) : bench.inputs.keepPart(...part)),
    },
    store: storeWith(bench, {
      owe: (owed) => (isRefused("store") ? Promise.reject(refusal()) : bench.store.jobs.owe(owed)),
    }),
  });
  await service.start();
  const job = await reach(service, (await submit(bench, service)).id, "failed");
  expect(job).toMatchObject({ attempts: 1, charged: 2 * PAGE_PRICE });
  expect(refusals).toBeLessThan(0);
  expect(asked).toEqual([1, 2]);
  await service.stop();
  await expectCharged(bench, 2 * PAGE_PRICE);
});

test("while the disk is full, the job can be cancelled; the part that waits is not charged", async () => {
  const bench = await openBench();
  const refused = Promise.withResolvers<void>();
  const { work } = readsThen([1, 2], writesFile());
  const service = bench.service(work, {
    inputs: {
      ...bench.inputs,
      keepPart(id, part) {
        if (part.name === nameOf(1)) {
          return bench.inputs.keepPart(id, part);
        }
        refused.resolve();
        return Promise.reject(full());
      },
    },
  });
  await service.start();
  const { id } = await submit(bench, service);
  await refused.promise;
  expect(await service.cancel(id)).toMatchObject({ job: { state: "cancelled", charged: PAGE_PRICE } });
  await service.stop();
  await expectCharged(bench, PAGE_PRICE);
});

test("work that starts again for want of a place finds what its own attempt has kept", async () => {
  const bench = await openBench();
  const asked: Asked = [];
  let attempts = 0;
  const { work } = readsThen(
    [1, 2],
    (...rest) => {
      attempts += 1;
      return attempts < 3
        ? Promise.reject(new Failure("queue_full", "No place.", { facts: { retryAfterSeconds: 0.01 } }))
        : writesFile()(...rest);
    },
    asked,
  );
  const service = bench.service(work);
  await service.start();
  await reach(service, (await submit(bench, service)).id, "complete");
  expect([attempts, asked]).toEqual([3, [1, 2]]);
});

test("what is being kept when the work fails is kept and owed first, and nothing is kept afterwards", async () => {
  const bench = await openBench();
  let checkpoints = noCheckpoints;
  const service = bench.service((_files, context) => {
    ({ checkpoints } = context);
    void checkpoints.keep("page-1", {}, PAGE_PRICE);
    return Promise.reject(new Error("Another page failed."));
  });
  await service.start();
  const { id } = await submit(bench, service);
  expect(await reach(service, id, "failed")).toMatchObject({ charged: PAGE_PRICE });
  await expect(checkpoints.keep("page-2", {}, PAGE_PRICE)).rejects.toThrow("has ended");
  await service.stop();
  await expectCharged(bench, PAGE_PRICE);
});

test("a cancellation and the end of the work at the same moment charge once", async () => {
  const bench = await openBench();
  const charges: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    const goOn = Promise.withResolvers<void>();
    const { work, read } = readsThen([1, 2], async () => {
      await goOn.promise;
      return { result: { kind: "json", value: {} }, usage: { credits: 3 } };
    });
    const service = bench.service(work);
    await service.start();
    const { id } = await submit(bench, service);
    await read;
    goOn.resolve();
    // In some of these rounds the work's result is already on its way to the store.
    for (let turn = 0; turn < round; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    const cancelled = await service.cancel(id);
    await service.stop();
    const job = await service.find(id);
    expect(job).toMatchObject(
      cancelled?.kind === "cancelled"
        ? { state: "cancelled", charged: 2 * PAGE_PRICE }
        : { state: "complete", charged: 3 },
    );
    charges.push(job?.charged ?? 0);
  }
  await expectCharged(
    bench,
    charges.reduce((sum, charged) => sum + charged, 0),
  );
});

test("a run whose job was taken over can keep nothing on its account", async () => {
  const bench = await openBench();
  const goOn = Promise.withResolvers<void>();
  const kept = Promise.withResolvers<unknown>();
  const slow = readsThen([1], async (files, context, parameters) => {
    await goOn.promise;
    const keeping = context.checkpoints.keep(nameOf(2), {}, PAGE_PRICE);
    kept.resolve(await keeping.catch((error: unknown) => error));
    return writesFile()(files, context, parameters);
  });
  const before = bench.service(slow.work);
  await before.start();
  const { id } = await submit(bench, before);
  await slow.read;
  await bench.store.recover({ instance: "inst_other", isAlone: true, maxAttempts: 3, now: bench.clock.now });
  const quick = readsThen([1], stays);
  const after = bench.service(quick.work, { instance: "inst_other", places: { pdf: 1 } });
  await after.start();
  await quick.read;
  goOn.resolve();
  expect(await kept.promise).toBeInstanceOf(RunInterrupted);
  await before.stop();
  expect(await after.cancel(id)).toMatchObject({ job: { charged: PAGE_PRICE } });
  await after.stop();
  await expectCharged(bench, PAGE_PRICE);
});

test.for([
  { fault: "a name twice", keep: (checkpoints: Checkpoints) => checkpoints.keep("page-1", {}, 1) },
  { fault: "a name of other characters", keep: (checkpoints: Checkpoints) => checkpoints.keep("../page", {}, 1) },
  { fault: "a name that is too long", keep: (checkpoints: Checkpoints) => checkpoints.keep("p".repeat(41), {}, 1) },
  { fault: "no name", keep: (checkpoints: Checkpoints) => checkpoints.keep("", {}, 1) },
  { fault: "credits that are no integer", keep: (checkpoints: Checkpoints) => checkpoints.keep("page-2", {}, 0.5) },
  { fault: "negative credits", keep: (checkpoints: Checkpoints) => checkpoints.keep("page-2", {}, -1) },
])("$fault is a mistake of the work", async ({ keep }) => {
  const bench = await openBench();
  const service = bench.service(async (_files, { checkpoints }) => {
    await checkpoints.keep("page-1", { text: "kept" }, 0);
    await expect(keep(checkpoints)).rejects.toThrow("Assertion failed");
    return { result: { kind: "json", value: { kept: await checkpoints.read("page-1") } } };
  });
  await service.start();
  const { answer } = await reach(service, (await submit(bench, service)).id, "complete");
  expect(answer?.body).toMatchObject({ value: { kept: { text: "kept" } } });
});

test("what was never kept is not there", async () => {
  const bench = await openBench();
  const service = bench.service(async (_files, { checkpoints }) => ({
    result: { kind: "json", value: { isThere: (await checkpoints.read("page-1")) !== undefined } },
  }));
  await service.start();
  const { answer } = await reach(service, (await submit(bench, service)).id, "complete");
  expect(answer?.body).toMatchObject({ value: { isThere: false } });
});
