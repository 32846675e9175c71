import { expect, test } from "vitest";
import type { Store } from "../store.ts";
import { claimTests } from "./job-claim-tests.ts";
import { owingTests } from "./owing-tests.ts";
import {
  available,
  beginning,
  claimed,
  claimOf,
  completeWith,
  fileAnswer,
  holdOf,
  jsonAnswer,
  MINUTE,
  NOW,
  newAccount,
  newJob,
  remembered,
  submitted,
} from "./scene.ts";

export function jobTests(store: () => Store): void {
  test("a submitted job waits with its credits held", async () => {
    const { id } = await newAccount(store(), 25);
    const request = newJob(id);
    const result = await store().jobs.submit(request);
    expect(result).toMatchObject({ kind: "submitted", available: 15 });
    expect(await store().jobs.find(request.id)).toEqual({
      id: request.id,
      accountId: id,
      keyId: "key_one",
      operation: "merge",
      state: "pending",
      message: "12 pages.",
      filename: "letter.pdf",
      pageCount: 12,
      pagesDone: 0,
      pagesTotal: 12,
      attempts: 0,
      sequence: 1,
      createdAt: NOW,
      startedAt: null,
      completedAt: null,
      expiresAt: null,
      expired: false,
      retentionMs: 60 * MINUTE,
      held: 10,
      charged: 0,
      answer: null,
      error: null,
    });
    expect(await store().jobs.find("job_none")).toBeUndefined();
  });

  test("a job whose input has no pages has those of its result when it is complete", async () => {
    const { id } = await newAccount(store());
    await submitted(store(), newJob(id, { pageCount: 0 }));
    const finish = {
      ...claimOf(await claimed(store())),
      outcome: completeWith(jsonAnswer),
      message: "Done.",
      now: NOW,
    };
    expect(await store().jobs.finish(finish)).toMatchObject({ pageCount: 12 });
  });

  test("without enough credits nothing is enqueued", async () => {
    const { id } = await newAccount(store(), 9);
    expect(await store().jobs.submit(newJob(id))).toEqual({ kind: "short", available: 9 });
    expect(await store().jobs.submit(newJob(id, { hold: holdOf(id, 9) }))).toMatchObject({
      kind: "submitted",
      available: 0,
    });
    expect(await store().jobs.list({ accountId: id, limit: 10 })).toHaveLength(1);
  });

  test("a full queue holds nothing", async () => {
    const { id } = await newAccount(store(), 100);
    await submitted(store(), newJob(id, { maxPending: 1 }));
    expect(await store().jobs.submit(newJob(id, { maxPending: 1 }))).toEqual({ kind: "queue_full" });
    expect(await available(store(), id)).toBe(90);
    // Jobs that are in work do not wait.
    await claimed(store());
    await submitted(store(), newJob(id, { maxPending: 1 }));
  });

  test("submitting remembers the request", async () => {
    const { id } = await newAccount(store());
    await store().idempotency.begin(beginning(id, "k"));
    await submitted(store(), newJob(id, { remembered: remembered(id, "k", jsonAnswer) }));
    expect(await store().idempotency.begin(beginning(id, "k"))).toEqual({ kind: "finished", answer: jsonAnswer });
  });

  test("a pending and a running job can be cancelled, an ended one cannot", async () => {
    const { id } = await newAccount(store(), 30);
    const [first, second, third] = [newJob(id), newJob(id), newJob(id)];
    await submitted(store(), first);
    await submitted(store(), second);
    await submitted(store(), third);
    const running = await claimed(store());
    const cancel = (jobId: string) => store().jobs.cancel({ jobId, now: NOW + 5 });
    const result = await cancel(first.id);
    expect(result).toMatchObject({
      kind: "cancelled",
      job: { state: "cancelled", completedAt: NOW + 5, held: 0, charged: 0, sequence: running.sequence + 1 },
    });
    expect(await cancel(second.id)).toMatchObject({ kind: "cancelled" });
    expect(await available(store(), id)).toBe(20);
    expect(await cancel(first.id)).toEqual({ ...result, kind: "final" });
    expect(await cancel("job_none")).toEqual({ kind: "unknown" });
    const last = await claimed(store());
    expect(last.id).toBe(third.id);
    await store().jobs.finish({ ...claimOf(last), outcome: completeWith(jsonAnswer), message: "Done.", now: NOW });
    expect(await cancel(third.id)).toMatchObject({ kind: "final", job: { state: "complete" } });
  });

  test("jobs are listed newest first, by key, state and operation, page by page", async () => {
    const [one, other] = [await newAccount(store()), await newAccount(store())];
    const a = await submitted(store(), newJob(one.id, { hold: { ...holdOf(one.id, 1), operation: "ocr" } }));
    const b = await submitted(store(), newJob(one.id, { hold: { ...holdOf(one.id, 1), keyId: "key_two" } }));
    const c = await submitted(store(), newJob(one.id));
    await submitted(store(), newJob(other.id));
    await store().jobs.cancel({ jobId: c.id, now: NOW });
    const list = async (filter: object) =>
      (await store().jobs.list({ accountId: one.id, limit: 10, ...filter })).map(({ id }) => id);
    expect(await list({})).toEqual([c.id, b.id, a.id]);
    expect(await list({ limit: 2 })).toEqual([c.id, b.id]);
    expect(await list({ before: b.id })).toEqual([a.id]);
    expect(await list({ keyId: "key_one" })).toEqual([c.id, a.id]);
    expect(await list({ state: "pending" })).toEqual([b.id, a.id]);
    expect(await list({ operation: "ocr", state: "pending", keyId: "key_one" })).toEqual([a.id]);
  });

  test("a result is discarded once, and the record stays", async () => {
    const { id } = await newAccount(store());
    const job = await submitted(store(), newJob(id));
    const discard = () => store().jobs.discardResult({ jobId: job.id, now: NOW });
    expect(await discard()).toBeUndefined();
    const claim = claimOf(await claimed(store()));
    const done = await store().jobs.finish({
      ...claim,
      outcome: completeWith(fileAnswer("r1")),
      message: "Done.",
      now: NOW,
    });
    expect(await store().jobs.knownFiles(["r1", "r2"])).toEqual(["r1"]);
    expect(await discard()).toBe("r1");
    expect(await store().jobs.find(job.id)).toMatchObject({
      state: "complete",
      expired: true,
      answer: null,
      charged: 10,
      sequence: (done?.sequence ?? 0) + 1,
    });
    expect(await discard()).toBeUndefined();
    expect(await store().jobs.knownFiles(["r1"])).toEqual([]);
    expect(await store().jobs.discardResult({ jobId: "job_none", now: NOW })).toBeUndefined();
  });

  test("a result without a file is discarded too", async () => {
    const { id } = await newAccount(store());
    const job = await submitted(store(), newJob(id));
    const claim = claimOf(await claimed(store()));
    await store().jobs.finish({ ...claim, outcome: completeWith(jsonAnswer), message: "Done.", now: NOW });
    expect(await store().jobs.discardResult({ jobId: job.id, now: NOW })).toBeUndefined();
    expect(await store().jobs.find(job.id)).toMatchObject({ expired: true, answer: null });
  });

  claimTests(store);
  owingTests(store);
}
