import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { newId } from "../ids.ts";
import type { Store } from "../store.ts";
import {
  beginning,
  claimed,
  claimOf,
  completeWith,
  DAY,
  failedWith,
  fileAnswer,
  HERE,
  held,
  jsonAnswer,
  MINUTE,
  NOW,
  newAccount,
  newJob,
  remembered,
  submitted,
} from "./scene.ts";

/** Returns the bytes that an answer is counted with: its row and its file. */
const sizeOf = (answer: object, fileBytes = 0): number => Buffer.byteLength(JSON.stringify(answer)) + fileBytes;
const FILE_BYTES = 1234;

/** Tests what is stored for an account and how it is bounded; that all of it is counted is the audit's. */
export function storageTests(store: () => Store): void {
  const storedBytes = async (id: string): Promise<number | undefined> => (await store().accounts.find(id))?.storedBytes;

  test("a job's uploads are stored until it ends, then its result until it is gone", async () => {
    const { id } = await newAccount(store());
    await submitted(store(), newJob(id, { inputBytes: 5000 }));
    expect(await storedBytes(id)).toBe(5000);
    const job = await claimed(store());
    const answer = fileAnswer("one.pdf");
    await store().jobs.finish({ ...claimOf(job), outcome: completeWith(answer), message: "", now: NOW });
    expect(await storedBytes(id)).toBe(sizeOf(answer, FILE_BYTES));
    await store().jobs.discardResult({ jobId: job.id, now: NOW });
    expect(await storedBytes(id)).toBe(0);
  });

  test("uploads of a cancelled, a failed and a swept job are no longer stored", async () => {
    const { id } = await newAccount(store());
    const cancelled = await submitted(store(), newJob(id, { inputBytes: 1 }));
    await submitted(store(), newJob(id, { inputBytes: 10 }));
    await store().jobs.cancel({ jobId: cancelled.id, now: NOW });
    expect(await storedBytes(id)).toBe(10);
    const failing = await claimed(store());
    await store().jobs.finish({ ...claimOf(failing), outcome: failedWith, message: "", now: NOW });
    expect(await storedBytes(id)).toBe(0);
    await submitted(store(), newJob(id, { inputBytes: 100 }));
    const job = await claimed(store());
    await store().jobs.finish({ ...claimOf(job), outcome: completeWith(jsonAnswer), message: "", now: NOW });
    await store().jobs.sweep({ now: NOW + DAY, recordsBefore: NOW + DAY });
    expect(await storedBytes(id)).toBe(0);
  });

  test("a job whose uploads are too much is not accepted", async () => {
    const { id } = await newAccount(store());
    await submitted(store(), newJob(id, { inputBytes: 600, maxStoredBytes: 1000 }));
    const refused = newJob(id, { inputBytes: 401, maxStoredBytes: 1000 });
    expect(await store().jobs.submit(refused)).toEqual({ kind: "storage_full" });
    expect(await store().jobs.find(refused.id)).toBeUndefined();
    await submitted(store(), newJob(id, { inputBytes: 400, maxStoredBytes: 1000 }));
    const { id: other } = await newAccount(store());
    await submitted(store(), newJob(other, { inputBytes: 1000, maxStoredBytes: 1000 }));
  });

  test("what a job's work has kept is stored until it ends, and bounded", async () => {
    const { id } = await newAccount(store());
    await submitted(store(), newJob(id, { inputBytes: 100 }));
    const claim = claimOf(await claimed(store()));
    const owe = (bytes: number, maxStoredBytes = 1000) =>
      store().jobs.owe({ ...claim, credits: 2, pages: 1, bytes, maxStoredBytes });
    expect([await owe(500), await storedBytes(id)]).toEqual(["owed", 600]);
    expect([await owe(901), await storedBytes(id)]).toEqual(["storage_full", 600]);
    expect([await owe(900), await storedBytes(id)]).toEqual(["owed", 1000]);
    // What is there is owed although the limit has been lowered.
    expect([await owe(900, 10), await storedBytes(id)]).toEqual(["owed", 1000]);
    await store().jobs.giveBack({ ...claim, now: NOW });
    expect(await storedBytes(id)).toBe(1000);
    const job = await claimed(store());
    await store().jobs.finish({ ...claimOf(job), outcome: failedWith, message: "", now: NOW });
    expect(await storedBytes(id)).toBe(0);
    expect(await store().audit()).toEqual([]);
  });

  test("what a request keeps for its repetition is stored until it is forgotten or its time is over", async () => {
    const { id: accountId } = await newAccount(store());
    const keep = (name: string, bytes: number, expiresAt = NOW + MINUTE) =>
      store().idempotency.keepPart({ accountId, name, bytes, expiresAt, maxStoredBytes: 1000 });
    expect([await keep("a", 300), await keep("a", 300), await storedBytes(accountId)]).toEqual([true, true, 600]);
    expect([await keep("b", 401), await storedBytes(accountId)]).toEqual([false, 600]);
    expect([await keep("b", 400, NOW), await storedBytes(accountId)]).toEqual([true, 1000]);
    await store().jobs.sweep({ now: NOW, recordsBefore: 0 });
    expect(await storedBytes(accountId)).toBe(600);
    await store().idempotency.forgetParts({ name: "a" });
    await store().idempotency.forgetParts({ name: "none" });
    expect(await storedBytes(accountId)).toBe(0);
    await keep("c", 7, NOW + DAY);
    await store().jobs.sweep({ now: NOW + DAY, recordsBefore: 0 });
    expect([await storedBytes(accountId), await store().audit()]).toEqual([0, []]);
  });

  test("a result that is too much fails its job, which is not charged", async () => {
    const { id } = await newAccount(store());
    await submitted(store(), newJob(id, { inputBytes: 100 }));
    const job = await claimed(store());
    const ended = await store().jobs.finish({
      ...claimOf(job),
      outcome: completeWith(fileAnswer("one.pdf")),
      message: "done",
      maxStoredBytes: FILE_BYTES,
      now: NOW,
    });
    expect(ended).toMatchObject({ state: "failed", error: { code: "storage_full", status: 409 }, charged: 0 });
    expect(await store().jobs.knownFiles(["one.pdf"])).toEqual([]);
    expect(await store().accounts.find(id)).toMatchObject({ storedBytes: 0, balance: 100, held: 0 });
  });

  test("as many jobs of an account wait as may, and those of others wait as well", async () => {
    const { id } = await newAccount(store());
    const job = await submitted(store(), newJob(id, { maxPendingOfAccount: 1 }));
    expect(await store().jobs.submit(newJob(id, { maxPendingOfAccount: 1 }))).toEqual({ kind: "too_many_of_account" });
    const { id: other } = await newAccount(store());
    await submitted(store(), newJob(other, { maxPendingOfAccount: 1 }));
    await store().jobs.cancel({ jobId: job.id, now: NOW });
    await submitted(store(), newJob(id, { maxPendingOfAccount: 1 }));
  });

  test("a remembered answer is stored until it is forgotten, also when its key is used again before it is swept", async () => {
    const { id } = await newAccount(store());
    const answer = fileAnswer("two.pdf");
    await store().idempotency.begin(beginning(id, "k"));
    const holdId = await held(store(), id, 5);
    const kept = remembered(id, "k", answer);
    await store().credits.settle({ holdId, charge: 5, pages: 1, remembered: kept, now: NOW });
    expect(await storedBytes(id)).toBe(sizeOf(answer, FILE_BYTES));
    expect(await store().idempotency.begin(beginning(id, "k", { now: NOW + 2 * DAY }))).toEqual({ kind: "new" });
    expect(await storedBytes(id)).toBe(0);
  });

  test("an answer that is too much to be kept is not charged, and a refusal is not remembered", async () => {
    const { id } = await newAccount(store());
    await store().idempotency.begin(beginning(id, "k"));
    const holdId = await held(store(), id, 5);
    const kept = { ...remembered(id, "k", fileAnswer("two.pdf")), maxStoredBytes: FILE_BYTES };
    const settlement = { holdId, charge: 5, pages: 1, remembered: kept, now: NOW };
    expect(await store().credits.settle(settlement)).toEqual({ kind: "storage_full" });
    expect(await store().accounts.find(id)).toMatchObject({ storedBytes: 0, balance: 100, held: 5 });
    const refusal = { ...remembered(id, "k", jsonAnswer), maxStoredBytes: 1 };
    await store().credits.release({ holdId, remembered: refusal, now: NOW });
    expect(await store().accounts.find(id)).toMatchObject({ storedBytes: 0, balance: 100, held: 0 });
    expect(await store().idempotency.begin(beginning(id, "k", { instance: HERE }))).toEqual({ kind: "new" });
  });

  test("an account has as many live keys as it may", async () => {
    const { id: accountId } = await newAccount(store());
    const make = (expiresAt: number | null = null) =>
      store().keys.create({
        id: newId.key(),
        accountId,
        name: "k",
        mode: "live",
        scopes: ["*"],
        rateLimit: null,
        allowedAddresses: null,
        concurrency: null,
        expiresAt,
        createdBy: null,
        secret: { hash: randomBytes(32), display: "" },
        maxLive: 2,
        now: NOW,
      });
    expect(await make(NOW)).toMatchObject({ kind: "created" });
    const first = await make();
    expect(await make()).toMatchObject({ kind: "created" });
    expect(await make()).toEqual({ kind: "too_many" });
    await store().keys.revoke({ id: first.kind === "created" ? first.key.id : "", now: NOW });
    expect(await make()).toMatchObject({ kind: "created" });
  });
}
