import { expect, test } from "vitest";
import { USAGE_HOURS_KEPT_MS, type UsageQuery } from "../account-store.ts";
import type { CallOutcome } from "../credit-store.ts";
import { latencyBucketOf, latencyWithin } from "../latency-histogram.ts";
import type { Store } from "../store.ts";
import {
  claimed,
  claimOf,
  completeWith,
  DAY,
  ELSEWHERE,
  failedWith,
  HERE,
  holdOf,
  jsonAnswer,
  MINUTE,
  NOW,
  newAccount,
  newJob,
  submitted,
} from "./scene.ts";

/** Tests what is counted of calls, those that failed included, by the hour and by the day. */
export function usageTests(store: () => Store): void {
  interface TestCall {
    readonly operation?: string;
    readonly keyId?: string;
    readonly at?: number;
    readonly tookMs?: number;
    readonly outcome?: CallOutcome;
  }

  /** Does a call of 2 credits and 3 pages: one that fails is charged nothing. */
  async function called(accountId: string, { at = NOW, tookMs, outcome = "delivered", ...what }: TestCall = {}) {
    const hold = { ...holdOf(accountId, 5), ...what };
    await store().credits.hold({ ...hold, instance: HERE, now: at });
    if (outcome === "delivered") {
      const startedAt = tookMs === undefined ? undefined : at - tookMs;
      await store().credits.settle({ holdId: hold.id, charge: 2, pages: 3, startedAt, now: at });
    } else {
      await store().credits.release({ holdId: hold.id, outcome, now: at });
    }
  }

  const usage = (accountId: string, groupBy: UsageQuery["groupBy"], changes: Partial<UsageQuery> = {}) =>
    store().accounts.usage({
      accountId,
      unit: "hour",
      first: "2026-11-15T00",
      last: "2026-11-16T23",
      groupBy,
      ...changes,
    });

  /** The usage without its latencies, with requests, errors of the client and of the server in this order. */
  const counts = async (accountId: string, groupBy: UsageQuery["groupBy"], changes: Partial<UsageQuery> = {}) =>
    (await usage(accountId, groupBy, changes)).map((row) => [
      row.group,
      row.requests,
      row.clientErrors,
      row.serverErrors,
    ]);

  const daily = { unit: "day", first: "2026-11-15", last: "2026-11-16" } as const;

  test("calls are counted by the hour in UTC, to its last millisecond", async () => {
    const { id } = await newAccount(store());
    const midnight = Date.UTC(2026, 10, 16);
    await called(id, { at: midnight - 1 });
    await called(id, { at: midnight });
    await called(id, { at: midnight + 60 * MINUTE - 1 });
    await called(id, { at: midnight + 60 * MINUTE });
    expect(await usage(id, "hour")).toMatchObject([
      { group: "2026-11-15T23", requests: 1, pages: 3, credits: 2 },
      { group: "2026-11-16T00", requests: 2, pages: 6, credits: 4 },
      { group: "2026-11-16T01", requests: 1, pages: 3, credits: 2 },
    ]);
    expect(await counts(id, "hour", { first: "2026-11-16T00", last: "2026-11-16T00" })).toEqual([
      ["2026-11-16T00", 2, 0, 0],
    ]);
    expect(await counts(id, "day")).toEqual([
      ["2026-11-15", 1, 0, 0],
      ["2026-11-16", 3, 0, 0],
    ]);
    expect(await usage(id, "day")).toEqual(await usage(id, "day", daily));
  });

  test("calls that fail are counted by the class of their status, with their operation and key", async () => {
    const { id } = await newAccount(store());
    await called(id, { outcome: "client_error" });
    await called(id, { outcome: "server_error", keyId: "key_two" });
    await called(id, { outcome: "given_up" });
    await called(id);
    const place = { accountId: id, keyId: "key_one", operation: "split" };
    await store().credits.countFailure({ ...place, outcome: "client_error", now: NOW });
    await store().credits.countFailure({ ...place, outcome: "client_error", now: NOW });
    for (const span of [{}, daily]) {
      expect(await counts(id, "operation", span)).toEqual([
        ["merge", 1, 1, 1],
        ["split", 0, 2, 0],
      ]);
      expect(await counts(id, "key", span)).toEqual([
        ["key_one", 1, 3, 0],
        ["key_two", 0, 0, 1],
      ]);
    }
    expect(await store().accounts.find(id)).toMatchObject({ balance: 98, held: 0 });
  });

  test("latencies of delivered calls are told in every grouping, from the start that is given or from the hold", async () => {
    const { id } = await newAccount(store());
    await called(id, { tookMs: 100 });
    await called(id, { tookMs: 100 });
    await called(id, { tookMs: 3000 });
    await called(id, { operation: "split" });
    await called(id, { outcome: "server_error" });
    const [merge, split] = await usage(id, "operation");
    expect(merge?.latencies[latencyBucketOf(100)]).toBe(2);
    expect(merge?.latencies[latencyBucketOf(3000)]).toBe(1);
    expect(latencyWithin(merge?.latencies ?? [], 0.5)).toBe(108);
    expect(split?.latencies[0]).toBe(1);
    const [all] = await usage(id, "day", daily);
    expect(all?.latencies.reduce((sum, calls) => sum + calls, 0)).toBe(4);
  });

  test("a call that is charged a part of its work and fails is both, and has no latency", async () => {
    const { id } = await newAccount(store());
    const hold = holdOf(id, 5);
    await store().credits.hold({ ...hold, instance: HERE, now: NOW });
    await store().credits.settle({ holdId: hold.id, charge: 1, pages: 1, outcome: "server_error", now: NOW });
    const [row] = await usage(id, "hour");
    expect(row).toMatchObject({ requests: 1, pages: 1, credits: 1, clientErrors: 0, serverErrors: 1 });
    expect(latencyWithin(row?.latencies ?? [], 0.5)).toBeNull();
  });

  test("a hold that has ended is counted once, however it is ended again", async () => {
    const { id } = await newAccount(store());
    const hold = holdOf(id, 5);
    await store().credits.hold({ ...hold, instance: HERE, now: NOW });
    await store().credits.settle({ holdId: hold.id, charge: 1, pages: 1, now: NOW });
    await store().credits.settle({ holdId: hold.id, charge: 1, pages: 1, now: NOW });
    await store().credits.release({ holdId: hold.id, outcome: "server_error", now: NOW });
    expect(await counts(id, "hour")).toEqual([["2026-11-15T12", 1, 0, 0]]);
  });

  test("jobs count when they end: delivered with their time since the submission, failed, but not cancelled", async () => {
    const { id } = await newAccount(store());
    await submitted(store(), newJob(id));
    const done = claimOf(await claimed(store()));
    const later = NOW + 2 * 60 * MINUTE;
    await store().jobs.finish({ ...done, outcome: completeWith(jsonAnswer), message: "Done.", now: later });
    await submitted(store(), newJob(id));
    const failed = claimOf(await claimed(store()));
    await store().jobs.finish({ ...failed, outcome: failedWith, message: "Failed.", now: later });
    const cancelled = await submitted(store(), newJob(id));
    await store().jobs.cancel({ jobId: cancelled.id, now: later });
    const rows = await usage(id, "hour");
    expect(rows).toMatchObject([{ group: "2026-11-15T14", requests: 1, pages: 12, clientErrors: 1, serverErrors: 0 }]);
    expect(rows[0]?.latencies[latencyBucketOf(later - NOW)]).toBe(1);
  });

  test("a request that a lost process had in work is an error of the service", async () => {
    const { id } = await newAccount(store());
    await store().credits.hold({ ...holdOf(id, 5), instance: ELSEWHERE, now: NOW });
    await store().recover({ instance: HERE, isAlone: true, maxAttempts: 3, now: NOW });
    expect(await counts(id, "hour")).toEqual([["2026-11-15T12", 0, 0, 1]]);
  });

  test("usage outlives the key, and is the account's own", async () => {
    const { id } = await newAccount(store());
    const other = await newAccount(store());
    await called(id, { keyId: "key_that_is_gone" });
    expect(await counts(id, "key")).toEqual([["key_that_is_gone", 1, 0, 0]]);
    expect(await counts(other.id, "key")).toEqual([]);
  });

  test("parallel calls of one hour are all counted", async () => {
    const { id } = await newAccount(store(), 1000);
    const place = { accountId: id, keyId: "key_one", operation: "merge" };
    await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        await called(id, { tookMs: index * 10 });
        await store().credits.countFailure({ ...place, outcome: "server_error", now: NOW });
      }),
    );
    const [row] = await usage(id, "hour");
    expect(row).toMatchObject({ requests: 40, pages: 120, credits: 80, serverErrors: 40 });
    expect(row?.latencies.reduce((sum, calls) => sum + calls, 0)).toBe(40);
  });

  test("hours are kept for their time, days for ever", async () => {
    const { id } = await newAccount(store(), 1000);
    await called(id);
    await called(id, { at: NOW + 60 * MINUTE });
    const sweepAt = async (now: number) => await store().jobs.sweep({ now, recordsBefore: now - 30 * DAY });
    await sweepAt(NOW + USAGE_HOURS_KEPT_MS);
    expect(await counts(id, "hour")).toHaveLength(2);
    await sweepAt(NOW + USAGE_HOURS_KEPT_MS + 60 * MINUTE);
    expect(await counts(id, "hour")).toEqual([["2026-11-15T13", 1, 0, 0]]);
    expect(await usage(id, "day", daily)).toMatchObject([{ group: "2026-11-15", requests: 2 }]);
  });
}
