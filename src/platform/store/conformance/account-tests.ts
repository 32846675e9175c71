import { expect, test } from "vitest";
import { newId } from "../ids.ts";
import type { Store } from "../store.ts";
import { DAY, held, NOW, newAccount } from "./scene.ts";

export function accountTests(store: () => Store): void {
  test("a new account has its credits as its first ledger entry", async () => {
    const account = await newAccount(store(), 40);
    expect(account).toMatchObject({ name: "Example", state: "active", balance: 40, held: 0, monthlyGrant: 0 });
    expect(account.createdAt).toBe(NOW);
    expect(await store().accounts.find(account.id)).toEqual(account);
    expect(await store().accounts.ledger({ accountId: account.id, limit: 10 })).toMatchObject([
      { kind: "grant", amount: 40, keyId: null, operation: null, createdAt: NOW },
    ]);
  });

  test("an account without credits has an empty ledger", async () => {
    const account = await newAccount(store(), 0);
    expect(await store().accounts.ledger({ accountId: account.id, limit: 10 })).toEqual([]);
  });

  test("creating with the same origin gives the account made before, as it is now", async () => {
    const request = { id: newId.account(), name: "A", credits: 5, by: "key_admin", origin: "o1", now: NOW };
    const first = await store().accounts.create(request);
    await store().accounts.change({ id: first.id, name: "B", now: NOW });
    const again = await store().accounts.create({ ...request, id: newId.account() });
    expect(again).toEqual({ ...first, name: "B" });
    expect(await store().accounts.list({ limit: 10 })).toHaveLength(1);
  });

  test("unknown accounts are not found and not changed", async () => {
    expect(await store().accounts.find("acc_none")).toBeUndefined();
    expect(await store().accounts.change({ id: "acc_none", name: "x", now: NOW })).toBeUndefined();
    const adjustment = { accountId: "acc_none", amount: 1, reason: "r", by: null, now: NOW };
    expect(await store().accounts.adjust(adjustment)).toEqual({ kind: "unknown_account" });
  });

  test("accounts are listed oldest first, page by page", async () => {
    const made = [await newAccount(store()), await newAccount(store()), await newAccount(store())];
    expect(await store().accounts.list({ limit: 2 })).toEqual(made.slice(0, 2));
    expect(await store().accounts.list({ limit: 2, after: made[1]?.id })).toEqual(made.slice(2));
    expect(await store().accounts.list({ limit: 2, after: made[2]?.id })).toEqual([]);
  });

  test("name and state change alone or together", async () => {
    const { id } = await newAccount(store());
    expect(await store().accounts.change({ id, state: "disabled", now: NOW })).toMatchObject({
      name: "Example",
      state: "disabled",
    });
    expect(await store().accounts.change({ id, name: "New", now: NOW })).toMatchObject({
      name: "New",
      state: "disabled",
    });
    expect(await store().accounts.change({ id, name: "Newer", state: "active", now: NOW })).toMatchObject({
      name: "Newer",
      state: "active",
    });
  });

  test("credits are granted and taken, but not those that are held", async () => {
    const { id } = await newAccount(store(), 40);
    await held(store(), id, 30);
    const adjust = (amount: number) =>
      store().accounts.adjust({ accountId: id, amount, reason: "r", by: "key_a", now: NOW });
    expect(await adjust(-11)).toEqual({ kind: "short", available: 10 });
    expect(await adjust(-10)).toMatchObject({ kind: "done", account: { balance: 30, held: 30 } });
    expect(await adjust(5)).toMatchObject({ kind: "done", account: { balance: 35 } });
    const ledger = await store().accounts.ledger({ accountId: id, limit: 10 });
    expect(ledger.map(({ kind, amount, keyId }) => [kind, amount, keyId])).toEqual([
      ["grant", 5, "key_a"],
      ["adjust", -10, "key_a"],
      ["grant", 40, null],
    ]);
  });

  test("an adjustment with the same origin is entered once", async () => {
    const { id } = await newAccount(store(), 0);
    const request = { accountId: id, amount: 7, reason: "r", by: null, origin: "o", now: NOW };
    const results = await Promise.all(Array.from({ length: 10 }, () => store().accounts.adjust(request)));
    for (const result of results) {
      expect(result).toMatchObject({ kind: "done", account: { balance: 7 } });
    }
    await held(store(), id, 2);
    expect(await store().accounts.adjust(request)).toMatchObject({ kind: "done", account: { balance: 7, held: 2 } });
    expect(await store().accounts.ledger({ accountId: id, limit: 10 })).toHaveLength(1);
  });

  test("an adjustment that was short may succeed later under its origin", async () => {
    const { id } = await newAccount(store(), 1);
    const taking = { accountId: id, amount: -2, reason: "r", by: null, origin: "o", now: NOW };
    expect(await store().accounts.adjust(taking)).toEqual({ kind: "short", available: 1 });
    await store().accounts.adjust({ accountId: id, amount: 1, reason: "r", by: null, now: NOW });
    expect(await store().accounts.adjust(taking)).toMatchObject({ kind: "done", account: { balance: 0 } });
  });

  test("the ledger is read newest first, page by page", async () => {
    const { id } = await newAccount(store(), 1);
    for (const amount of [2, 3]) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- in this order
      await store().accounts.adjust({ accountId: id, amount, reason: "r", by: null, now: NOW });
    }
    const page = await store().accounts.ledger({ accountId: id, limit: 2 });
    expect(page.map(({ amount }) => amount)).toEqual([3, 2]);
    const rest = await store().accounts.ledger({ accountId: id, limit: 2, before: page[1]?.id });
    expect(rest.map(({ amount }) => amount)).toEqual([1]);
  });

  test("the first account is made once, beside others, and granted once a month", async () => {
    await newAccount(store());
    const opening = { id: newId.account(), name: "First", monthlyGrant: 1000, now: NOW };
    const first = await store().accounts.openFirst(opening);
    expect(first).toMatchObject({ id: opening.id, balance: 1000, monthlyGrant: 1000 });
    const again = await store().accounts.openFirst({ ...opening, id: newId.account(), monthlyGrant: 500 });
    expect(again).toEqual({ ...first, monthlyGrant: 500 });
    const later = await store().accounts.openFirst({ ...opening, monthlyGrant: 500, now: NOW + 20 * DAY });
    expect(later.balance).toBe(1500);
    const back = await store().accounts.openFirst({ ...opening, monthlyGrant: 500, now: NOW - 60 * DAY });
    expect(back.balance).toBe(1500);
  });

  test("a first account without a grant gets this month's once it has one", async () => {
    const opening = { id: newId.account(), name: "First", monthlyGrant: 0, now: NOW };
    expect((await store().accounts.openFirst(opening)).balance).toBe(0);
    expect((await store().accounts.openFirst({ ...opening, monthlyGrant: 9 })).balance).toBe(9);
  });
}
