import { expect, test } from "vitest";
import type { Store } from "../store.ts";
import {
  available,
  beginning,
  claimed,
  claimOf,
  completeWith,
  DAY,
  ELSEWHERE,
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

/** Begins a request under the key `k` that becomes a job, and returns the job's id. */
async function announcedJob(store: Store, accountId: string): Promise<string> {
  await store.idempotency.begin(beginning(accountId, "k"));
  const job = newJob(accountId);
  const answer = { ...jsonAnswer, status: 202, jobId: job.id };
  await submitted(store, { ...job, remembered: remembered(accountId, "k", answer) });
  return job.id;
}

async function finishNext(
  store: Store,
  outcome: ReturnType<typeof completeWith> | ReturnType<typeof failedBy>,
): Promise<void> {
  await store.jobs.finish({ ...claimOf(await claimed(store)), outcome, message: "Done.", now: NOW });
}

const failedBy = (status: number) => ({ ...failedWith, error: { ...failedWith.error, status } });

/** Returns the key `k` as a process has taken it. */
const taken = (accountId: string, instance = HERE) => ({ accountId, idempotencyKey: "k", instance });

export function idempotencyTests(store: () => Store): void {
  test("of 100 parallel requests with one key exactly one is new", async () => {
    const { id } = await newAccount(store());
    const begun = await Promise.all(Array.from({ length: 100 }, () => store().idempotency.begin(beginning(id, "k"))));
    expect(begun.filter(({ kind }) => kind === "new")).toHaveLength(1);
    expect(begun.filter(({ kind }) => kind === "running")).toHaveLength(99);
  });

  test("keys are each account's own", async () => {
    const [one, other] = [await newAccount(store()), await newAccount(store())];
    expect(await store().idempotency.begin(beginning(one.id, "k"))).toEqual({ kind: "new" });
    expect(await store().idempotency.begin(beginning(other.id, "k"))).toEqual({ kind: "new" });
  });

  test("another request under the same key is reported, while running and after", async () => {
    const { id } = await newAccount(store());
    await store().idempotency.begin(beginning(id, "k"));
    const other = beginning(id, "k", { fingerprint: "f2" });
    expect(await store().idempotency.begin(other)).toEqual({ kind: "mismatch" });
    await store().idempotency.finish(remembered(id, "k", jsonAnswer));
    expect(await store().idempotency.begin(other)).toEqual({ kind: "mismatch" });
  });

  test.each(["finish", "settle", "release"] as const)("an answer that %s remembers is given again", async (ending) => {
    const { id } = await newAccount(store());
    await store().idempotency.begin(beginning(id, "k"));
    const record = remembered(id, "k", jsonAnswer);
    if (ending === "finish") {
      await store().idempotency.finish(record);
    } else if (ending === "settle") {
      await store().credits.settle({
        holdId: await held(store(), id, 3),
        charge: 3,
        pages: 1,
        remembered: record,
        now: NOW,
      });
    } else {
      await store().credits.release({ holdId: await held(store(), id, 3), remembered: record, now: NOW });
    }
    expect(await store().idempotency.begin(beginning(id, "k"))).toEqual({ kind: "finished", answer: jsonAnswer });
  });

  test("what is abandoned may be tried again", async () => {
    const { id } = await newAccount(store());
    await store().idempotency.begin(beginning(id, "k"));
    await store().idempotency.abandon(taken(id));
    expect(await store().idempotency.begin(beginning(id, "k", { fingerprint: "f2" }))).toEqual({ kind: "new" });
  });

  test("what has finished cannot be abandoned", async () => {
    const { id } = await newAccount(store());
    await store().idempotency.begin(beginning(id, "k"));
    await store().idempotency.finish(remembered(id, "k", jsonAnswer));
    await store().idempotency.abandon(taken(id));
    expect(await store().idempotency.begin(beginning(id, "k"))).toMatchObject({ kind: "finished" });
  });

  test("a process whose lease ended cannot end what another does by now, and is not charged for its own", async () => {
    const { id } = await newAccount(store());
    await store().idempotency.begin(beginning(id, "k"));
    await store().recover({ instance: ELSEWHERE, isAlone: true, maxAttempts: 3, now: NOW });
    const again = beginning(id, "k", { instance: ELSEWHERE });
    expect(await store().idempotency.begin(again)).toEqual({ kind: "new" });

    // The first process still works on it, with credits that it holds only now.
    const holdId = await held(store(), id, 3);
    const late = remembered(id, "k", jsonAnswer);
    const settlement = { holdId, charge: 3, pages: 1, now: NOW };
    expect(await store().credits.settle({ ...settlement, remembered: late })).toEqual({ kind: "key_lost" });
    expect(await store().credits.settle({ ...settlement, partlyPaid: taken(id) })).toEqual({ kind: "key_lost" });
    expect(await store().jobs.submit(newJob(id, { remembered: late }))).toEqual({ kind: "key_lost" });
    await store().credits.release({ holdId, remembered: late, now: NOW });
    await store().idempotency.finish(late);
    await store().idempotency.abandon(taken(id));
    expect(await store().idempotency.begin(again)).toEqual({ kind: "running" });
    expect(await available(store(), id)).toBe(100);

    await store().idempotency.finish({ ...remembered(id, "k", fileAnswer("r1"), NOW + 1), instance: ELSEWHERE });
    expect(await store().idempotency.begin(again)).toEqual({ kind: "finished", answer: fileAnswer("r1") });
  });

  test("a finished request whose file is gone is done again, as often as it is abandoned", async () => {
    const { id } = await newAccount(store());
    await store().idempotency.begin(beginning(id, "k"));
    await store().idempotency.finish(remembered(id, "k", fileAnswer("r1"), NOW + 60));
    expect(await store().idempotency.begin(beginning(id, "k", { now: NOW + 59 }))).toMatchObject({ kind: "finished" });
    const late = beginning(id, "k", { now: NOW + 60 });
    expect(await store().idempotency.begin(late)).toEqual({ kind: "redo" });
    expect(await store().idempotency.begin(late)).toEqual({ kind: "running" });
    await store().idempotency.abandon(taken(id));
    expect(await store().idempotency.begin(late)).toEqual({ kind: "redo" });
    await store().idempotency.finish(remembered(id, "k", fileAnswer("r2"), NOW + 120));
    expect(await store().idempotency.begin(late)).toEqual({ kind: "finished", answer: fileAnswer("r2") });
  });

  test("the answer of a job counts while it works, and while its result is there; then it is done again", async () => {
    const { id } = await newAccount(store());
    await announcedJob(store(), id);
    const at = (now: number) => store().idempotency.begin(beginning(id, "k", { now }));
    expect(await at(NOW)).toMatchObject({ kind: "finished", answer: { status: 202 } });
    await finishNext(store(), completeWith(fileAnswer("r1")));
    expect(await at(NOW + 60 * MINUTE - 1)).toMatchObject({ kind: "finished" });
    expect(await at(NOW + 60 * MINUTE)).toEqual({ kind: "redo" });
  });

  test("a job that was paid for is done again without charge, however often its repetitions fail", async () => {
    const { id } = await newAccount(store());
    const jobId = await announcedJob(store(), id);
    await finishNext(store(), completeWith(fileAnswer("r1")));
    await store().jobs.discardResult({ jobId, now: NOW });
    for (let repetition = 0; repetition < 2; repetition += 1) {
      expect(await store().idempotency.begin(beginning(id, "k"))).toEqual({ kind: "redo" });
      const again = newJob(id);
      const answer = { ...jsonAnswer, status: 202, jobId: again.id };
      await submitted(store(), { ...again, remembered: remembered(id, "k", answer) });
      await finishNext(store(), failedBy(500));
    }
    expect(await store().idempotency.begin(beginning(id, "k"))).toEqual({ kind: "redo" });
  });

  test.each([
    ["failed as it would again", 400, "finished"],
    ["failed without its document's doing", 500, "new"],
    ["was refused for its price", 402, "new"],
  ] as const)("a job that %s (%i): its repetition is %s", async (_, status, kind) => {
    const { id } = await newAccount(store());
    await announcedJob(store(), id);
    await finishNext(store(), failedBy(status));
    expect(await store().idempotency.begin(beginning(id, "k"))).toMatchObject({ kind });
  });

  test("what a cancelled job was charged counts for its repetition", async () => {
    const { id } = await newAccount(store());
    const jobId = await announcedJob(store(), id);
    const claim = claimOf(await claimed(store()));
    await store().jobs.owe({ ...claim, credits: 4, pages: 2, bytes: 0 });
    await store().jobs.cancel({ jobId, now: NOW });
    expect(await store().idempotency.begin(beginning(id, "k"))).toEqual({ kind: "partly paid", paidCredits: 4 });
  });

  test("a record is forgotten when it has had its time", async () => {
    const { id } = await newAccount(store());
    await store().idempotency.begin(beginning(id, "k"));
    await store().idempotency.finish(remembered(id, "k", jsonAnswer));
    const at = (now: number) => store().idempotency.begin(beginning(id, "k", { now, fingerprint: "f2" }));
    expect(await at(NOW + DAY - 1)).toEqual({ kind: "mismatch" });
    expect(await at(NOW + DAY)).toEqual({ kind: "new" });
  });

  test("a clock that is set back loses no record and makes none immortal", async () => {
    const { id } = await newAccount(store());
    const past = NOW - 365 * DAY;
    await store().idempotency.begin(beginning(id, "running"));
    await store().idempotency.begin(beginning(id, "finished"));
    await store().idempotency.finish(remembered(id, "finished", jsonAnswer));
    const at = (key: string, now: number) => store().idempotency.begin(beginning(id, key, { now }));
    expect(await at("running", past)).toEqual({ kind: "running" });
    expect(await at("finished", past)).toMatchObject({ kind: "finished" });
    expect(await at("finished", past + DAY)).toEqual({ kind: "new" });
  });
}
