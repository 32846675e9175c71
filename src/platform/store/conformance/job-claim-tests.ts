import { expect, test } from "vitest";
import { WORK_CLASSES, type WorkClass } from "../../../kernel/work-class.ts";
import type { Store } from "../store.ts";
import {
  available,
  claimed,
  claimOf,
  completeWith,
  ELSEWHERE,
  failedWith,
  fileAnswer,
  HERE,
  jsonAnswer,
  NOW,
  newAccount,
  newJob,
  submitted,
} from "./scene.ts";

/** Tests jobs from their claim to the final state. */
export function claimTests(store: () => Store): void {
  test("the oldest job of the account with the fewest in work is next", async () => {
    const [one, other] = [await newAccount(store()), await newAccount(store())];
    const names = new Map<string, string>();
    for (const [name, account] of [
      ["a1", one],
      ["a2", one],
      ["a3", one],
      ["b1", other],
    ] as const) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- in this order
      names.set((await submitted(store(), newJob(account.id))).id, name);
    }
    const order: (string | undefined)[] = [];
    for (const _ of names) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other
      order.push(names.get((await claimed(store())).id));
    }
    expect(order).toEqual(["a1", "b1", "a2", "a3"]);
    expect(await store().jobs.claim({ instance: HERE, workClass: "pdf", now: NOW })).toBeUndefined();
  });

  test("a claim takes jobs of its classes alone, and what an account has in work counts within its class", async () => {
    const [one, other] = [await newAccount(store()), await newAccount(store())];
    const names = new Map<string, string>();
    for (const [name, account, workClass] of [
      ["ocr of one", one, "ocr"],
      ["pdf of one", one, "pdf"],
      ["pdf of other", other, "pdf"],
      ["ocr of one again", one, "ocr"],
      ["ocr of other", other, "ocr"],
      ["browser of other", other, "browser"],
    ] as const) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- in this order
      names.set((await submitted(store(), newJob(account.id, { workClass }))).id, name);
    }
    expect(await store().jobs.pendingClasses(["browser", "ocr"])).toEqual(["browser", "ocr"]);
    const next = async (workClass: WorkClass) =>
      names.get((await store().jobs.claim({ instance: HERE, workClass, now: NOW }))?.id ?? "");
    // With one in work, the account is still first among those that have no work of another class.
    expect([await next("ocr"), await next("pdf"), await next("ocr"), await next("pdf")]).toEqual([
      "ocr of one",
      "pdf of one",
      "ocr of other",
      "pdf of other",
    ]);
    expect([await next("pdf"), await next("ocr"), await next("ocr")]).toEqual([
      undefined,
      "ocr of one again",
      undefined,
    ]);
    expect(await store().jobs.pendingClasses(WORK_CLASSES)).toEqual(["browser"]);
    expect([await next("browser"), await next("browser")]).toEqual(["browser of other", undefined]);
  });

  test("the pace of a class is counted while its jobs wait, over a minute at most", async () => {
    const { id } = await newAccount(store());
    const end = async (now: number, workClass: WorkClass = "pdf"): Promise<void> => {
      await submitted(store(), newJob(id, { workClass, now: NOW - 90_000 }));
      const job = await store().jobs.claim({ instance: HERE, workClass, now });
      await store().jobs.cancel({ jobId: job?.id ?? "", now });
    };
    await end(NOW - 70_000);
    await end(NOW - 50_000);
    await end(NOW - 20_000);
    await end(NOW - 10_000, "ocr");
    expect(await store().jobs.pace({ workClass: "pdf", now: NOW })).toEqual({ ended: 2, withinMs: 60_000 });
    await submitted(store(), newJob(id, { workClass: "pdf", now: NOW - 30_000 }));
    expect(await store().jobs.pace({ workClass: "pdf", now: NOW })).toEqual({ ended: 1, withinMs: 30_000 });
    expect(await store().jobs.pace({ workClass: "browser", now: NOW })).toEqual({ ended: 0, withinMs: 60_000 });
  });

  test("a claim is held by its instance and attempt, until the job ends or is claimed again", async () => {
    const { id } = await newAccount(store());
    await submitted(store(), newJob(id));
    await submitted(store(), newJob(id));
    const [first, second] = [claimOf(await claimed(store())), claimOf(await claimed(store()))];
    const held = (instance: string) => store().jobs.heldClaims({ instance, claims: [first, second] });
    expect(await held(HERE)).toEqual([first, second]);
    expect(await held(ELSEWHERE)).toEqual([]);
    await store().jobs.cancel({ jobId: first.jobId, now: NOW });
    expect(await held(HERE)).toEqual([second]);
    // Its lease has ended, and it claims the same job once more.
    await store().recover({ instance: ELSEWHERE, isAlone: true, maxAttempts: 3, now: NOW });
    expect(await held(HERE)).toEqual([]);
    expect(claimOf(await claimed(store()))).toEqual({ ...second, attempt: 2 });
    expect(await held(HERE)).toEqual([]);
  });

  test("no job is given to two claims at once", async () => {
    const { id } = await newAccount(store(), 1000);
    for (let count = 0; count < 20; count++) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- in this order
      await submitted(store(), newJob(id));
    }
    const claims = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        store().jobs.claim({ instance: index % 2 ? HERE : ELSEWHERE, workClass: "pdf", now: NOW }),
      ),
    );
    const ids = claims.flatMap((job) => job?.id ?? []);
    expect(ids).toHaveLength(20);
    expect(new Set(ids).size).toBe(20);
  });

  test("a claim counts the attempt; progress is the job's, under its own claim only", async () => {
    const { id } = await newAccount(store());
    const job = await submitted(store(), newJob(id));
    const running = await store().jobs.claim({ instance: HERE, workClass: "pdf", now: NOW + 3 });
    expect(running).toEqual({ ...job, state: "processing", attempts: 1, startedAt: NOW + 3, sequence: 2 });
    const progress = { ...claimOf(await existing(job.id)), pagesDone: 4, pagesTotal: 12 };
    await store().jobs.progress({ ...progress, instance: ELSEWHERE });
    await store().jobs.progress({ ...progress, attempt: 2 });
    expect(await existing(job.id)).toEqual(running);
    await store().jobs.progress(progress);
    expect(await existing(job.id)).toMatchObject({ pagesDone: 4, pagesTotal: 12, sequence: 3 });
  });

  const existing = async (id: string) => {
    const job = await store().jobs.find(id);
    expect(job).toBeDefined();
    return job ?? claimed(store());
  };

  test("a complete job is charged at most what was held, with its answer and usage", async () => {
    const { id } = await newAccount(store(), 100);
    const job = await submitted(store(), newJob(id));
    const claim = claimOf(await claimed(store()));
    const finish = { ...claim, outcome: completeWith(fileAnswer("r1"), 7), message: "Done.", now: NOW + 9 };
    await expect(store().jobs.finish({ ...finish, outcome: completeWith(fileAnswer("r1"), 11) })).rejects.toThrow(
      "Assertion failed",
    );
    const done = await store().jobs.finish(finish);
    expect(done).toMatchObject({
      state: "complete",
      message: "Done.",
      answer: fileAnswer("r1"),
      error: null,
      held: 0,
      charged: 7,
      completedAt: NOW + 9,
      expiresAt: finish.outcome.expiresAt,
      expired: false,
      sequence: 3,
    });
    expect(await store().jobs.find(job.id)).toEqual(done);
    expect(await available(store(), id)).toBe(93);
    const usage = {
      accountId: id,
      unit: "day",
      first: "2026-11-15",
      last: "2026-11-15",
      groupBy: "operation",
    } as const;
    expect(await store().accounts.usage(usage)).toMatchObject([{ group: "merge", requests: 1, pages: 12, credits: 7 }]);
    expect(await store().jobs.finish(finish)).toBeUndefined();
  });

  test("a failed job is free and reports its error", async () => {
    const { id } = await newAccount(store(), 100);
    await submitted(store(), newJob(id));
    const claim = claimOf(await claimed(store()));
    const failed = await store().jobs.finish({ ...claim, outcome: failedWith, message: "Failed.", now: NOW });
    expect(failed).toMatchObject({
      state: "failed",
      error: failedWith.error,
      answer: null,
      held: 0,
      charged: 0,
      expiresAt: null,
    });
    expect(await available(store(), id)).toBe(100);
  });

  test("after a cancellation, and under another's claim, nothing is finished", async () => {
    const { id } = await newAccount(store(), 100);
    const job = await submitted(store(), newJob(id));
    const claim = claimOf(await claimed(store()));
    const finish = { ...claim, outcome: completeWith(jsonAnswer), message: "Done.", now: NOW };
    expect(await store().jobs.finish({ ...finish, instance: ELSEWHERE })).toBeUndefined();
    expect(await store().jobs.finish({ ...finish, attempt: 2 })).toBeUndefined();
    await store().jobs.cancel({ jobId: job.id, now: NOW });
    expect(await store().jobs.finish(finish)).toBeUndefined();
    expect(await existing(job.id)).toMatchObject({ state: "cancelled", charged: 0, answer: null });
    expect(await available(store(), id)).toBe(100);
  });

  test("a job that is given back waits again, the attempt not counted", async () => {
    const { id } = await newAccount(store(), 100);
    const job = await submitted(store(), newJob(id));
    const claim = claimOf(await claimed(store()));
    await store().jobs.progress({ ...claim, pagesDone: 2, pagesTotal: 6 });
    await store().jobs.giveBack({ ...claim, instance: ELSEWHERE, now: NOW });
    expect(await existing(job.id)).toMatchObject({ state: "processing" });
    await store().jobs.giveBack({ ...claim, now: NOW });
    expect(await existing(job.id)).toEqual({ ...job, sequence: 4 });
    expect((await claimed(store(), ELSEWHERE)).attempts).toBe(1);
  });

  test("jobs are counted by state, with the age of the oldest that waits; unfinished ones are listed", async () => {
    expect(await store().jobs.counts()).toEqual({ pending: 0, processing: 0, oldestPendingAt: null, classes: [] });
    const { id } = await newAccount(store(), 100);
    const first = await submitted(store(), newJob(id));
    const second = await submitted(store(), newJob(id, { now: NOW + 1 }));
    const third = await submitted(store(), newJob(id, { now: NOW + 2 }));
    await claimed(store());
    await store().jobs.cancel({ jobId: third.id, now: NOW });
    await submitted(store(), newJob(id, { now: NOW + 3, workClass: "ocr" }));
    expect(await store().jobs.counts()).toEqual({
      pending: 2,
      processing: 1,
      oldestPendingAt: NOW + 1,
      classes: [
        { workClass: "ocr", pending: 1, processing: 0, oldestPendingAt: NOW + 3 },
        { workClass: "pdf", pending: 1, processing: 1, oldestPendingAt: NOW + 1 },
      ],
    });
    const ids = [third.id, first.id, "job_none", second.id];
    expect(new Set(await store().jobs.unfinished(ids))).toEqual(new Set([first.id, second.id]));
  });
}
