import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { assert } from "../../../kernel/assert.ts";
import { Failure } from "../../../kernel/failure.ts";
import type { Context, PageWork } from "../../../operations/operation.ts";
import { newId } from "../../store/ids.ts";
import type { JobDeps } from "../job-deps.ts";
import { type JobBench, openBench, PRICE, reach, untilAborted, type Work } from "../testing/job-bench.ts";

/* Jobs whose pages several services do, on one store that says that it is shared. */

const PAGES = 12;
const all = Array.from({ length: PAGES }, (_, index) => index + 1);

/** What a service does with a page; it returns the text of the page, or does not end. */
type PageStep = (page: number, context: Context) => Promise<string>;

const textOf = (page: number): Promise<string> => Promise.resolve(`page ${page}\n`);

/** Makes work of twelve pages, each of which has a file as well; pages that were begun are added to `begun`. */
function pageWork(step: PageStep, begun: number[] = []): Work {
  return async (_files, context) => {
    const { sharing, workspace } = context;
    assert(sharing !== undefined, "the store is shared");
    const path = join(workspace, "result.txt");
    const work: PageWork<{ readonly page: number; readonly path: string }> = {
      atOnce: 1,
      pagesAtATime: 1,
      async *work(pages, signal) {
        for (const page of pages) {
          begun.push(page);
          // oxlint-disable-next-line eslint/no-await-in-loop -- one page after the other
          const text = await step(page, { ...context, signal });
          const pagePath = join(workspace, `page-${page}`);
          // oxlint-disable-next-line eslint/no-await-in-loop
          await writeFile(pagePath, text);
          yield { page, path: pagePath };
        }
      },
      kept: ({ page, path: pagePath }) => ({ value: { page }, path: pagePath }),
      restored: (page, kept) => (kept.path === undefined ? undefined : { page, path: kept.path }),
    };
    for await (const { path: pagePath } of sharing.inOrder(all, work)) {
      await appendFile(path, await readFile(pagePath));
    }
    return { result: { kind: "file", mediaType: "text/plain", filename: "result.txt", path } };
  };
}

const EXPECTED = all.map((page) => `page ${page}\n`).join("");

async function openSharedBench() {
  const bench = await openBench();
  const shared = (instance: string): Partial<JobDeps> => ({
    instance,
    store: { ...bench.store, isShared: true },
    sharesBlobs: true,
    helpPlaces: { pdf: 1 },
    places: { pdf: 1 },
  });
  const service = async (step: PageStep, { begun, instance = newId.instance() }: Partial<ServiceOptions> = {}) => {
    await bench.store.renewLease({ instance, leaseMs: 1e9, now: bench.clock.now });
    return bench.service(pageWork(step, begun), shared(instance));
  };
  return { bench, service };
}

interface ServiceOptions {
  readonly begun: number[];
  readonly instance: string;
}

/** Ends the lease of a service, as if nothing was heard of it any more, and has others take over what it had. */
async function lose({ store, clock }: JobBench, instance: string): Promise<void> {
  clock.now += 1;
  await store.renewLease({ instance, leaseMs: 0, now: clock.now });
  await store.recover({ instance: "inst_judge", isAlone: false, maxAttempts: 3, now: clock.now });
}

const slowly = async (page: number): Promise<string> => {
  await sleep(60);
  return await textOf(page);
};

/** A gate that a test opens. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

async function resultOf(bench: JobBench, answerName: unknown): Promise<string> {
  expect(typeof answerName).toBe("string");
  return await readFile(bench.pathOf(`results/${String(answerName)}`), "utf8");
}

test("two services do the pages of one job, which has the result of one", { timeout: 180_000 }, async () => {
  const { bench, service } = await openSharedBench();
  const [own, other]: [number[], number[]] = [[], []];
  const isHelped = gate();
  const owner = await service(
    async (page) => {
      await isHelped.opened;
      return await slowly(page);
    },
    { begun: own },
  );
  await owner.start();
  const { job } = await owner.submit(await bench.submission());
  await reach(owner, job.id, "processing");
  const helper = await service(
    async (page) => {
      isHelped.open();
      return await slowly(page);
    },
    { begun: other },
  );
  await helper.start();
  const done = await reach(owner, job.id, "complete");
  expect(done).toMatchObject({ attempts: 1, charged: PRICE, pagesDone: PAGES, pagesTotal: PAGES });
  expect(await resultOf(bench, done.answer?.body.kind === "file" && done.answer.body.name)).toBe(EXPECTED);
  expect(own.length).toBeGreaterThan(0);
  expect(other.length).toBeGreaterThan(0);
  expect([...own, ...other].toSorted((a, b) => a - b)).toEqual(all);
  await Promise.all([owner.stop(), helper.stop()]);
  expect([await bench.names("jobs"), await bench.names("tasks")]).toEqual([[], []]);
  expect(await bench.balance()).toEqual({ balance: 100 - PRICE, held: 0 });
});

test("pages of a lost helper are done by the owner, and what the helper says later counts for nothing", {
  timeout: 180_000,
}, async () => {
  const { bench, service } = await openSharedBench();
  const mayWork = gate();
  const own: number[] = [];
  const owner = await service(
    async (page) => {
      await mayWork.opened;
      return await textOf(page);
    },
    { begun: own },
  );
  await owner.start();
  const { job } = await owner.submit(await bench.submission());
  await reach(owner, job.id, "processing");
  const instance = newId.instance();
  const [helped, hangs] = [[] as number[], gate()];
  const helper = await service(
    async (page) => {
      if (helped.length > 2) {
        hangs.open();
        await sleep(2000);
      }
      return await textOf(page);
    },
    { begun: helped, instance },
  );
  await helper.start();
  await hangs.opened;
  await lose(bench, instance);
  mayWork.open();
  const done = await reach(owner, job.id, "complete");
  expect(await resultOf(bench, done.answer?.body.kind === "file" && done.answer.body.name)).toBe(EXPECTED);
  // The two pages that it had done were not done again.
  expect(own.filter((page) => helped.slice(0, 2).includes(page))).toEqual([]);
  await Promise.all([owner.stop(), helper.stop()]);
  expect(await bench.names("jobs")).toEqual([]);
  expect(await bench.balance()).toEqual({ balance: 100 - PRICE, held: 0 });
});

test("a job whose owner is lost goes on with what others have kept", { timeout: 180_000 }, async () => {
  const { bench, service } = await openSharedBench();
  const instance = newId.instance();
  let isLost = false;
  const again: number[] = [];
  // Alive all the same, it may be the one that claims the job again.
  const owner = await service(
    async (page, context) => {
      if (!isLost) {
        return await untilAborted(context);
      }
      again.push(page);
      return await textOf(page);
    },
    { instance },
  );
  await owner.start();
  const { job } = await owner.submit(await bench.submission());
  await reach(owner, job.id, "processing");
  const helped: number[] = [];
  const helper = await service(textOf, { begun: helped });
  await helper.start();
  // All but the page that its owner does not end.
  await expect.poll(() => helped.length, { timeout: 60_000 }).toBe(PAGES - 1);
  await expect.poll(async () => (await bench.store.jobs.find(job.id))?.pagesDone, { timeout: 60_000 }).toBe(PAGES - 1);
  isLost = true;
  await lose(bench, instance);
  const done = await reach(helper, job.id, "complete");
  expect(done).toMatchObject({ attempts: 2, charged: PRICE });
  expect(await resultOf(bench, done.answer?.body.kind === "file" && done.answer.body.name)).toBe(EXPECTED);
  expect([...helped, ...again].toSorted((a, b) => a - b)).toEqual(all);
  await Promise.all([owner.stop(), helper.stop()]);
  expect(await bench.names("jobs")).toEqual([]);
});

test("what helpers have kept at a price is charged once when the job is cancelled, and nothing is left", {
  timeout: 180_000,
}, async () => {
  const { bench, service } = await openSharedBench();
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- of this test alone
  const paid: PageStep = async (page, { checkpoints }) => {
    await checkpoints.keep(`page-${page}`, { page }, 1);
    return await textOf(page);
  };
  const kept = new Set<number>();
  const owner = await service((_page, context) => untilAborted(context));
  await owner.start();
  const { job } = await owner.submit(await bench.submission());
  await reach(owner, job.id, "processing");
  const helper = await service(async (page, context) => {
    if (kept.size === 3) {
      return await untilAborted(context);
    }
    const text = await paid(page, context);
    kept.add(page);
    return text;
  });
  await helper.start();
  await expect.poll(() => kept.size, { timeout: 60_000 }).toBe(3);
  expect(await owner.cancel(job.id)).toMatchObject({ kind: "cancelled", job: { charged: 3 } });
  await expect.poll(() => bench.names("jobs"), { timeout: 60_000 }).toEqual([]);
  await Promise.all([owner.stop(), helper.stop()]);
  expect([await bench.names("jobs"), await bench.names("tasks")]).toEqual([[], []]);
  expect(await bench.balance()).toEqual({ balance: 97, held: 0 });
});

test("a service that cannot do a page leaves it to the owner", { timeout: 180_000 }, async () => {
  const { bench, service } = await openSharedBench();
  const mayWork = gate();
  const own: number[] = [];
  const owner = await service(
    async (page) => {
      await mayWork.opened;
      return await textOf(page);
    },
    { begun: own },
  );
  await owner.start();
  const { job } = await owner.submit(await bench.submission());
  await reach(owner, job.id, "processing");
  const helper = await service(() => {
    mayWork.open();
    return Promise.reject(new Failure("engine_unavailable", "There is no engine here."));
  });
  await helper.start();
  const done = await reach(owner, job.id, "complete");
  expect(await resultOf(bench, done.answer?.body.kind === "file" && done.answer.body.name)).toBe(EXPECTED);
  expect(own.toSorted((a, b) => a - b)).toEqual(all);
});

test("an error of the owner's work ends the job at once, whatever others do", { timeout: 180_000 }, async () => {
  const { bench, service } = await openSharedBench();
  const helping = gate();
  const owner = await service(async () => {
    await helping.opened;
    throw new Failure("invalid_pdf", "It cannot be read.");
  });
  await owner.start();
  const { job } = await owner.submit(await bench.submission());
  await reach(owner, job.id, "processing");
  const helper = await service((_page, context) => {
    helping.open();
    return untilAborted(context);
  });
  await helper.start();
  expect(await reach(owner, job.id, "failed")).toMatchObject({ error: { code: "invalid_pdf" }, charged: 0 });
  await Promise.all([owner.stop(), helper.stop()]);
  expect(await bench.names("jobs")).toEqual([]);
});
