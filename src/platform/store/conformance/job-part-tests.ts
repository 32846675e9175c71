import { expect, test } from "vitest";
import { assert } from "../../../kernel/assert.ts";
import type { ClaimedPart } from "../job-part-store.ts";
import type { Claim } from "../job-store.ts";
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
  MINUTE,
  NOW,
  newAccount,
  newJob,
  submitted,
} from "./scene.ts";

const THIRD = "inst_third";
const CLASSES = ["pdf", "ocr"] as const;

/** Tests the parts of jobs that their owner offers to other processes. */
export function partTests(store: () => Store): void {
  let named = 0;
  /** Offers parts of two pages each, the pages numbered from 1. */
  async function offered(claim: Claim, count: number, workClass: "pdf" | "ocr" = "pdf"): Promise<readonly string[]> {
    const parts = Array.from({ length: count }, (_, index) => {
      named += 1;
      return { id: `part_${named}`, pages: [2 * index + 1, 2 * index + 2] };
    });
    expect(await store().parts.offer({ ...claim, workClass, parts, now: NOW })).toBe(true);
    return parts.map(({ id }) => id);
  }
  async function ownedJob(accountId: string, changes: Parameters<typeof newJob>[1] = {}): Promise<Claim> {
    await submitted(store(), newJob(accountId, changes));
    return claimOf(await claimed(store()));
  }
  const help = (instance = ELSEWHERE, jobId?: string) =>
    store().parts.claim({ instance, classes: CLASSES, jobId, now: NOW });
  async function helped(instance = ELSEWHERE) {
    const claim = await help(instance);
    assert(claim !== undefined, "a part is offered");
    return claim;
  }
  const take = (claim: Claim, now = NOW) => store().parts.take({ ...claim, silentSince: now - MINUTE, now });
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- beside those that use it
  const partClaim = ({ id, claim }: ClaimedPart, instance = ELSEWHERE) => ({ partId: id, instance, claim });
  const report = (part: ClaimedPart, figures: { credits?: number; bytes?: number; max?: number } = {}) =>
    store().parts.report({
      ...partClaim(part),
      pagesDone: 1,
      credits: figures.credits ?? 0,
      creditPages: figures.credits === undefined ? 0 : 1,
      bytes: figures.bytes ?? 0,
      maxStoredBytes: figures.max,
      now: NOW,
    });

  test("the owner and others do one part after the other, each once", async () => {
    const { id } = await newAccount(store());
    const job = await ownedJob(id);
    const ids = await offered(job, 3);
    expect(await store().parts.offeredClasses({ instance: ELSEWHERE, classes: CLASSES })).toEqual(["pdf"]);
    expect(await store().parts.offeredClasses({ instance: HERE, classes: CLASSES })).toEqual([]);
    expect(await help(HERE)).toBeUndefined();
    const own = await take(job);
    const other = await helped();
    expect([own, other.part]).toEqual([
      { id: ids[0], pages: [1, 2], claim: 1 },
      { id: ids[1], pages: [3, 4], claim: 1 },
    ]);
    expect(other.job).toMatchObject({ id: job.jobId, state: "processing", attempts: 1 });
    expect(await store().parts.finish(partClaim(other.part, THIRD))).toBe(false);
    expect(await store().parts.finish(partClaim(other.part))).toBe(true);
    expect(await store().parts.finish(partClaim(other.part))).toBe(false);
    expect((await helped(THIRD)).part.id).toBe(ids[2]);
    expect([await help(), await take(job)]).toEqual([undefined, undefined]);
    expect(await store().parts.list(job.jobId)).toEqual([
      { id: ids[0], pages: [1, 2], state: "claimed", instance: HERE, pagesDone: 0 },
      { id: ids[1], pages: [3, 4], state: "done", instance: ELSEWHERE, pagesDone: 0 },
      { id: ids[2], pages: [5, 6], state: "claimed", instance: THIRD, pagesDone: 0 },
    ]);
  });

  test("no part is given to two claims at once", async () => {
    const { id } = await newAccount(store());
    const job = await ownedJob(id);
    await offered(job, 10);
    const claims = await Promise.all([
      ...Array.from({ length: 8 }, (_, index) => help(index % 2 ? ELSEWHERE : THIRD).then((each) => each?.part.id)),
      ...Array.from({ length: 8 }, () => take(job).then((each) => each?.id)),
    ]);
    const ids = claims.filter((each) => each !== undefined);
    expect([ids.length, new Set(ids).size]).toEqual([10, 10]);
  });

  test("whatever ends an attempt removes the parts of its job", async () => {
    const { id } = await newAccount(store());
    const ends: readonly ((claim: Claim) => Promise<unknown>)[] = [
      (claim) => store().jobs.finish({ ...claim, outcome: completeWith(jsonAnswer), message: "Done.", now: NOW }),
      (claim) => store().jobs.finish({ ...claim, outcome: failedWith, message: "Failed.", now: NOW }),
      ({ jobId }) => store().jobs.cancel({ jobId, now: NOW }),
      (claim) => store().jobs.giveBack({ ...claim, now: NOW }),
    ];
    for (const end of ends) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other
      const job = await ownedJob(id);
      // oxlint-disable-next-line eslint/no-await-in-loop
      await offered(job, 2);
      // oxlint-disable-next-line eslint/no-await-in-loop
      const { part } = await helped();
      // oxlint-disable-next-line eslint/no-await-in-loop
      await end(job);
      // oxlint-disable-next-line eslint/no-await-in-loop
      expect(await Promise.all([store().parts.list(job.jobId), help(), take(job)])).toEqual([[], undefined, undefined]);
      // oxlint-disable-next-line eslint/no-await-in-loop
      expect([await store().parts.held([partClaim(part)]), await report(part, { credits: 3 })]).toEqual([
        [],
        "not_claimed",
      ]);
      // oxlint-disable-next-line eslint/no-await-in-loop
      expect(await store().parts.offer({ ...job, workClass: "pdf", parts: [], now: NOW })).toBe(false);
      // oxlint-disable-next-line eslint/no-await-in-loop
      await store().jobs.cancel({ jobId: job.jobId, now: NOW });
    }
    expect(await available(store(), id)).toBe(90);
  });

  test("parts go to the account with the least in work, then to the job that is helped already", async () => {
    const [one, other] = [await newAccount(store()), await newAccount(store())];
    const first = await ownedJob(one.id);
    const second = await ownedJob(one.id);
    const third = await ownedJob(other.id);
    for (const job of [first, second, third]) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- in this order
      await offered(job, 2);
    }
    const order: string[] = [];
    for (const preferred of [second, second, second, second, first, first]) {
      // oxlint-disable-next-line eslint/no-await-in-loop
      order.push((await help(ELSEWHERE, preferred.jobId))?.job.id ?? "none");
    }
    // One has two jobs in work and other has one: two parts of other make them even, or nearly so.
    expect(order).toEqual([third, second, third, second, first, first].map(({ jobId }) => jobId));
  });

  test("a part of a lost process is offered again, and to its owner alone after the second time", async () => {
    const { id } = await newAccount(store());
    const job = await ownedJob(id);
    const [partId] = await offered(job, 1);
    const { part } = await helped();
    const recover = () => store().recover({ instance: HERE, isAlone: false, maxAttempts: 3, now: NOW });
    await store().renewLease({ instance: ELSEWHERE, leaseMs: MINUTE, now: NOW });
    await recover();
    expect(await store().parts.held([partClaim(part)])).toEqual([partClaim(part)]);
    await store().recover({ instance: HERE, isAlone: false, maxAttempts: 3, now: NOW + MINUTE });
    expect(await store().parts.held([partClaim(part)])).toEqual([]);
    const again = await helped(THIRD);
    expect(again.part).toMatchObject({ id: partId, claim: 2 });
    await store().parts.giveBack({ ...partClaim(again.part, THIRD), hasFailed: false });
    const third = await helped(THIRD);
    await store().parts.giveBack({ ...partClaim(third.part, THIRD), hasFailed: true });
    expect([await help(), (await take(job))?.claim]).toEqual([undefined, 4]);
  });

  test("the owner takes a part on which nothing has been reported for long, and its report counts no more", async () => {
    const { id } = await newAccount(store());
    const job = await ownedJob(id);
    await offered(job, 1);
    const { part } = await helped();
    expect(await take(job, NOW + MINUTE)).toBeUndefined();
    expect(await take(job, NOW + MINUTE + 1)).toMatchObject({ id: part.id, claim: 2 });
    expect([await report(part), await store().parts.finish(partClaim(part))]).toEqual(["not_claimed", false]);
  });

  test("what others owe and keep is the job's, and the owner's own comes in addition", async () => {
    const { id } = await newAccount(store());
    const job = await ownedJob(id);
    await offered(job, 2);
    const { part } = await helped();
    const stored = async () => (await store().accounts.find(id))?.storedBytes;
    const before = (await stored()) ?? 0;
    expect([await report(part, { credits: 2, bytes: 50 }), await report(part, { credits: 2, bytes: 50 })]).toEqual([
      "reported",
      "reported",
    ]);
    expect(await stored()).toBe(before + 50);
    expect(await store().jobs.owe({ ...job, credits: 3, pages: 1, bytes: 10 })).toBe("owed");
    expect(await stored()).toBe(before + 60);
    expect(await report(part, { credits: 2, bytes: 1000, max: before + 100 })).toBe("storage_full");
    const cancelled = await store().jobs.cancel({ jobId: job.jobId, now: NOW });
    expect(cancelled).toMatchObject({ kind: "cancelled", job: { charged: 5 } });
    expect([await available(store(), id), await stored()]).toEqual([95, 0]);
  });

  test("what the owner takes over from another is owed by the owner from then on", async () => {
    const { id } = await newAccount(store());
    const job = await ownedJob(id);
    await offered(job, 1);
    const { part } = await helped();
    await report(part, { credits: 2, bytes: 50 });
    await store().parts.giveBack({ ...partClaim(part), hasFailed: true });
    await take(job);
    // It has found what the other had kept.
    await store().jobs.owe({ ...job, credits: 2, pages: 1, bytes: 50 });
    const cancelled = await store().jobs.cancel({ jobId: job.jobId, now: NOW });
    expect(cancelled).toMatchObject({ job: { charged: 2 } });
  });
}
