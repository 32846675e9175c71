import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Failure } from "../../kernel/failure.ts";
import type { JobStore } from "../store/job-store.ts";
import type { Store } from "../store/store.ts";
import { openBench, PRICE, reach, untilAborted, writesFile } from "./testing/job-bench.ts";

const refusal = (): Failure => new Failure("storage_unavailable", "The disk is full.");

/** Returns the store with some methods of its jobs replaced. */
const storeWith = (store: Store, jobs: Partial<JobStore>): Store => ({
  ...store,
  jobs: { ...store.jobs, ...jobs },
});

test("a disk that refuses the end of a job twice delays it, and it is charged once", async () => {
  const bench = await openBench();
  let refusals = 2;
  const service = bench.service(writesFile(), {
    store: storeWith(bench.store, {
      finish: (finish) => {
        refusals -= 1;
        return refusals >= 0 ? Promise.reject(refusal()) : bench.store.jobs.finish(finish);
      },
    }),
  });
  await service.start();
  const { job } = await service.submit(await bench.submission());
  expect(await reach(service, job.id, "complete")).toMatchObject({ charged: PRICE, attempts: 1 });
  expect(await bench.balance()).toEqual({ balance: 100 - PRICE, held: 0 });
  expect(await bench.store.audit()).toEqual([]);
});

test("an end that was committed although it was reported as refused keeps its result", async () => {
  const bench = await openBench();
  let isFirst = true;
  const service = bench.service(writesFile(), {
    store: storeWith(bench.store, {
      finish: async (finish) => {
        const job = await bench.store.jobs.finish(finish);
        if (isFirst) {
          isFirst = false;
          throw refusal();
        }
        return job;
      },
    }),
  });
  await service.start();
  const { job } = await service.submit(await bench.submission());
  await reach(service, job.id, "complete");
  await service.stop();
  const complete = await reach(service, job.id, "complete");
  expect(await service.resultOf(complete)).toBeDefined();
  expect(await bench.balance()).toEqual({ balance: 100 - PRICE, held: 0 });
  expect(await bench.names("jobs")).toEqual([]);
});

test("while the store refuses the end, the job can be cancelled", async () => {
  const bench = await openBench();
  const refused = Promise.withResolvers<void>();
  const service = bench.service(writesFile(), {
    store: storeWith(bench.store, {
      finish: () => {
        refused.resolve();
        return Promise.reject(refusal());
      },
    }),
  });
  await service.start();
  const { job } = await service.submit(await bench.submission());
  await refused.promise;
  expect(await service.cancel(job.id)).toMatchObject({ kind: "cancelled" });
  await service.stop();
  expect([await bench.names("jobs"), await bench.names("results")]).toEqual([[], []]);
  expect(await bench.balance()).toEqual({ balance: 100, held: 0 });
});

test("while the store refuses the end, stopping gives the job back", async () => {
  const bench = await openBench();
  const refused = Promise.withResolvers<void>();
  const service = bench.service(writesFile(), {
    store: storeWith(bench.store, {
      finish: () => {
        refused.resolve();
        return Promise.reject(refusal());
      },
    }),
  });
  await service.start();
  const { job } = await service.submit(await bench.submission());
  await refused.promise;
  await service.stop();
  expect(await service.find(job.id)).toMatchObject({ state: "pending", attempts: 0, held: PRICE });
  expect(await bench.names("results")).toEqual([]);
  expect(await bench.names("jobs")).toEqual([job.id]);
});

test("a result that the store cannot take, though its disk works, fails its job", async () => {
  const bench = await openBench();
  const service = bench.service(writesFile(), {
    store: storeWith(bench.store, {
      finish: (finish) =>
        finish.outcome.kind === "complete"
          ? Promise.reject(new Error("too big a row"))
          : bench.store.jobs.finish(finish),
    }),
  });
  await service.start();
  const { job } = await service.submit(await bench.submission());
  expect(await reach(service, job.id, "failed")).toMatchObject({ error: { code: "internal_error" } });
  await service.stop();
  expect(await bench.names("results")).toEqual([]);
  expect(await bench.balance()).toEqual({ balance: 100, held: 0 });
});

test("a disk that is full when the result is kept delays the job", async () => {
  const bench = await openBench();
  let isFull = true;
  const service = bench.service(writesFile(), {
    results: {
      ...bench.results,
      keep: (path) => {
        if (isFull) {
          isFull = false;
          return Promise.reject(Object.assign(new Error("ENOSPC"), { code: "ENOSPC" }));
        }
        return bench.results.keep(path);
      },
    },
  });
  await service.start();
  const { job } = await service.submit(await bench.submission());
  expect(await reach(service, job.id, "complete")).toMatchObject({ charged: PRICE });
});

test("a store that refuses a claim is asked again", async () => {
  const bench = await openBench();
  let refusals = 1;
  const service = bench.service(writesFile(), {
    store: storeWith(bench.store, {
      claim: (claim) => {
        refusals -= 1;
        return refusals >= 0 ? Promise.reject(refusal()) : bench.store.jobs.claim(claim);
      },
    }),
  });
  const { job } = await service.submit(await bench.submission());
  await service.start();
  expect(await reach(service, job.id, "complete")).toMatchObject({ attempts: 1 });
});

test("engines without a place let a job wait; it starts again in an empty directory", async () => {
  const bench = await openBench();
  const seen: string[][] = [];
  const service = bench.service(async (files, context, parameters) => {
    seen.push(await readdir(context.workspace));
    if (seen.length < 3) {
      await writeFile(join(context.workspace, "half"), "half");
      throw new Failure("queue_full", "No place.", { facts: { retryAfterSeconds: 0.01 } });
    }
    return writesFile()(files, context, parameters);
  });
  await service.start();
  const { job } = await service.submit(await bench.submission());
  expect(await reach(service, job.id, "complete")).toMatchObject({ attempts: 1, charged: PRICE });
  expect(seen).toEqual([[], [], []]);
});

test("a job that waits for the engines can be cancelled and given back", async () => {
  const bench = await openBench();
  const refused = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const service = bench.service((files) => {
    refused[files[0].filename === "1.pdf" ? 0 : 1].resolve();
    return Promise.reject(new Failure("queue_full", "No place.", { facts: { retryAfterSeconds: 600 } }));
  });
  await service.start();
  const { job: cancelled } = await service.submit(await bench.submission());
  const { job: givenBack } = await service.submit(await bench.submission());
  await Promise.all(refused.map(({ promise }) => promise));
  await service.cancel(cancelled.id);
  await service.stop();
  expect(await service.find(cancelled.id)).toMatchObject({ state: "cancelled" });
  expect(await service.find(givenBack.id)).toMatchObject({ state: "pending", attempts: 0 });
  expect(await bench.names("jobs")).toEqual([givenBack.id]);
});

test("progress that cannot be written costs nothing", async () => {
  const bench = await openBench();
  const service = bench.service(
    (files, context, parameters) => {
      context.progress(1, 3);
      return writesFile()(files, context, parameters);
    },
    { store: storeWith(bench.store, { progress: () => Promise.reject(refusal()) }) },
  );
  await service.start();
  const { job } = await service.submit(await bench.submission());
  expect(await reach(service, job.id, "complete")).toMatchObject({ charged: PRICE });
});

test("a store that stays away lets the service stop all the same", async () => {
  const bench = await openBench();
  const begun = Promise.withResolvers<void>();
  const service = bench.service(
    (_files, context) => {
      begun.resolve();
      return untilAborted(context);
    },
    { store: storeWith(bench.store, { giveBack: () => Promise.reject(refusal()) }) },
  );
  await service.start();
  const { job } = await service.submit(await bench.submission());
  await begun.promise;
  await service.stop();
  expect(await service.find(job.id)).toMatchObject({ state: "processing", attempts: 1 });
  expect(await bench.names("jobs")).toEqual([job.id]);
});
