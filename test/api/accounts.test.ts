import { expect, test } from "vitest";
import {
  type AccountObject,
  accountOf,
  as,
  call,
  expectSameRefusal,
  grant,
  type KeyObject,
  type List,
  moneyOf,
  newAccount,
  newClient,
  newKey,
  spend,
  UNKNOWN,
} from "./accounts.ts";
import { PDF_TO_IMAGE, send, upload } from "./client.ts";
import { emptyPages } from "./documents.ts";
import { cancel, endlessJob, jobOf, submitted, untilFinal } from "./jobs.ts";
import { expectFailure, expectFault, expectOk, faults, type Reply } from "./reply.ts";
import { commonService, withService } from "./service.ts";

/* Contract, section 12: accounts, as their administrator sees them and as their own keys see them. */

const service = commonService({ keepsResults: true });
const ACCOUNTS = "/api/v1/accounts";
const create = (value: unknown): Promise<Reply> => call(service(), "POST", ACCOUNTS, { value });

test("POST makes an account with credits; GET shows the same", async () => {
  const made = as<AccountObject>(await create({ name: "Accounting", credits: 250 }), 201);
  expect(made).toMatchObject({
    account_id: expect.stringMatching(/^acc_[a-z0-9]+$/),
    name: "Accounting",
    state: "active",
    balance: 250,
    held: 0,
    available: 250,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
  });
  expect(await accountOf(service(), made.account_id)).toEqual(made);
});

test("a new account has no monthly grant, which only the first one has (grants.test.ts)", async () => {
  const client = await newClient(service(), 7);
  const own = as<object>(await call(service(), "GET", "/api/v1/account", { key: client.key }));
  expect(own).toMatchObject({ balance: 7, monthly_grant: 0 });
});

const BAD_ACCOUNTS: readonly { readonly what: string; readonly value: object; readonly field: string }[] = [
  { what: "no name", value: { credits: 5 }, field: "name" },
  { what: "an empty name", value: { name: "", credits: 5 }, field: "name" },
  { what: "a name that is no text", value: { name: 7, credits: 5 }, field: "name" },
  { what: "negative credits", value: { name: "x", credits: -1 }, field: "credits" },
  { what: "half a credit", value: { name: "x", credits: 0.5 }, field: "credits" },
  { what: "credits in words", value: { name: "x", credits: "many" }, field: "credits" },
  { what: "more credits than there are integers", value: { name: "x", credits: 2 ** 53 }, field: "credits" },
  { what: "credits without end", value: { name: "x", credits: 1e300 }, field: "credits" },
];

test.each(BAD_ACCOUNTS)("an account with $what is refused", async ({ value, field }) => {
  const reply = await create(value);
  expectFailure(reply, 422, "validation_error");
  expect(faults(reply).map(({ loc }) => loc)).toEqual([["body", field]]);
});

test("an account may have 0 credits; two accounts may have one name", async () => {
  const [one, two] = [await newAccount(service(), 0, "Same"), await newAccount(service(), 0, "Same")];
  expect([one.balance, two.balance]).toEqual([0, 0]);
  expect(one.account_id).not.toBe(two.account_id);
});

test("names of any script and length within reason come back as they were", async () => {
  const name = 'Бухгалтерия — 会計 🧾 "quoted" <b>';
  const { account_id } = await newAccount(service(), 0, name);
  expect((await accountOf(service(), account_id)).name).toBe(name);
});

test("the list goes by limit and cursor, each account once", async () => {
  await withService({}, async (own) => {
    const made = [];
    for (let count = 0; count < 5; count += 1) {
      made.push((await newAccount(own, count)).account_id);
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const page = as<List<AccountObject>>(await call(own, "GET", `${ACCOUNTS}?limit=2${query}`));
      expect(page.items.length).toBeLessThanOrEqual(2);
      seen.push(...page.items.map(({ account_id }) => account_id));
      cursor = page.next_cursor;
    } while (cursor !== null && seen.length < 20);
    // The first account is there too.
    expect(seen).toHaveLength(6);
    expect(seen).toEqual(expect.arrayContaining(made));
    expect(new Set(seen).size).toBe(6);
  });
});

test("PATCH renames; what is not given stays", async () => {
  const { account_id, ...rest } = await newAccount(service(), 3, "Before");
  const path = `${ACCOUNTS}/${account_id}`;
  const renamed = as<AccountObject>(await call(service(), "PATCH", path, { value: { name: "After" } }));
  expect(renamed).toEqual({ ...rest, account_id, name: "After" });
  expectFault(await call(service(), "PATCH", path, { value: { state: "asleep" } }), { loc: ["body", "state"] });
  expectFault(await call(service(), "PATCH", path, { value: { name: "" } }), { loc: ["body", "name"] });
  expect(await accountOf(service(), account_id)).toEqual(renamed);
});

test("unknown accounts are 404, whatever is done to them", async () => {
  const path = `${ACCOUNTS}/${UNKNOWN.account}`;
  expectFailure(await call(service(), "GET", path), 404, "not_found");
  expectFailure(await call(service(), "PATCH", path, { value: { name: "x" } }), 404, "not_found");
  expectFailure(await grant(service(), UNKNOWN.account, 5), 404, "not_found");
});

test("a disabled account: 403 account_disabled on every route, and everything again once it is active", async () => {
  const client = await newClient(service(), 5);
  const patch = (state: string): Promise<Reply> =>
    call(service(), "PATCH", `${ACCOUNTS}/${client.accountId}`, { value: { state } });
  expect(as<AccountObject>(await patch("disabled")).state).toBe("disabled");
  const { key } = client;
  const replies = [
    await spend(service(), key),
    await upload(service(), { path: `${PDF_TO_IMAGE}?async=true`, file: emptyPages(1), key }),
    ...(await Promise.all(
      ["account", "account/usage", "keys", "jobs", "limits", "pricing", `keys/${client.keyId}`].map((path) =>
        call(service(), "GET", `/api/v1/${path}`, { key }),
      ),
    )),
    await call(service(), "POST", "/api/v1/keys", { value: { name: "x" }, key }),
    await call(service(), "DELETE", `/api/v1/keys/${client.keyId}`, { key }),
    await upload(service(), { path: "/api/v1/estimate", file: emptyPages(1), key }),
  ];
  for (const reply of replies) {
    expectFailure(reply, 403, "account_disabled");
  }
  expect(as<AccountObject>(await patch("active")).state).toBe("active");
  expectOk(await spend(service(), key));
  expect(await moneyOf(service(), client.accountId)).toEqual([4, 0, 4]);
});

test("order of checks: path and method, then the account, then the scope, then the window, then the size", async () => {
  await withService({ QUIRE_RATE_LIMIT: "50", QUIRE_MAX_UPLOAD_BYTES: "200000" }, async (own) => {
    const client = await newClient(own, 5, { scopes: ["account"] });
    const expired = await newKey(own, {
      account_id: client.accountId,
      expires_at: new Date(Date.now() + 60_000).toISOString(),
    });
    await call(own, "PATCH", `${ACCOUNTS}/${client.accountId}`, { value: { state: "disabled" } });
    const { key } = client;
    expectFailure(await send(own, { path: "/api/v1/nowhere", key }), 404, "not_found");
    expectFailure(await send(own, { path: PDF_TO_IMAGE, key }), 405, "method_not_allowed");
    // The key also lacks the scope, and the body is also too long.
    const body = Buffer.alloc(200_001);
    const disabled = await send(own, { method: "POST", path: PDF_TO_IMAGE, key, body });
    expectFailure(disabled, 403, "account_disabled");
    await call(own, "DELETE", `/api/v1/keys/${expired.key_id}`);
    expectFailure(await send(own, { method: "POST", path: PDF_TO_IMAGE, key: expired.key }), 401, "revoked_api_key");
    await call(own, "PATCH", `${ACCOUNTS}/${client.accountId}`, { value: { state: "active" } });
    const scope = await send(own, { method: "POST", path: PDF_TO_IMAGE, key, body });
    expectFailure(scope, 403, "insufficient_scope");
  });
});

test("a key of an exhausted window whose account is disabled gets the error of the account", async () => {
  await withService({ QUIRE_RATE_LIMIT: "1" }, async (own) => {
    const client = await newClient(own, 5);
    expectOk(await spend(own, client.key));
    expectFailure(await spend(own, client.key), 429, "rate_limited");
    await call(own, "PATCH", `${ACCOUNTS}/${client.accountId}`, { value: { state: "disabled" } });
    expectFailure(await spend(own, client.key), 403, "account_disabled");
  });
});

test("two accounts do not see each other's money, keys or jobs", async () => {
  const [one, two] = [await newClient(service(), 10), await newClient(service(), 20)];
  const id = await submitted(service(), { key: one.key });
  await untilFinal(service(), id, one.key);
  expect(await moneyOf(service(), one.accountId)).toEqual([9, 0, 9]);
  expect(await moneyOf(service(), two.accountId)).toEqual([20, 0, 20]);
  for (const [path, rest] of [
    [`/api/v1/jobs/${id}`, "GET"],
    [`/api/v1/jobs/${id}/result`, "GET"],
    [`/api/v1/jobs/${id}`, "DELETE"],
    [`/api/v1/jobs/${id}/cancel`, "POST"],
  ] as const) {
    const foreign = await call(service(), rest, path, { key: two.key });
    const unknown = await call(service(), rest, path.replace(id, UNKNOWN.job), { key: two.key });
    expectFailure(foreign, 404, "not_found");
    expectSameRefusal({ reply: foreign, id }, { reply: unknown, id: UNKNOWN.job });
  }
  // An administrator does not see them either: the jobs belong to another account.
  expectFailure(await call(service(), "GET", `/api/v1/jobs/${id}`), 404, "not_found");
  expect((await jobOf(service(), id, one.key)).status).toBe("complete");
  const listed = as<List<object>>(await call(service(), "GET", "/api/v1/jobs", { key: two.key }));
  expect(listed.items).toEqual([]);
  const own = as<{ account_id: string; balance: number }>(
    await call(service(), "GET", "/api/v1/account", { key: two.key }),
  );
  expect([own.account_id, own.balance]).toEqual([two.accountId, 20]);
});

test("GET /account returns the account, its bounds and the key that asks", async () => {
  const bounds = { QUIRE_RATE_LIMIT: "", QUIRE_RATE_LIMIT_READS: "", QUIRE_CONCURRENCY: "" };
  await withService(bounds, async (own) => {
    const client = await newClient(own, 42, { rate_limit: 30, concurrency: 2, name: "Front desk" });
    const reply = await call(own, "GET", "/api/v1/account", { key: client.key });
    const account = as<{ plan: unknown; name: unknown; key: KeyObject }>(reply);
    expect(account).toMatchObject({
      account_id: client.accountId,
      name: "Test",
      plan: expect.any(String),
      metering: "on",
      balance: 42,
      held: 0,
      available: 42,
      monthly_grant: 0,
      rate_limit: 30,
      read_rate_limit: 600,
      concurrency: 2,
      key: { key_id: client.keyId, name: "Front desk", scopes: ["*"] },
    });
    expect(reply.body.toString()).not.toContain(client.key);
    expect(reply.headers["x-credits-remaining"]).toBe("42");
    const first = as<object>(await call(own, "GET", "/api/v1/account"));
    expect(first).toMatchObject({ rate_limit: 120, read_rate_limit: 600, concurrency: 8, balance: 1_000_000 });
  });
});

test("GET /account answers HEAD, and nothing else but 405", async () => {
  expect((await send(service(), { method: "HEAD", path: "/api/v1/account" })).status).toBe(200);
  expect((await send(service(), { path: "/api/v1/account/" })).status).toBe(200);
  for (const method of ["POST", "PUT", "DELETE"]) {
    const reply = await send(service(), { method, path: "/api/v1/account" });
    expectFailure(reply, 405, "method_not_allowed");
    expect(reply.headers.allow).toMatch(/\bGET\b/);
  }
});

test("an open hold shows in the account and in X-Credits-Remaining, until the job has ended", async () => {
  const client = await newClient(service(), 10);
  const id = await endlessJob(service(), { key: client.key });
  expect(await moneyOf(service(), client.accountId)).toEqual([10, 1, 9]);
  const during = await call(service(), "GET", "/api/v1/account", { key: client.key });
  expect(during.headers["x-credits-remaining"]).toBe("9");
  expect(as<object>(during)).toMatchObject({ balance: 10, held: 1, available: 9 });
  const spent = expectOk(await spend(service(), client.key));
  expect(spent.headers["x-credits-remaining"]).toBe("8");
  const cancelled = await cancel(service(), id, client.key);
  expect(cancelled.status).toBe(200);
  expect(await moneyOf(service(), client.accountId)).toEqual([9, 0, 9]);
  const after = await call(service(), "GET", "/api/v1/account", { key: client.key });
  expect(after.headers["x-credits-remaining"]).toBe("9");
});
