import { getEventListeners } from "node:events";
import { afterEach, expect, test, vi } from "vitest";
import { JobChanges } from "./job-changes.ts";
import { openBench, reach, untilAborted, writesFile } from "./testing/job-bench.ts";

afterEach(() => {
  vi.useRealTimers();
});

const never = new AbortController().signal;

test("a job that has changed already is answered at once", async () => {
  const bench = await openBench();
  const service = bench.service(writesFile());
  const { job } = await service.submit(await bench.submission());
  expect(await service.waitForChange(job.id, { after: job.sequence - 1, maxMs: 600_000, signal: never })).toEqual(job);
});

test("an unknown job is answered at once", async () => {
  const service = (await openBench()).service(writesFile());
  expect(await service.waitForChange("job_aaaaaaaaaaaa", { after: 0, maxMs: 600_000, signal: never })).toBeUndefined();
});

test("all who wait are notified of a change, and not only by the next poll", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const bench = await openBench();
  const service = bench.service(writesFile());
  const { job } = await service.submit(await bench.submission());
  const waiting = Array.from({ length: 50 }, () =>
    service.waitForChange(job.id, { after: job.sequence, maxMs: 600_000, signal: never }),
  );
  await vi.waitUntil(() => vi.getTimerCount() === waiting.length);
  await service.cancel(job.id);
  const reported = await Promise.all(waiting);
  expect(reported.map((each) => each?.state)).toEqual(reported.map(() => "cancelled"));
});

test("a change by another process is noticed", async () => {
  const bench = await openBench();
  const service = bench.service(writesFile());
  const { job } = await service.submit(await bench.submission());
  const waiting = service.waitForChange(job.id, { after: job.sequence, maxMs: 600_000, signal: never });
  await bench.store.jobs.cancel({ jobId: job.id, now: bench.clock.now });
  expect(await waiting).toMatchObject({ state: "cancelled" });
});

test("after its time, and when it is aborted, a wait answers the job as it is and leaves nothing behind", async () => {
  const bench = await openBench();
  const service = bench.service(writesFile());
  const { job } = await service.submit(await bench.submission());
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  const gone = new AbortController();
  expect(await service.waitForChange(job.id, { after: job.sequence, maxMs: 0, signal: never })).toEqual(job);
  const waiting = service.waitForChange(job.id, { after: job.sequence, maxMs: 600_000, signal: gone.signal });
  await vi.waitUntil(() => vi.getTimerCount() === 1);
  expect(getEventListeners(gone.signal, "abort")).toHaveLength(1);
  gone.abort();
  expect(await waiting).toEqual(job);
  expect(getEventListeners(gone.signal, "abort")).toHaveLength(0);
  expect(vi.getTimerCount()).toBe(0);
});

test("a watch that has ended is forgotten", () => {
  const changes = new JobChanges();
  const watches = [changes.watch("job_a"), changes.watch("job_a"), changes.watch("job_b")];
  expect(changes.watches).toBe(3);
  for (const watch of watches) {
    watch[Symbol.dispose]();
  }
  expect(changes.watches).toBe(0);
});

test("a change between the watch and the wait is not lost", async () => {
  const changes = new JobChanges();
  using watch = changes.watch("job_a");
  changes.tell("job_b");
  changes.tell("job_a");
  await expect(watch.changed(2 ** 31 - 1, never)).resolves.toBeUndefined();
});

test("a service that has stopped leaves no timer", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  const bench = await openBench();
  // The store has its own.
  const others = vi.getTimerCount();
  const begun = Promise.withResolvers<void>();
  const service = bench.service((files, context, parameters) => {
    context.progress(1, 3);
    if (files[0].filename === "1.pdf") {
      return writesFile()(files, context, parameters);
    }
    begun.resolve();
    return untilAborted(context);
  });
  await service.start();
  const { job } = await service.submit(await bench.submission());
  await reach(service, job.id, "complete");
  await service.submit(await bench.submission());
  await begun.promise;
  expect(vi.getTimerCount()).toBeGreaterThan(others);
  await service.stop();
  expect(vi.getTimerCount()).toBe(others);
});

test("a service that is stopped while it starts leaves no timer", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  const bench = await openBench();
  const others = vi.getTimerCount();
  const service = bench.service(writesFile());
  await Promise.all([service.start(), service.stop()]);
  expect(vi.getTimerCount()).toBe(others);
});
