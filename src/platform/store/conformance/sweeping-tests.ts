import { expect, test } from "vitest";
import type { Store } from "../store.ts";
import {
  beginning,
  claimed,
  claimOf,
  completeWith,
  DAY,
  fileAnswer,
  held,
  MINUTE,
  NOW,
  newAccount,
  newJob,
  remembered,
  submitted,
} from "./scene.ts";

export function sweepingTests(store: () => Store): void {
  const sweep = (now: number, recordsBefore = 0) => store().jobs.sweep({ now, recordsBefore });

  const completed = async (accountId: string, file: string) => {
    await submitted(store(), newJob(accountId));
    const claim = claimOf(await claimed(store()));
    return store().jobs.finish({ ...claim, outcome: completeWith(fileAnswer(file)), message: "Done.", now: NOW });
  };

  test("a result goes when it has had its time, and the record stays", async () => {
    const { id } = await newAccount(store());
    const job = await completed(id, "r1");
    expect(await sweep(NOW + 60 * MINUTE - 1)).toEqual({ files: [], more: false });
    expect(await sweep(NOW + 60 * MINUTE)).toEqual({ files: ["r1"], more: false });
    expect(await store().jobs.find(job?.id ?? "")).toMatchObject({ state: "complete", expired: true, answer: null });
    expect(await sweep(NOW + 60 * MINUTE)).toEqual({ files: [], more: false });
  });

  test("a remembered answer's file goes before its record, whose request is then done again", async () => {
    const { id } = await newAccount(store());
    await store().idempotency.begin(beginning(id, "k"));
    await store().idempotency.finish(remembered(id, "k", fileAnswer("r1"), NOW + MINUTE));
    expect(await store().jobs.knownFiles(["r1"])).toEqual(["r1"]);
    expect(await sweep(NOW + MINUTE)).toEqual({ files: ["r1"], more: false });
    expect(await store().jobs.knownFiles(["r1"])).toEqual([]);
    expect(await store().idempotency.begin(beginning(id, "k"))).toEqual({ kind: "redo" });
  });

  test("a remembered request goes with its file when the record has had its time", async () => {
    const { id } = await newAccount(store());
    await store().idempotency.begin(beginning(id, "k"));
    await store().idempotency.finish(remembered(id, "k", fileAnswer("r1"), NOW + 9 * DAY));
    expect(await sweep(NOW + DAY - 1)).toEqual({ files: [], more: false });
    expect(await sweep(NOW + DAY)).toEqual({ files: ["r1"], more: false });
    const other = beginning(id, "k", { fingerprint: "f2" });
    expect(await store().idempotency.begin(other)).toEqual({ kind: "new" });
  });

  test("sweeping after the clock was set back keeps what runs and lets it end in its time", async () => {
    const { id } = await newAccount(store());
    const past = NOW - 365 * DAY;
    await store().idempotency.begin(beginning(id, "k"));
    await sweep(past);
    expect(await store().idempotency.begin(beginning(id, "k", { now: past }))).toEqual({ kind: "running" });
    await store().idempotency.finish(remembered(id, "k", fileAnswer("r1"), NOW));
    expect(await sweep(past + DAY)).toEqual({ files: ["r1"], more: false });
    expect(await store().idempotency.begin(beginning(id, "k", { now: past + DAY }))).toEqual({ kind: "new" });
  });

  test("records of ended jobs and holds go, with results that were never read; the ledger and open ones stay", async () => {
    const { id } = await newAccount(store(), 100);
    const job = await completed(id, "r1");
    const ended = await held(store(), id, 5);
    await store().credits.settle({ holdId: ended, charge: 5, pages: 1, now: NOW });
    const open = await held(store(), id, 3);
    const waiting = await submitted(store(), newJob(id));
    expect(await sweep(NOW, NOW)).toEqual({ files: [], more: false });
    expect(await store().jobs.find(job?.id ?? "")).toBeDefined();
    expect(await sweep(NOW, NOW + 1)).toEqual({ files: ["r1"], more: false });
    expect(await store().jobs.find(job?.id ?? "")).toBeUndefined();
    expect(await store().jobs.find(waiting.id)).toEqual(waiting);
    expect(await store().credits.release({ holdId: open, now: NOW })).toEqual({ available: 75 });
    expect(await store().accounts.ledger({ accountId: id, limit: 10 })).toHaveLength(3);
  });

  test("much is swept in several goes", async () => {
    const { id } = await newAccount(store());
    const keys = Array.from({ length: 500 }, (_, index) => `k${index}`);
    await Promise.all(
      keys.map(async (key) => {
        await store().idempotency.begin(beginning(id, key));
        await store().idempotency.finish(remembered(id, key, fileAnswer(key), NOW));
      }),
    );
    const files: string[] = [];
    const first = await sweep(NOW);
    expect(first.more).toBe(true);
    files.push(...first.files);
    for (let more = true; more; ) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other
      const next = await sweep(NOW);
      files.push(...next.files);
      more = next.more;
    }
    expect(new Set(files)).toEqual(new Set(keys));
    expect(files).toHaveLength(keys.length);
  });
}
