import { expect, test } from "vitest";
import { as, call, expectSameRefusal, type KeyObject, type List, newClient, newKey, UNKNOWN } from "./accounts.ts";
import { send } from "./client.ts";
import { expectFailure, faults, type Reply, warnings } from "./reply.ts";
import { commonService } from "./service.ts";

/* Contract, section 5, keys: what a key may be created with, and by whom. */

const service = commonService();
const KEYS = "/api/v1/keys";

const FAULTS: readonly { readonly what: string; readonly value: object; readonly field: string }[] = [
  { what: "no name", value: {}, field: "name" },
  { what: "an empty name", value: { name: "" }, field: "name" },
  { what: "a name that is no text", value: { name: 5 }, field: "name" },
  { what: "an unknown scope", value: { name: "x", scopes: ["everything"] }, field: "scopes" },
  { what: "scopes that are no list", value: { name: "x", scopes: "pdf" }, field: "scopes" },
  { what: "an unknown mode", value: { name: "x", mode: "demo" }, field: "mode" },
  { what: "an expiry that is no time", value: { name: "x", expires_at: "tomorrow" }, field: "expires_at" },
  { what: "an expiry that is no date", value: { name: "x", expires_at: "2099-02-30T00:00:00Z" }, field: "expires_at" },
  { what: "a rate of 0", value: { name: "x", rate_limit: 0 }, field: "rate_limit" },
  { what: "a negative rate", value: { name: "x", rate_limit: -5 }, field: "rate_limit" },
  { what: "half a request", value: { name: "x", rate_limit: 0.5 }, field: "rate_limit" },
  { what: "a concurrency of 0", value: { name: "x", concurrency: 0 }, field: "concurrency" },
];

test.each(FAULTS)("a key with $what is refused, and none is made", async ({ value, field }) => {
  const client = await newClient(service(), 0);
  const reply = await call(service(), "POST", KEYS, { value, key: client.key });
  expectFailure(reply, 422, "validation_error");
  expect(faults(reply).map(({ loc }) => loc.slice(0, 2))).toEqual([["body", field]]);
  const { items } = as<List<KeyObject>>(await call(service(), "GET", KEYS, { key: client.key }));
  expect(items).toHaveLength(1);
});

test.each(['{"name": ', "", "name=x", "[1]", '"text"', "null"])("the body %j is a validation error", async (text) => {
  const headers = { "content-type": "application/json" };
  const reply = await send(service(), { method: "POST", path: KEYS, headers, body: Buffer.from(text) });
  expectFailure(reply, 422, "validation_error");
  expect(faults(reply)[0]?.loc[0]).toBe("body");
});

test("unknown members of a body are ignored, with a warning", async () => {
  const reply = await call(service(), "POST", KEYS, { value: { name: "x", colour: "red" } });
  expect(reply.status).toBe(201);
  expect(warnings(reply)).toEqual(["unknown_field;name=colour"]);
});

test("the key of an account that does not exist is not made", async () => {
  const reply = await call(service(), "POST", KEYS, { value: { name: "x", account_id: UNKNOWN.account } });
  expect([404, 422]).toContain(reply.status);
});

test("without admin a key is made for the own account only", async () => {
  const [one, two] = [await newClient(service(), 0), await newClient(service(), 0)];
  const own = await newKey(service(), { account_id: one.accountId }, one.key);
  expect(own.account_id).toBe(one.accountId);
  const other = await call(service(), "POST", KEYS, { value: { name: "x", account_id: two.accountId }, key: one.key });
  const unknown = await call(service(), "POST", KEYS, {
    value: { name: "x", account_id: UNKNOWN.account },
    key: one.key,
  });
  expectFailure(other, 403, "insufficient_scope");
  expectSameRefusal({ reply: other, id: two.accountId }, { reply: unknown, id: UNKNOWN.account });
});

test("no key gives scopes that it lacks", async () => {
  const limited = await newClient(service(), 0, { scopes: ["account", "pdf"] });
  const make = (scopes: readonly string[]): Promise<Reply> =>
    call(service(), "POST", KEYS, { value: { name: "x", scopes }, key: limited.key });
  expect((await make(["pdf"])).status).toBe(201);
  expect((await make(["account", "pdf"])).status).toBe(201);
  for (const scopes of [["convert"], ["*"], ["admin"], ["pdf", "jobs"]]) {
    expectFailure(await make(scopes), 403, "insufficient_scope");
  }
  // Without the member the default would be `*`, which is more than the caller has.
  const byDefault = await call(service(), "POST", KEYS, { value: { name: "x" }, key: limited.key });
  expectFailure(byDefault, 403, "insufficient_scope");
});

test("`*` gives everything but admin; admin gives admin", async () => {
  const star = await newKey(service(), { scopes: ["*"] });
  const make = (key: string, scopes: readonly string[]): Promise<Reply> =>
    call(service(), "POST", KEYS, { value: { name: "x", scopes }, key });
  expect((await make(star.key, ["ocr", "vision", "templates:write", "jobs"])).status).toBe(201);
  expectFailure(await make(star.key, ["*", "admin"]), 403, "insufficient_scope");
  expect((await make(service().key, ["admin"])).status).toBe(201);
});
