import { expect, test } from "vitest";
import type { Job } from "../job-store.ts";
import type { Store } from "../store.ts";
import {
  available,
  claimed,
  claimOf,
  completeWith,
  ELSEWHERE,
  failedWith,
  HERE,
  jsonAnswer,
  NOW,
  newAccount,
  newJob,
  submitted,
} from "./scene.ts";

/** Tests what a job that ends without a result is charged for what its work has produced. Each job holds 10 credits. */
export function owingTests(store: () => Store): void {
  /** Creates an account of 100 credits, with its job in work. */
  async function inWork(): Promise<{ readonly accountId: string; readonly job: Job }> {
    const { id } = await newAccount(store());
    await submitted(store(), newJob(id));
    return { accountId: id, job: await claimed(store()) };
  }

  const owe = (job: Job, credits: number, pages = 1) =>
    store().jobs.owe({ ...claimOf(job), credits, pages, bytes: 100 * pages });
  const fail = (job: Job) =>
    store().jobs.finish({ ...claimOf(job), outcome: failedWith, message: "Failed.", now: NOW + 1 });
  const cancel = (job: Job) => store().jobs.cancel({ jobId: job.id, now: NOW + 1 });
  const usageOf = (accountId: string) =>
    store().accounts.usage({ accountId, unit: "day", first: "2026-11-15", last: "2026-11-15", groupBy: "operation" });

  const raise = (job: Job, amount: number, claim = claimOf(job)) => store().jobs.raise({ ...claim, amount, now: NOW });

  test("the hold of a job is raised by the process that works on it, as far as the balance reaches", async () => {
    const { accountId, job } = await inWork();
    expect(await raise(job, 101)).toEqual({ kind: "short", available: 100 });
    expect(await store().jobs.find(job.id)).toEqual(job);
    expect(await raise(job, 30, claimOf(job, ELSEWHERE))).toBeUndefined();
    expect(await raise(job, 30)).toEqual({ kind: "held", available: 70 });
    expect(await store().jobs.find(job.id)).toMatchObject({ held: 30, sequence: job.sequence + 1 });
    const outcome = completeWith(jsonAnswer, 25);
    const done = await store().jobs.finish({ ...claimOf(job), outcome, message: "Done.", now: NOW });
    expect(done).toMatchObject({ held: 0, charged: 25 });
    expect(await store().accounts.find(accountId)).toMatchObject({ balance: 75, held: 0 });
    expect(await raise(job, 30)).toBeUndefined();
  });

  test("a job that fails, or begins again and is cancelled, gives back what its hold was raised to", async () => {
    const { accountId, job } = await inWork();
    await raise(job, 30);
    await fail(job);
    expect(await available(store(), accountId)).toBe(100);
    await submitted(store(), newJob(accountId));
    const next = await claimed(store());
    await raise(next, 30);
    await store().recover({ instance: ELSEWHERE, isAlone: true, maxAttempts: 3, now: NOW });
    expect(await store().jobs.find(next.id)).toMatchObject({ state: "pending", held: 30 });
    expect(await raise(next, 40)).toBeUndefined();
    await cancel(next);
    expect(await available(store(), accountId)).toBe(100);
    expect(await store().audit()).toEqual([]);
  });

  test("what is owed changes nothing while the job is in work", async () => {
    const { accountId, job } = await inWork();
    expect(await owe(job, 4)).toBe("owed");
    expect(await store().jobs.find(job.id)).toEqual(job);
    expect(await store().accounts.find(accountId)).toMatchObject({ balance: 100, held: 10 });
  });

  test("a failed job is charged what it owes, the last that was said, with its usage", async () => {
    const { accountId, job } = await inWork();
    await owe(job, 8, 4);
    await owe(job, 6, 3);
    expect(await fail(job)).toMatchObject({ state: "failed", error: failedWith.error, held: 0, charged: 6 });
    expect(await store().accounts.find(accountId)).toMatchObject({ balance: 94, held: 0 });
    expect(await usageOf(accountId)).toMatchObject([{ group: "merge", requests: 1, pages: 3, credits: 6 }]);
    expect(await store().audit()).toEqual([]);
  });

  test("the jobs of an account that is disabled fail, charged what they owe, and others go on", async () => {
    const { accountId, job } = await inWork();
    await owe(job, 4);
    const waiting = await submitted(store(), newJob(accountId));
    const { id: otherId } = await newAccount(store());
    const other = await submitted(store(), newJob(otherId));
    await store().accounts.change({ id: accountId, state: "disabled", now: NOW + 1 });
    const error = { code: "account_disabled", status: 403, detail: "The account of this job has been disabled." };
    expect(await store().jobs.find(job.id)).toMatchObject({ state: "failed", error, held: 0, charged: 4 });
    expect(await store().jobs.find(waiting.id)).toMatchObject({ state: "failed", error, held: 0, charged: 0 });
    expect(await store().jobs.unfinished([job.id, waiting.id, other.id])).toEqual([other.id]);
    // A request that was admitted before may submit its job only now.
    const late = await submitted(store(), newJob(accountId));
    expect((await claimed(store())).id).toBe(other.id);
    expect(await store().jobs.claim({ workClass: "pdf", instance: HERE, now: NOW + 2 })).toBeUndefined();
    expect(await fail(job)).toBeUndefined();
    expect(await store().jobs.find(late.id)).toMatchObject({ state: "failed", error, held: 0 });
    expect(await store().audit()).toEqual([]);
  });

  test("a cancelled job is charged what it owes, at most what was held", async () => {
    const { accountId, job } = await inWork();
    await owe(job, 11);
    const cancelled = await cancel(job);
    expect(cancelled).toMatchObject({ kind: "cancelled", job: { state: "cancelled", held: 0, charged: 10 } });
    expect(await cancel(job)).toEqual({ ...cancelled, kind: "final" });
    expect(await available(store(), accountId)).toBe(90);
    expect(await store().audit()).toEqual([]);
  });

  test("a job for which nothing was held is charged nothing, and its work is its usage all the same", async () => {
    const { id } = await newAccount(store());
    const request = newJob(id);
    await submitted(store(), { ...request, hold: { ...request.hold, amount: 0 } });
    const job = await claimed(store());
    await owe(job, 6, 3);
    expect(await cancel(job)).toMatchObject({ job: { charged: 0 } });
    expect(await available(store(), id)).toBe(100);
    expect(await usageOf(id)).toMatchObject([{ group: "merge", requests: 1, pages: 3, credits: 0 }]);
    expect(await store().audit()).toEqual([]);
  });

  test("a complete job is charged what its work cost, whatever it owed on the way", async () => {
    const { accountId, job } = await inWork();
    await owe(job, 8);
    const finish = { ...claimOf(job), outcome: completeWith(jsonAnswer, 3), message: "Done.", now: NOW };
    expect(await store().jobs.finish(finish)).toMatchObject({ state: "complete", charged: 3 });
    expect(await available(store(), accountId)).toBe(97);
    expect(await store().audit()).toEqual([]);
  });

  test("only who holds the claim can owe, and not once the job has ended", async () => {
    const { accountId, job } = await inWork();
    const claim = claimOf(job);
    expect(await store().jobs.owe({ ...claim, instance: ELSEWHERE, credits: 5, pages: 1, bytes: 0 })).toBe(
      "not_claimed",
    );
    expect(await store().jobs.owe({ ...claim, attempt: 2, credits: 5, pages: 1, bytes: 0 })).toBe("not_claimed");
    await cancel(job);
    expect(await owe(job, 5)).toBe("not_claimed");
    expect(await available(store(), accountId)).toBe(100);
    expect(await store().audit()).toEqual([]);
  });

  test("what is owed stays owed when the job is given back, and when its process is lost", async () => {
    const { accountId, job } = await inWork();
    await owe(job, 4);
    await store().jobs.giveBack({ ...claimOf(job), now: NOW });
    const again = await claimed(store());
    await store().recover({ instance: ELSEWHERE, isAlone: true, maxAttempts: 3, now: NOW });
    expect(await store().jobs.find(again.id)).toMatchObject({ state: "pending", held: 10, charged: 0 });
    expect(await cancel(again)).toMatchObject({ job: { charged: 4 } });
    expect(await available(store(), accountId)).toBe(96);
  });

  test("a job whose process was lost for the last time is charged what it owes, once", async () => {
    const { accountId, job } = await inWork();
    await owe(job, 4, 2);
    const recovery = { isAlone: true, instance: ELSEWHERE, maxAttempts: 1, now: NOW };
    await store().recover(recovery);
    await store().recover({ ...recovery, instance: HERE });
    expect(await store().jobs.find(job.id)).toMatchObject({ state: "failed", held: 0, charged: 4 });
    expect(await store().accounts.find(accountId)).toMatchObject({ balance: 96, held: 0 });
    expect(await usageOf(accountId)).toMatchObject([{ group: "merge", requests: 1, pages: 2, credits: 4 }]);
    expect(await store().audit()).toEqual([]);
  });

  test("a job that fails, is cancelled and owes more at the same moment is charged once", async () => {
    const { accountId, job } = await inWork();
    await owe(job, 4);
    const [, cancelled, , again] = await Promise.all([fail(job), cancel(job), owe(job, 6), cancel(job)]);
    // It owes 6 only where that came before the end.
    const { charged } = cancelled.kind === "unknown" ? { charged: undefined } : cancelled.job;
    expect([4, 6]).toContain(charged);
    expect([cancelled, again]).toMatchObject([{ job: { held: 0, charged } }, { job: { held: 0, charged } }]);
    expect(await available(store(), accountId)).toBe(100 - (charged ?? 0));
    expect(await store().audit()).toEqual([]);
  });
}
