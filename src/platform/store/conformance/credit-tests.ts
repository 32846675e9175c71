import * as fc from "fast-check";
import { expect, test } from "vitest";
import { newId } from "../ids.ts";
import type { Store } from "../store.ts";
import { available, DAY, HERE, held, holdOf, NOW, newAccount } from "./scene.ts";

export function creditTests(store: () => Store): void {
  const hold = (accountId: string, amount: number, now = NOW) =>
    store().credits.hold({ ...holdOf(accountId, amount), instance: HERE, now });

  test("exactly what is available can be held, one more cannot", async () => {
    const { id } = await newAccount(store(), 10);
    expect(await hold(id, 11)).toEqual({ kind: "short", available: 10 });
    expect(await hold(id, 10)).toEqual({ kind: "held", available: 0 });
    expect(await hold(id, 1)).toEqual({ kind: "short", available: 0 });
    expect(await hold(id, 0)).toEqual({ kind: "held", available: 0 });
    expect(await store().accounts.find(id)).toMatchObject({ balance: 10, held: 10 });
  });

  test("nothing can always be held, of nothing", async () => {
    const { id } = await newAccount(store(), 0);
    expect(await hold(id, 0)).toEqual({ kind: "held", available: 0 });
  });

  test("64 parallel holds share a balance of 40", async () => {
    const { id } = await newAccount(store(), 40);
    const results = await Promise.all(Array.from({ length: 64 }, () => hold(id, 1)));
    expect(results.filter(({ kind }) => kind === "held")).toHaveLength(40);
    expect(await store().accounts.find(id)).toMatchObject({ balance: 40, held: 40 });
  });

  test("settling charges, gives back the rest and enters the ledger", async () => {
    const { id } = await newAccount(store(), 100);
    const holdId = await held(store(), id, 10);
    expect(await store().credits.settle({ holdId, charge: 4, pages: 2, now: NOW })).toEqual({
      charged: 4,
      available: 96,
    });
    expect(await store().accounts.find(id)).toMatchObject({ balance: 96, held: 0 });
    const [entry] = await store().accounts.ledger({ accountId: id, limit: 1 });
    expect(entry).toMatchObject({ kind: "charge", amount: -4, keyId: "key_one", operation: "merge", createdAt: NOW });
  });

  test("a hold that was settled is charged once, however often and at once it is settled", async () => {
    const { id } = await newAccount(store(), 100);
    const holdId = await held(store(), id, 10);
    const settle = (charge: number) => store().credits.settle({ holdId, charge, pages: 1, now: NOW });
    const results = await Promise.all([settle(6), settle(6), settle(3)]);
    // Whichever came first is what all are told.
    const [charged = 0] = results.map((result) => ("charged" in result ? result.charged : undefined));
    expect([3, 6]).toContain(charged);
    const balance = 100 - charged;
    expect(results).toEqual(results.map(() => ({ charged, available: balance })));
    expect(await store().credits.release({ holdId, now: NOW })).toEqual({ available: balance });
    expect(await store().accounts.find(id)).toMatchObject({ balance, held: 0 });
  });

  test("a hold that was released is not charged", async () => {
    const { id } = await newAccount(store(), 100);
    const holdId = await held(store(), id, 10);
    expect(await store().credits.release({ holdId, now: NOW })).toEqual({ available: 100 });
    const settled = await store().credits.settle({ holdId, charge: 10, pages: 1, now: NOW });
    expect(settled).toEqual({ charged: 0, available: 100 });
    expect(await usage(id, "day")).toEqual([]);
  });

  test("a free delivery is used, and enters no charge", async () => {
    const { id } = await newAccount(store(), 5);
    const holdId = await held(store(), id, 0);
    expect(await store().credits.settle({ holdId, charge: 0, pages: 3, now: NOW })).toEqual({
      charged: 0,
      available: 5,
    });
    expect(await store().accounts.ledger({ accountId: id, limit: 10 })).toHaveLength(1);
    expect(await usage(id, "key")).toMatchObject([{ group: "key_one", requests: 1, pages: 3, credits: 0 }]);
  });

  test("more than was held is never charged", async () => {
    const { id } = await newAccount(store(), 100);
    const holdId = await held(store(), id, 10);
    await expect(store().credits.settle({ holdId, charge: 11, pages: 1, now: NOW })).rejects.toThrow(
      "Assertion failed",
    );
    expect(await store().accounts.find(id)).toMatchObject({ balance: 100, held: 10 });
    await expect(store().credits.settle({ holdId: "hold_none", charge: 1, pages: 1, now: NOW })).rejects.toThrow(
      "Assertion failed",
    );
  });

  const raise = (holdId: string, amount: number, now = NOW) => store().credits.raise({ holdId, amount, now });

  test("a hold is raised to what is available, not above, and is then charged up to that", async () => {
    const { id } = await newAccount(store(), 10);
    const holdId = await held(store(), id, 1);
    await held(store(), id, 4);
    expect(await raise(holdId, 7)).toEqual({ kind: "short", available: 6 });
    expect(await store().accounts.find(id)).toMatchObject({ balance: 10, held: 5 });
    expect(await raise(holdId, 6)).toEqual({ kind: "held", available: 0 });
    expect(await store().accounts.find(id)).toMatchObject({ balance: 10, held: 10 });
    expect(await raise(holdId, 2)).toEqual({ kind: "held", available: 0 });
    expect(await store().credits.settle({ holdId, charge: 6, pages: 1, now: NOW })).toEqual({
      charged: 6,
      available: 0,
    });
    expect(await store().accounts.find(id)).toMatchObject({ balance: 4, held: 4 });
    expect(await store().audit()).toEqual([]);
  });

  test("a raised hold is given back whole, and one that has ended is not raised", async () => {
    const { id } = await newAccount(store(), 10);
    const holdId = await held(store(), id, 1);
    await raise(holdId, 10);
    expect(await store().credits.release({ holdId, now: NOW })).toEqual({ available: 10 });
    await expect(raise(holdId, 2)).rejects.toThrow("Assertion failed");
    await expect(raise("hold_none", 2)).rejects.toThrow("Assertion failed");
    expect(await store().accounts.find(id)).toMatchObject({ balance: 10, held: 0 });
  });

  test("a raise in a new month has its grant", async () => {
    const { id } = await store().accounts.openFirst({ id: newId.account(), name: "First", monthlyGrant: 10, now: NOW });
    const holdId = await held(store(), id, 10);
    expect(await raise(holdId, 20)).toEqual({ kind: "short", available: 10 });
    expect(await raise(holdId, 20, Date.UTC(2026, 11, 1))).toEqual({ kind: "held", available: 0 });
  });

  /** Holds, raises and settles or gives back as a request does; returns what it was charged. */
  async function requested(accountId: string, { base, price, isDelivered }: Priced): Promise<number> {
    const { id: holdId, ...rest } = holdOf(accountId, base);
    const { kind } = await store().credits.hold({ id: holdId, ...rest, instance: HERE, now: NOW });
    if (kind === "short") {
      return 0;
    }
    const raised = await raise(holdId, price);
    if (raised.kind === "short" || !isDelivered) {
      await store().credits.release({ holdId, now: NOW });
      return 0;
    }
    return chargedOf(await store().credits.settle({ holdId, charge: price, pages: 1, now: NOW }));
  }

  test("requests at the same time that raise their holds never spend more than there is", async () => {
    const priced = fc.record({ base: fc.nat(2), more: fc.nat(12), isDelivered: fc.boolean() });
    const property = fc.asyncProperty(fc.nat(40), fc.array(priced, { maxLength: 12 }), async (credits, all) => {
      const { id } = await newAccount(store(), credits);
      const wanted = all.map(({ base, more, isDelivered }) => ({ base, price: base + more, isDelivered }));
      const charges = await Promise.all(wanted.map((each) => requested(id, each)));
      expect(charges.every((charged, index) => charged === 0 || charged === wanted[index]?.price)).toBe(true);
      const spent = charges.reduce((sum, charged) => sum + charged, 0);
      expect(await store().accounts.find(id)).toMatchObject({ balance: credits - spent, held: 0 });
      expect(spent).toBeLessThanOrEqual(credits);
    });
    await fc.assert(property, { numRuns: 60 });
    expect(await store().audit()).toEqual([]);
  });

  const usage = (
    accountId: string,
    groupBy: "day" | "operation" | "key",
    days: readonly [string, string] = ["2026-01-01", "2027-01-01"],
  ) => store().accounts.usage({ accountId, unit: "day", first: days[0], last: days[1], groupBy });

  test("usage is counted by day in UTC, operation and key", async () => {
    const { id } = await newAccount(store(), 100);
    const midnight = Date.UTC(2026, 10, 16);
    const uses = [
      { operation: "merge", keyId: "key_one", now: midnight - 1 },
      { operation: "ocr", keyId: "key_one", now: midnight },
      { operation: "ocr", keyId: "key_two", now: midnight },
    ];
    for (const { now, ...what } of uses) {
      const request = { ...holdOf(id, 5), ...what };
      // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other
      await store().credits.hold({ ...request, instance: HERE, now });
      // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other
      await store().credits.settle({ holdId: request.id, charge: 2, pages: 3, now });
    }
    expect(await usage(id, "day")).toMatchObject([
      { group: "2026-11-15", requests: 1, pages: 3, credits: 2 },
      { group: "2026-11-16", requests: 2, pages: 6, credits: 4 },
    ]);
    expect(await usage(id, "operation", ["2026-11-16", "2026-11-16"])).toMatchObject([
      { group: "ocr", requests: 2, pages: 6, credits: 4 },
    ]);
    expect((await usage(id, "key")).map(({ group, requests }) => [group, requests])).toEqual([
      ["key_one", 2],
      ["key_two", 1],
    ]);
  });

  test("the month's grant comes with the first hold of a month, in UTC, and never twice", async () => {
    const december = Date.UTC(2026, 11, 1);
    const { id } = await store().accounts.openFirst({ id: newId.account(), name: "First", monthlyGrant: 10, now: NOW });
    expect(await hold(id, 10, december - 1)).toEqual({ kind: "held", available: 0 });
    expect(await hold(id, 1, december - 1)).toEqual({ kind: "short", available: 0 });
    expect(await hold(id, 11, december)).toEqual({ kind: "short", available: 10 });
    expect(await hold(id, 10, december)).toEqual({ kind: "held", available: 0 });
    // The clock is set back, and reaches December again.
    expect(await hold(id, 1, NOW - 90 * DAY)).toEqual({ kind: "short", available: 0 });
    expect(await hold(id, 1, december)).toEqual({ kind: "short", available: 0 });
    const ledger = await store().accounts.ledger({ accountId: id, limit: 10 });
    expect(ledger.map(({ kind, amount }) => [kind, amount])).toEqual([
      ["grant", 10],
      ["grant", 10],
    ]);
  });

  test("other accounts are granted nothing by the month", async () => {
    const { id } = await newAccount(store(), 3);
    await hold(id, 0, NOW + 60 * DAY);
    expect(await available(store(), id)).toBe(3);
  });
}

interface Priced {
  readonly base: number;
  readonly price: number;
  readonly isDelivered: boolean;
}

const chargedOf = (settled: Awaited<ReturnType<Store["credits"]["settle"]>>): number =>
  "charged" in settled ? settled.charged : 0;
