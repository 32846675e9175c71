import { expect, test } from "vitest";
import {
  type AccountObject,
  as,
  call,
  type KeyObject,
  type List,
  moneyOf,
  newAccount,
  newClient,
  newKey,
} from "./accounts.ts";
import { expectFailure, expectFault, faults, type Reply } from "./reply.ts";
import { commonService } from "./service.ts";

/* Contract, section 5: idempotency of the POSTs that make accounts, grants and keys. */

const service = commonService();
const newName = (): string => crypto.randomUUID();
const withName = (name: string) => ({ headers: { "idempotency-key": name } });
const isReplay = (reply: Reply): boolean => reply.headers["idempotency-replayed"] === "true";

function expectMismatch(reply: Reply): void {
  expectFailure(reply, 422, "idempotency_mismatch");
  expect(faults(reply).map(({ loc }) => loc)).toEqual([["header", "Idempotency-Key"]]);
  expect(faults(reply)[0]).not.toHaveProperty("input");
}

test("an account, a grant and a key are made once", async () => {
  const [forAccount, forGrant, forKey] = [newName(), newName(), newName()];
  const makeAccount = (): Promise<Reply> =>
    call(service(), "POST", "/api/v1/accounts", { value: { name: "Once", credits: 5 }, ...withName(forAccount) });
  const [first, again] = [await makeAccount(), await makeAccount()];
  const [one, two] = [as<AccountObject>(first, 201), as<AccountObject>(again, 201)];
  expect([one, isReplay(again)]).toEqual([two, true]);
  const path = `/api/v1/accounts/${one.account_id}/credits`;
  const give = (amount: number): Promise<Reply> =>
    call(service(), "POST", path, { value: { amount, reason: "once" }, ...withName(forGrant) });
  expect(as<AccountObject>(await give(7)).balance).toBe(12);
  const replayed = await give(7);
  expect([as<AccountObject>(replayed).balance, isReplay(replayed)]).toEqual([12, true]);
  expectMismatch(await give(8));
  expect((await moneyOf(service(), one.account_id))[0]).toBe(12);
  const makeKey = (name: string): Promise<Reply> =>
    call(service(), "POST", "/api/v1/keys", { value: { name, account_id: one.account_id }, ...withName(forKey) });
  const made = as<KeyObject>(await makeKey("Once"), 201);
  const repeated = await makeKey("Once");
  expect([as<KeyObject>(repeated, 201), isReplay(repeated)]).toEqual([made, true]);
  expectMismatch(await makeKey("Twice"));
  const keys = as<List<KeyObject>>(await call(service(), "GET", "/api/v1/keys", { key: String(made.key) }));
  expect(keys.items).toHaveLength(1);
});

test("members of a JSON body in another order make the same request", async () => {
  const name = newName();
  const { account_id } = await newAccount(service(), 0);
  const path = `/api/v1/accounts/${account_id}/credits`;
  const first = await call(service(), "POST", path, { value: { amount: 3, reason: "r" }, ...withName(name) });
  const again = await call(service(), "POST", path, { value: { reason: "r", amount: 3 }, ...withName(name) });
  expect([first.status, again.status, isReplay(again)]).toEqual([200, 200, true]);
  expect((await moneyOf(service(), account_id))[0]).toBe(3);
});

test("50 grants at once under one Idempotency-Key are one", async () => {
  const { account_id } = await newAccount(service(), 0);
  const path = `/api/v1/accounts/${account_id}/credits`;
  const name = newName();
  const replies = await Promise.all(
    Array.from({ length: 50 }, () =>
      call(service(), "POST", path, { value: { amount: 3, reason: "once" }, ...withName(name) }),
    ),
  );
  expect(replies.filter((reply) => reply.status === 200 && !isReplay(reply))).toHaveLength(1);
  expect((await moneyOf(service(), account_id))[0]).toBe(3);
});

test("an answer with a secret is replayed to the key that asked, to no other", async () => {
  const { key } = await newClient(service(), 0);
  const sister = await newKey(service(), {}, key);
  const name = newName();
  const make = (by: string): Promise<Reply> =>
    call(service(), "POST", "/api/v1/keys", { value: { name: "Secret" }, key: by, ...withName(name) });
  const made = as<KeyObject>(await make(key), 201);
  expect(as<KeyObject>(await make(key), 201).key).toBe(made.key);
  const other = await make(sister.key);
  expect(other.status).toBeGreaterThanOrEqual(400);
  expect(other.status).toBeLessThan(500);
  expect(other.body.toString()).not.toContain(String(made.key));
  // It makes no second key either.
  const { items } = as<List<KeyObject>>(await call(service(), "GET", "/api/v1/keys", { key }));
  expect(items).toHaveLength(3);
});

test("a rotation is done once: its secret is given again, and still works", async () => {
  const { key, keyId } = await newClient(service(), 0);
  const name = newName();
  const rotate = (by: string): Promise<Reply> =>
    call(service(), "POST", `/api/v1/keys/${keyId}/rotate`, {
      value: { grace_seconds: 3600 },
      key: by,
      ...withName(name),
    });
  const first = as<KeyObject>(await rotate(key));
  const again = await rotate(key);
  expect([as<KeyObject>(again).key, isReplay(again)]).toEqual([first.key, true]);
  expect((await call(service(), "GET", "/api/v1/limits", { key: String(first.key) })).status).toBe(200);
});

test.each(["two words", "", "x".repeat(256)])(
  "Idempotency-Key %j has not the right form for a resource, either",
  async (name) => {
    const reply = await call(service(), "POST", "/api/v1/accounts", {
      value: { name: "x", credits: 0 },
      ...withName(name),
    });
    expectFault(reply, { loc: ["header", "Idempotency-Key"] });
  },
);

test("GET and DELETE take no notice of it", async () => {
  const name = newName();
  const { key } = await newClient(service(), 0);
  const first = await call(service(), "GET", "/api/v1/account", { key, ...withName(name) });
  const again = await call(service(), "GET", "/api/v1/keys", { key, ...withName(name) });
  expect([first.status, again.status, isReplay(again)]).toEqual([200, 200, false]);
});
