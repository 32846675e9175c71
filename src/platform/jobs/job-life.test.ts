import { rm, writeFile } from "node:fs/promises";
import { afterEach, expect, test, vi } from "vitest";
import { Failure } from "../../kernel/failure.ts";
import type { Job } from "../store/job-store.ts";
import type { Milestone } from "./job-deps.ts";
import { HOUR_MS, openBench, operationOf, PRICE, reach, untilAborted, writesFile } from "./testing/job-bench.ts";

afterEach(() => {
  vi.useRealTimers();
});

const never = new AbortController().signal;

test("a job becomes complete: its result is what the synchronous call would have answered, and is charged once", async () => {
  const bench = await openBench();
  const milestones: Milestone[] = [];
  const work = writesFile("the result");
  const service = bench.service(
    async (files, context, parameters) => ({
      ...(await work(files, context, parameters)),
      warnings: [{ code: "copies", parameters: { count: String(parameters.copies) } }],
      usage: { credits: 3 },
    }),
    { onMilestone: (milestone) => milestones.push(milestone) },
  );
  await service.start();
  const submitted = await service.submit(
    await bench.submission({ fields: { copies: "2" }, warnings: [{ code: "unknown_field" }] }),
  );
  expect(submitted).toMatchObject({
    available: 100 - PRICE,
    job: { state: "pending", held: PRICE, pageCount: 3, filename: "1.pdf", message: "It was asked for." },
  });

  const job = await reach(service, submitted.job.id, "complete");

  expect(job).toMatchObject({ charged: 3, held: 0, attempts: 1, expiresAt: bench.clock.now + HOUR_MS, error: null });
  const answer = await service.resultOf(job);
  expect(answer).toMatchObject({
    status: 200,
    headers: {
      "content-type": "text/plain",
      "content-disposition": 'attachment; filename="1.pdf.txt"',
      "x-credits-charged": "3",
      "x-warnings": "unknown_field, copies;count=2",
    },
    body: { kind: "kept", sizeBytes: 10 },
  });
  expect(String(answer?.body.kind === "kept" && (await answer.body.file.read()))).toBe("the result");
  await service.stop();
  expect(await bench.balance()).toEqual({ balance: 97, held: 0 });
  expect(await bench.store.audit()).toEqual([]);
  expect([await bench.names("jobs"), await bench.names("tasks")]).toEqual([[], []]);
  expect(milestones).toEqual(["job_submitted", "job_claimed", "job_result_kept", "job_finished"]);
});

test("a JSON result is kept without a file", async () => {
  const bench = await openBench();
  const service = bench.service(() => Promise.resolve({ result: { kind: "json", value: { pages: 3 } } }));
  await service.start();
  const { job } = await service.submit(await bench.submission());
  expect(await service.resultOf(await reach(service, job.id, "complete"))).toMatchObject({
    body: { kind: "json", value: { pages: 3 } },
  });
  expect(await bench.names("results")).toEqual([]);
});

test("what the document causes fails the job with its code, and nothing is charged", async () => {
  const bench = await openBench();
  const service = bench.service(() => Promise.reject(new Failure("wrong_password", "The password is not correct.")));
  await service.start();
  const { job } = await service.submit(await bench.submission());
  expect(await reach(service, job.id, "failed")).toMatchObject({
    message: "The password is not correct.",
    error: { code: "wrong_password", status: 418, detail: "The password is not correct." },
    charged: 0,
  });
  await service.stop();
  expect(await bench.balance()).toEqual({ balance: 100, held: 0 });
  expect(await bench.names("jobs")).toEqual([]);
});

test("an error of the service fails the job without saying what it was", async () => {
  const bench = await openBench();
  const service = bench.service(() => Promise.reject(new Error("secret stack")));
  await service.start();
  const { job } = await service.submit(await bench.submission());
  expect(await reach(service, job.id, "failed")).toMatchObject({
    error: { code: "internal_error", detail: "The work failed. Nothing has been charged." },
  });
  expect(await bench.balance()).toEqual({ balance: 100, held: 0 });
});

test("a job that takes longer than a job may is too complex", async () => {
  const bench = await openBench();
  const service = bench.service((_files, context) => untilAborted(context), { timeoutMs: 20 });
  await service.start();
  const { job } = await service.submit(await bench.submission());
  expect(await reach(service, job.id, "failed")).toMatchObject({
    error: { code: "document_too_complex", detail: "The work took longer than 0.02 s, the limit for a job." },
  });
});

const requestBeside = (input: string): string => input.replace(/input-1$/, "request.json");

test.for([
  {
    broken: "an input is missing",
    breaks: async (path: string): Promise<void> => rm(path),
  },
  {
    broken: "an input is cut short",
    breaks: async (path: string): Promise<void> => writeFile(path, "%PDF"),
  },
  {
    broken: "its request is missing",
    breaks: async (path: string): Promise<void> => rm(requestBeside(path)),
  },
  {
    broken: "its request is broken",
    breaks: async (path: string): Promise<void> => writeFile(requestBeside(path), "{"),
  },
])("a job fails with internal_error when $broken", async ({ breaks }) => {
  const bench = await openBench();
  const service = bench.service(writesFile());
  const { job } = await service.submit(await bench.submission());
  await breaks(bench.pathOf(`jobs/${job.id}.input-1`));
  await service.start();
  expect(await reach(service, job.id, "failed")).toMatchObject({ error: { code: "internal_error" } });
});

test("a job fails with internal_error when its fields are no longer valid, or its operation is gone", async () => {
  const bench = await openBench();
  const operations = [operationOf(writesFile()), { ...operationOf(writesFile()), name: "gone" }];
  const before = bench.service(writesFile(), { operations });
  const { job } = await before.submit(await bench.submission({ fields: { copies: "5" } }));
  const { job: other } = await before.submit(await bench.submission({ operation: "gone" }));
  const service = bench.service(writesFile(), { operations: [operationOf(writesFile(), 4)] });
  await service.start();
  expect(await reach(service, job.id, "failed")).toMatchObject({ error: { code: "internal_error" } });
  expect(await reach(service, other.id, "failed")).toMatchObject({ error: { code: "internal_error" } });
});

test("whoever waits sees each state and how far the job is, the last page included", async () => {
  // Notifications do not wait for the next poll: no timer runs here.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  const bench = await openBench();
  const goOn = Promise.withResolvers<void>();
  const service = bench.service(async (files, context, parameters) => {
    context.progress(1, 3);
    await goOn.promise;
    context.progress(2, 3);
    context.progress(3, 3);
    return writesFile()(files, context, parameters);
  });
  const { job: submitted } = await service.submit(await bench.submission());
  const seen: Job[] = [];
  const watching = (async () => {
    for (let after = submitted.sequence; seen.at(-1)?.state !== "complete"; after = seen.at(-1)?.sequence ?? after) {
      const job = await service.waitForChange(submitted.id, { after, maxMs: 20_000, signal: never });
      if (job !== undefined) {
        seen.push(job);
      }
      if (job?.pagesDone === 1) {
        goOn.resolve();
      }
    }
  })();
  await service.start();
  await watching;
  expect(seen.find(({ pagesDone }) => pagesDone === 1)).toMatchObject({
    state: "processing",
    pagesTotal: 3,
    message: "1 of 3 pages are done.",
  });
  expect(seen.at(-1)).toMatchObject({ state: "complete", pagesDone: 3, pagesTotal: 3 });
  expect(seen.map(({ sequence }) => sequence)).toEqual(seen.map(({ sequence }) => sequence).toSorted((a, b) => a - b));
});

test("without enough credits nothing is kept and nothing is held", async () => {
  const bench = await openBench({ credits: PRICE + 1 });
  const service = bench.service(writesFile());
  await service.submit(await bench.submission());
  const refused = service.submit(await bench.submission());
  await expect(refused).rejects.toMatchObject({
    code: "insufficient_credits",
    facts: { required: PRICE, available: 1 },
  });
  expect(await bench.names("jobs")).toHaveLength(1);
  expect(await bench.balance()).toEqual({ balance: PRICE + 1, held: PRICE });
});

test("a full queue refuses, says when to come back, and keeps nothing", async () => {
  const bench = await openBench();
  const service = bench.service(writesFile(), { maxPending: 1 });
  await service.submit(await bench.submission());
  const refused = service.submit(await bench.submission());
  await expect(refused).rejects.toMatchObject({ code: "queue_full", facts: { retryAfterSeconds: 1 } });
  expect(await bench.names("jobs")).toHaveLength(1);
  expect(await bench.balance()).toMatchObject({ held: PRICE });
});

test("nothing is claimed while the disk has too little free space", async () => {
  const bench = await openBench();
  const freeDisk = { isLow: true };
  const service = bench.service(writesFile(), { freeDisk });
  await service.start();
  const { job } = await service.submit(await bench.submission());
  expect((await service.find(job.id))?.state).toBe("pending");
  freeDisk.isLow = false;
  await expect.poll(async () => (await service.find(job.id))?.state, { timeout: 10_000 }).toBe("complete");
});

test("a submission whose inputs cannot be written is refused as storage_unavailable and leaves nothing", async () => {
  const bench = await openBench();
  const full = Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
  const service = bench.service(writesFile(), {
    inputs: {
      ...bench.inputs,
      keep: async (id, kept) => {
        await bench.inputs.keep(id, kept);
        throw full;
      },
    },
  });
  await expect(service.submit(await bench.submission())).rejects.toMatchObject({ code: "storage_unavailable" });
  expect(await bench.names("jobs")).toEqual([]);
  expect(await bench.balance()).toMatchObject({ held: 0 });
});

test("the answer to the submission is remembered with the job", async () => {
  const bench = await openBench();
  const instance = "inst_test";
  const service = bench.service(writesFile(), { instance });
  const request = { accountId: bench.accountId, idempotencyKey: "once", fingerprint: "f", instance };
  const begin = () => bench.store.idempotency.begin({ ...request, now: bench.clock.now, keepMs: HOUR_MS });
  expect(await begin()).toEqual({ kind: "new" });
  const { job } = await service.submit(
    await bench.submission({
      remember: ({ id, state, createdAt }) => ({
        idempotencyKey: "once",
        answer: { status: 202, headers: {}, body: { kind: "json", value: { job_id: id, state, createdAt } } },
      }),
    }),
  );
  expect(await begin()).toMatchObject({
    kind: "finished",
    answer: { status: 202, body: { value: { job_id: job.id, state: "pending", createdAt: bench.clock.now } } },
  });
});

test("no more jobs are in work at the same time than may be", async () => {
  const bench = await openBench();
  let inWork = 0;
  let most = 0;
  const both = Promise.withResolvers<void>();
  const service = bench.service(
    async (files, context, parameters) => {
      inWork += 1;
      most = Math.max(most, inWork);
      if (inWork === 2) {
        both.resolve();
      }
      await both.promise;
      const outcome = await writesFile()(files, context, parameters);
      inWork -= 1;
      return outcome;
    },
    { places: { pdf: 2 } },
  );
  const ids: string[] = [];
  for (let count = 0; count < 6; count += 1) {
    ids.push((await service.submit(await bench.submission())).job.id);
  }
  await service.start();
  for (const id of ids) {
    await reach(service, id, "complete");
  }
  expect(most).toBe(2);
});
