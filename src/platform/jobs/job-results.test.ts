import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { afterEach, expect, test, vi } from "vitest";
import type { Job } from "../store/job-store.ts";
import type { JobService } from "./job-service.ts";
import { Leftovers } from "./leftovers.ts";
import { HOUR_MS, type JobBench, openBench, reach, writesFile } from "./testing/job-bench.ts";

afterEach(() => {
  vi.useRealTimers();
});

async function completeJob(bench: JobBench, service: JobService, retentionMs?: number): Promise<Job> {
  const { job } = await service.submit(await bench.submission({ retentionMs }));
  return await reach(service, job.id, "complete");
}

test("a result goes when its time is over, and the record stays", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const bench = await openBench();
  const service = bench.service(writesFile());
  await service.start();
  const job = await completeJob(bench, service, 2 * HOUR_MS);
  expect(job.expiresAt).toBe(bench.clock.now + 2 * HOUR_MS);

  bench.clock.now += 2 * HOUR_MS - 1;
  vi.advanceTimersByTime(30_000);
  expect(await service.resultOf(job)).toBeDefined();

  bench.clock.now += 1;
  expect(await service.resultOf(job)).toBeUndefined();
  vi.useRealTimers();
  await service.stop();
  const next = bench.service(writesFile());
  await next.start();
  expect(await next.find(job.id)).toMatchObject({ state: "complete", expired: true, answer: null });
  expect(await bench.names("results")).toEqual([]);
});

test("the record of a job stays for 30 days", async () => {
  const bench = await openBench();
  const service = bench.service(writesFile());
  await service.start();
  const job = await completeJob(bench, service, HOUR_MS);
  await service.stop();
  const foundAfter = async (ms: number) => {
    bench.clock.now += ms;
    const next = bench.service(writesFile());
    await next.start();
    const found = await next.find(job.id);
    await next.stop();
    return found?.state;
  };
  expect(await foundAfter(30 * 24 * HOUR_MS - 1)).toBe("complete");
  expect(await foundAfter(HOUR_MS)).toBeUndefined();
});

test("results are swept while the service runs", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const bench = await openBench();
  const service = bench.service(writesFile());
  await service.start();
  const job = await completeJob(bench, service);
  bench.clock.now += HOUR_MS;
  vi.advanceTimersByTime(30_000);
  await service.stop();
  expect(await service.find(job.id)).toMatchObject({ expired: true });
  expect(await bench.names("results")).toEqual([]);
});

test("a clock that is set back loses no result early and lets new jobs end", async () => {
  const bench = await openBench();
  const service = bench.service(writesFile());
  await service.start();
  const job = await completeJob(bench, service);
  bench.clock.now -= HOUR_MS;
  await completeJob(bench, service);
  const next = bench.service(writesFile());
  await next.start();
  expect(await next.resultOf(await reach(next, job.id, "complete"))).toBeDefined();
});

test("a result without retention goes once it has been read", async () => {
  const bench = await openBench();
  const service = bench.service(writesFile());
  await service.start();
  const job = await completeJob(bench, service, 0);
  expect(job.expiresAt, "does not stay for ever when nobody reads it").toBe(bench.clock.now + HOUR_MS);
  expect(await service.resultOf(job)).toBeDefined();
  await (await service.download(job))?.end(true);
  expect(await service.resultOf(job)).toBeUndefined();
  expect(await service.find(job.id)).toMatchObject({ state: "complete", expired: true });
  expect(await bench.names("results")).toEqual([]);
});

test("a result with retention stays when it has been read, until it is discarded", async () => {
  const bench = await openBench();
  const service = bench.service(writesFile());
  await service.start();
  const job = await completeJob(bench, service);
  await (await service.download(job))?.end(true);
  expect(await service.resultOf(job)).toBeDefined();
  await service.discard(job.id);
  expect(await bench.names("results")).toEqual([]);
  expect(await service.find(job.id)).toMatchObject({ expired: true });
});

test("what an earlier process left is removed at the start, and nothing else", async () => {
  const bench = await openBench();
  const first = bench.service(writesFile());
  await first.start();
  const complete = await completeJob(bench, first);
  await first.stop();
  const { job: pending } = await first.submit(await bench.submission());
  await bench.inputs.keep("job_unknown00000", { files: [], request: {} });
  await bench.inputs.keep(complete.id, { files: [], request: {} });
  await writeFile(bench.pathOf(`results/${randomBytes(16).toString("hex")}`), "nobody's");

  // The pending job finds no place, so that its inputs stay.
  const second = bench.service(writesFile(), { places: {} });
  await second.start();
  expect(await bench.names("jobs")).toEqual([pending.id]);
  expect(await second.resultOf(complete)).toBeDefined();
  expect(await bench.names("results")).toHaveLength(1);
});

test("where other processes keep inputs and results as well, what is unknown at the start may be theirs", async () => {
  const bench = await openBench();
  await bench.inputs.keep("job_unknown00000", { files: [], request: {} });
  const result = randomBytes(16).toString("hex");
  await writeFile(bench.pathOf(`results/${result}`), "another process's");
  const service = bench.service(writesFile(), { sharesBlobs: true });
  await service.start();
  expect(await bench.names("jobs")).toEqual(["job_unknown00000"]);
  expect(await bench.names("results")).toEqual([result]);
});

test("the inputs of jobs that have ended are removed, and not those of a job that is being submitted", async () => {
  const bench = await openBench();
  const service = bench.service(writesFile(), { places: {} });
  await service.start();
  const { job: ended } = await service.submit(await bench.submission());
  const { job: pending } = await service.submit(await bench.submission());
  await bench.store.jobs.cancel({ jobId: ended.id, now: bench.clock.now });
  await bench.inputs.keep("job_unknown00000", { files: [], request: {} });
  await service.removeEndedInputs();
  expect((await bench.names("jobs")).toSorted()).toEqual([pending.id, "job_unknown00000"].toSorted());
});

test("while work goes on, a leftover is what the store did not know at two looks in a row", async () => {
  const onDisk = new Set(["known", "in use", "old", "new"]);
  const inUse = new Set(["in use", "new"]);
  const leftovers = new Leftovers({
    names: () => Promise.resolve([...onDisk]),
    inUse: () => inUse,
    needed: (names) => Promise.resolve(names.filter((name) => name === "known")),
    remove: (name) => {
      onDisk.delete(name);
      return Promise.resolve();
    },
  });
  await leftovers.remove({ atOnce: false });
  expect([...onDisk]).toEqual(["known", "in use", "old", "new"]);
  inUse.delete("new");
  await leftovers.remove({ atOnce: false });
  expect([...onDisk]).toEqual(["known", "in use", "new"]);
  await leftovers.remove({ atOnce: true });
  expect([...onDisk]).toEqual(["known", "in use"]);
});

test("a result that goes with its first download: others wait for it, and a broken one may be repeated", async () => {
  const bench = await openBench();
  const service = bench.service(writesFile());
  await service.start();
  const job = await completeJob(bench, service, 0);
  const first = await service.download(job);
  const others = Array.from({ length: 20 }, () => service.download(job));
  await first?.end(false);
  const second = await others[0];
  expect([first?.answer.status, second?.answer.status]).toEqual([200, 200]);
  await second?.end(true);
  const found = await Promise.all(others.slice(1));
  expect(found.filter((download) => download !== undefined)).toEqual([]);
  expect(await service.download(job)).toBeUndefined();
});

test("a result that was read is not given again when the store refuses to discard it", async () => {
  const bench = await openBench();
  const service = bench.service(writesFile());
  await service.start();
  const job = await completeJob(bench, service, 0);
  const first = await service.download(job);
  const refusal = vi.spyOn(bench.store.jobs, "discardResult").mockRejectedValueOnce(new Error("The disk is full."));
  await expect(first?.end(true)).rejects.toThrow("The disk is full.");
  expect(refusal).toHaveBeenCalled();
  expect(await service.download(job)).toBeUndefined();
});
