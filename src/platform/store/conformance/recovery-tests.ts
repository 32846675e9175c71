import { expect, test } from "vitest";
import type { Store } from "../store.ts";
import {
  beginning,
  claimed,
  claimOf,
  completeWith,
  DAY,
  ELSEWHERE,
  fileAnswer,
  HERE,
  held,
  jsonAnswer,
  NOW,
  newAccount,
  newJob,
  remembered,
  submitted,
} from "./scene.ts";

export function recoveryTests(store: () => Store): void {
  const renew = (instance: string, now: number) => store().renewLease({ instance, leaseMs: 30_000, now });
  const recoverLater = (now: number) => store().recover({ instance: HERE, isAlone: false, maxAttempts: 3, now });

  test("what a process has claimed is its own until its lease has ended, unless another is alone", async () => {
    const { id } = await newAccount(store(), 100);
    expect(await renew(ELSEWHERE, NOW)).toBe(false);
    const hold = await held(store(), id, 10, ELSEWHERE);
    const job = await submitted(store(), newJob(id));
    const claim = claimOf(await claimed(store(), ELSEWHERE), ELSEWHERE);
    await store().idempotency.begin(beginning(id, "k", { instance: ELSEWHERE }));
    await recoverLater(NOW + 29_999);
    expect(await renew(ELSEWHERE, NOW + 20_000)).toBe(true);
    await recoverLater(NOW + 49_999);
    expect(await store().accounts.find(id)).toMatchObject({ held: 20 });
    expect(await store().jobs.find(job.id)).toMatchObject({ state: "processing" });
    expect(await store().idempotency.begin(beginning(id, "k"))).toEqual({ kind: "running" });
    await recoverLater(NOW + 50_000);
    expect(await store().accounts.find(id)).toMatchObject({ held: 10 });
    expect(await store().jobs.find(job.id)).toMatchObject({ state: "pending", attempts: 1 });
    expect(await store().idempotency.begin(beginning(id, "k"))).toEqual({ kind: "new" });
    const late = { ...claim, outcome: completeWith(jsonAnswer), message: "Late.", now: NOW + 50_001 };
    expect(await store().jobs.finish(late)).toBeUndefined();
    expect(await store().credits.settle({ holdId: hold, charge: 10, pages: 1, now: NOW })).toMatchObject({
      charged: 0,
    });
    // It learns that it has lost what it had.
    expect(await renew(ELSEWHERE, NOW + 50_002)).toBe(false);
    await store().jobs.claim({ workClass: "pdf", instance: ELSEWHERE, now: NOW + 50_003 });
    await store().recover({ instance: HERE, isAlone: true, maxAttempts: 3, now: NOW + 50_004 });
    expect(await store().jobs.find(job.id)).toMatchObject({ state: "pending", attempts: 2 });
  });

  test("one's own work is not taken over, whatever the state of one's lease", async () => {
    const { id } = await newAccount(store(), 100);
    const job = await submitted(store(), newJob(id));
    await claimed(store(), HERE);
    await recoverLater(NOW + DAY);
    expect(await store().jobs.find(job.id)).toMatchObject({ state: "processing" });
    await renew(HERE, NOW);
    await recoverLater(NOW + DAY);
    expect(await store().jobs.find(job.id)).toMatchObject({ state: "processing" });
  });

  const recover = (instance = HERE) => store().recover({ instance, isAlone: true, maxAttempts: 3, now: NOW });

  test("requests of a process that is gone are released, one's own and ended ones are not", async () => {
    const { id } = await newAccount(store(), 100);
    const ended = await held(store(), id, 20, ELSEWHERE);
    await store().credits.settle({ holdId: ended, charge: 20, pages: 1, now: NOW });
    const gone = await held(store(), id, 10, ELSEWHERE);
    await held(store(), id, 5, HERE);
    await recover();
    expect(await store().accounts.find(id)).toMatchObject({ balance: 80, held: 5 });
    expect(await store().credits.settle({ holdId: gone, charge: 10, pages: 1, now: NOW })).toEqual({
      charged: 0,
      available: 75,
    });
  });

  test("remembered requests that were running are forgotten, paid ones stay to be redone", async () => {
    const { id } = await newAccount(store());
    const begin = (key: string, instance: string, now = NOW) =>
      store().idempotency.begin(beginning(id, key, { instance, now }));
    await begin("new", ELSEWHERE);
    await begin("own", HERE);
    await begin("done", ELSEWHERE);
    const finished = { instance: ELSEWHERE };
    await store().idempotency.finish({ ...remembered(id, "done", jsonAnswer), ...finished });
    await begin("paid", ELSEWHERE);
    await store().idempotency.finish({ ...remembered(id, "paid", fileAnswer("r"), NOW + 1), ...finished });
    expect(await begin("paid", ELSEWHERE, NOW + 1)).toEqual({ kind: "redo" });
    await recover();
    expect(await begin("new", HERE)).toEqual({ kind: "new" });
    expect(await begin("own", HERE)).toEqual({ kind: "running" });
    expect(await begin("done", HERE)).toEqual({ kind: "finished", answer: jsonAnswer });
    expect(await begin("paid", HERE)).toEqual({ kind: "redo" });
  });

  test("a job is tried three times, then it has failed and costs nothing", async () => {
    const { id } = await newAccount(store(), 100);
    const job = await submitted(store(), newJob(id));
    for (const attempt of [1, 2]) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one life after the other
      expect(await claimed(store(), `inst_${attempt}`)).toMatchObject({ id: job.id, attempts: attempt });
      // oxlint-disable-next-line eslint/no-await-in-loop -- one life after the other
      await recover(`inst_${attempt + 1}`);
      // oxlint-disable-next-line eslint/no-await-in-loop -- one life after the other
      expect(await store().jobs.find(job.id)).toMatchObject({
        state: "pending",
        attempts: attempt,
        held: 10,
        startedAt: null,
      });
    }
    const last = await claimed(store(), "inst_3");
    await recover("inst_4");
    expect(await store().jobs.find(job.id)).toMatchObject({
      state: "failed",
      attempts: 3,
      held: 0,
      charged: 0,
      completedAt: NOW,
      error: { code: "internal_error", status: 500 },
      sequence: last.sequence + 1,
    });
    expect(await store().accounts.find(id)).toMatchObject({ balance: 100, held: 0 });
    expect(await store().jobs.claim({ workClass: "pdf", instance: "inst_4", now: NOW })).toBeUndefined();
  });

  test("waiting jobs keep their credits, and finishing under the old claim does nothing", async () => {
    const { id } = await newAccount(store(), 100);
    const [running, waiting] = [newJob(id), newJob(id)];
    await submitted(store(), running);
    const before = await submitted(store(), waiting);
    const old = await claimed(store(), ELSEWHERE);
    await recover();
    expect(await store().jobs.find(waiting.id)).toEqual(before);
    expect(await store().accounts.find(id)).toMatchObject({ held: 20 });
    const claim = { jobId: old.id, instance: ELSEWHERE, attempt: 1 };
    const outcome = { kind: "complete", answer: jsonAnswer, charge: 10, pages: 1, expiresAt: NOW + DAY } as const;
    expect(await store().jobs.finish({ ...claim, outcome, message: "", now: NOW })).toBeUndefined();
    // The next job is still the older one.
    expect((await claimed(store())).id).toBe(running.id);
  });
}
