import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { Failure } from "../../kernel/failure.ts";
import type { Milestone } from "./job-deps.ts";
import { openBench, PRICE, reach, untilAborted, type Work, writesFile } from "./testing/job-bench.ts";

/** Makes work that signals when it has begun, and goes on until its signal is aborted. */
function endless(): { readonly work: Work; readonly begun: Promise<AbortSignal> } {
  const begun = Promise.withResolvers<AbortSignal>();
  return {
    begun: begun.promise,
    work: (_files, { signal }) => {
      begun.resolve(signal);
      return untilAborted({ signal });
    },
  };
}

test("a pending job that is cancelled is never begun, and its inputs are gone", async () => {
  const bench = await openBench();
  const begun: string[] = [];
  const service = bench.service((files, ...rest) => {
    begun.push(files[0].filename);
    return writesFile()(files, ...rest);
  });
  const { job } = await service.submit(await bench.submission());
  expect(await service.cancel(job.id)).toMatchObject({ kind: "cancelled", job: { state: "cancelled" } });
  expect(await bench.names("jobs")).toEqual([]);
  expect(await bench.balance()).toEqual({ balance: 100, held: 0 });

  const { job: next } = await service.submit(await bench.submission());
  await service.start();
  await reach(service, next.id, "complete");
  expect(begun).toEqual(["2.pdf"]);
});

test("a job in work that is cancelled is stopped, its credits are free and its inputs are gone", async () => {
  const bench = await openBench();
  const { work, begun } = endless();
  const service = bench.service(work);
  await service.start();
  const { job } = await service.submit(await bench.submission());
  const signal = await begun;
  expect(await service.cancel(job.id)).toMatchObject({ kind: "cancelled", job: { state: "cancelled" } });
  expect(signal.aborted).toBe(true);
  expect(await bench.balance()).toEqual({ balance: 100, held: 0 });
  await service.stop();
  expect(await service.find(job.id)).toMatchObject({ state: "cancelled", error: null });
  expect([await bench.names("jobs"), await bench.names("tasks"), await bench.names("results")]).toEqual([[], [], []]);
});

test("a job in work that another process cancels is stopped", async () => {
  const bench = await openBench();
  const { work, begun } = endless();
  const service = bench.service(work);
  await service.start();
  const { job } = await service.submit(await bench.submission());
  const signal = await begun;
  const isAborted = new Promise((resolve) => signal.addEventListener("abort", resolve));
  await bench.store.jobs.cancel({ jobId: job.id, now: bench.clock.now });
  await isAborted;
  await service.stop();
  expect(await bench.names("jobs")).toEqual([]);
});

test("a job that is cancelled while its result is made leaves no result and charges nothing", async () => {
  const bench = await openBench();
  const { promise: isCancelled, resolve: cancelled } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const service = bench.service(async (...work) => {
    begin();
    await isCancelled;
    return writesFile()(...work);
  });
  await service.start();
  const { job } = await service.submit(await bench.submission());
  await begun;
  await service.cancel(job.id);
  cancelled();
  await service.stop();
  expect(await bench.names("results")).toEqual([]);
  expect(await bench.balance()).toEqual({ balance: 100, held: 0 });
});

test("a job that has ended cannot be cancelled, and an unknown one is unknown", async () => {
  const bench = await openBench();
  const service = bench.service(writesFile());
  await service.start();
  const { job } = await service.submit(await bench.submission());
  const complete = await reach(service, job.id, "complete");
  expect(await service.cancel(job.id)).toEqual({ kind: "final", job: complete });
  expect(await service.cancel("job_aaaaaaaaaaaa")).toBeUndefined();
  expect(await service.resultOf(complete)).toBeDefined();
});

test("stopping gives jobs back without counting the attempt, and the next service completes them", async () => {
  const bench = await openBench();
  const { work, begun } = endless();
  const first = bench.service(work);
  await first.start();
  const { job } = await first.submit(await bench.submission());
  const signal = await begun;
  await first.stop();
  expect(signal.aborted).toBe(true);
  expect(await first.find(job.id)).toMatchObject({ state: "pending", attempts: 0, held: PRICE });
  expect(await bench.names("tasks")).toEqual([]);

  const second = bench.service(async (files, context, parameters) =>
    writesFile(await readFile(files[0].path, "utf8"))(files, context, parameters),
  );
  await second.start();
  expect(await reach(second, job.id, "complete")).toMatchObject({ attempts: 1, charged: PRICE });
});

test("engines that shut down give the job back, and no more is claimed", async () => {
  const bench = await openBench();
  const milestones: Milestone[] = [];
  const service = bench.service(() => Promise.reject(new Failure("shutting_down", "The service is shutting down.")), {
    onMilestone: (milestone) => milestones.push(milestone),
  });
  const { job } = await service.submit(await bench.submission());
  const before = await service.find(job.id);
  await service.start();
  for (let after = before?.sequence ?? 0, state = "processing"; state !== "pending"; ) {
    const changed = await service.waitForChange(job.id, { after, maxMs: 20_000, signal: new AbortController().signal });
    after = changed?.sequence ?? after;
    state = changed?.state ?? state;
  }
  await service.stop();
  expect(await service.find(job.id)).toMatchObject({ state: "pending", attempts: 0 });
  expect(milestones).toEqual(["job_submitted", "job_claimed"]);
});

test("a job whose process was lost three times fails, and its credits are free", async () => {
  const bench = await openBench();
  const service = bench.service(writesFile());
  const { job } = await service.submit(await bench.submission());
  for (const [lost, next] of [
    ["inst_a", "inst_b"],
    ["inst_b", "inst_c"],
    ["inst_c", "inst_d"],
  ] as const) {
    expect(await bench.store.jobs.claim({ instance: lost, workClass: "pdf", now: bench.clock.now })).toMatchObject({
      id: job.id,
    });
    await bench.store.recover({ instance: next, isAlone: true, maxAttempts: 3, now: bench.clock.now });
  }
  await service.start();
  expect(await service.find(job.id)).toMatchObject({
    state: "failed",
    attempts: 3,
    error: { code: "internal_error" },
  });
  expect(await bench.balance()).toEqual({ balance: 100, held: 0 });
  expect(await bench.names("jobs")).toEqual([]);
});

test("two services on one store never do a job twice", async () => {
  const bench = await openBench();
  const done: string[] = [];
  const work: Work = (files, ...rest) => {
    done.push(files[0].filename);
    return writesFile()(files, ...rest);
  };
  const services = [bench.service(work), bench.service(work)] as const;
  const ids: string[] = [];
  for (let count = 0; count < 12; count += 1) {
    ids.push((await services[0].submit(await bench.submission())).job.id);
  }
  await Promise.all(services.map((service) => service.start()));
  for (const id of ids) {
    await reach(services[0], id, "complete");
  }
  expect(done.toSorted()).toEqual([...new Set(done)].toSorted());
  expect(done).toHaveLength(12);
  expect(await bench.balance()).toEqual({ balance: 100 - 12 * PRICE, held: 0 });
});

test("a run whose job was taken over throws its result away, and the job is charged once", async () => {
  const bench = await openBench();
  const goOn = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const slow = bench.service(async (...work) => {
    begun.resolve();
    await goOn.promise;
    return writesFile("slow")(...work);
  });
  await slow.start();
  const { job } = await slow.submit(await bench.submission());
  await begun.promise;

  await bench.store.recover({ instance: "inst_other", isAlone: true, maxAttempts: 3, now: bench.clock.now });
  const quick = bench.service(writesFile("quick"), { instance: "inst_other", places: { pdf: 1 } });
  await quick.start();
  const complete = await reach(quick, job.id, "complete");
  goOn.resolve();
  await slow.stop();

  expect(await bench.names("results")).toEqual([
    complete.answer?.body.kind === "file" ? complete.answer.body.name : "a file",
  ]);
  expect(await bench.balance()).toEqual({ balance: 100 - PRICE, held: 0 });
});
