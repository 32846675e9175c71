import { expect, test } from "vitest";
import { as, call, newClient, newKey, spend, UNKNOWN } from "./accounts.ts";
import { PDF_TO_IMAGE, send, upload } from "./client.ts";
import { Connection, head } from "./connection.ts";
import { encodeForm } from "./multipart.ts";
import { fixture } from "./programs.ts";
import { expectFailure, expectFault, expectOk, type Reply } from "./reply.ts";
import { commonService, withService } from "./service.ts";

/* Contract, section 5: the service's own resources have a separate window, and take no place of an operation. */

const service = commonService();
const plain = fixture("four-colours.pdf");
const limitOf = (reply: Reply): string => String(reply.headers["x-ratelimit-limit"]);

const RESOURCES: readonly (readonly [method: string, path: string, value?: object])[] = [
  ["GET", "/api/v1/limits"],
  ["GET", "/api/v1/pricing"],
  ["GET", "/api/v1/account"],
  ["GET", "/api/v1/account/usage"],
  ["GET", "/api/v1/keys"],
  ["POST", "/api/v1/keys", {}],
  ["GET", `/api/v1/keys/${UNKNOWN.key}`],
  ["DELETE", `/api/v1/keys/${UNKNOWN.key}`],
  ["POST", `/api/v1/keys/${UNKNOWN.key}/rotate`, {}],
  ["GET", "/api/v1/accounts"],
  ["POST", "/api/v1/accounts", {}],
  ["GET", `/api/v1/accounts/${UNKNOWN.account}`],
  ["PATCH", `/api/v1/accounts/${UNKNOWN.account}`, {}],
  ["POST", `/api/v1/accounts/${UNKNOWN.account}/credits`, {}],
  ["GET", "/api/v1/jobs"],
  ["GET", `/api/v1/jobs/${UNKNOWN.job}`],
  ["DELETE", `/api/v1/jobs/${UNKNOWN.job}`],
  ["GET", `/api/v1/jobs/${UNKNOWN.job}/result`],
  ["GET", `/api/v1/jobs/${UNKNOWN.job}/events`],
  ["POST", `/api/v1/jobs/${UNKNOWN.job}/cancel`],
];

test("every resource counts in the window of reads, whatever its method, and each request once", async () => {
  await withService({ QUIRE_RATE_LIMIT: "40", QUIRE_RATE_LIMIT_READS: "9000" }, async (own) => {
    const before = expectOk(await call(own, "GET", "/api/v1/limits"));
    const replies = [];
    for (const [method, path, value] of RESOURCES) {
      replies.push(await call(own, method, path, { value }));
    }
    const operation = expectOk(await spend(own, own.key));
    const first = Number(before.headers["x-ratelimit-remaining"]);
    for (const [index, reply] of replies.entries()) {
      expect([limitOf(reply), reply.headers["x-ratelimit-remaining"]], RESOURCES[index]?.[1]).toEqual([
        "9000",
        String(first - 1 - index),
      ]);
    }
    expect([limitOf(operation), operation.headers["x-ratelimit-remaining"]]).toEqual(["40", "39"]);
  });
});

test("with the window of reads full, resources are refused and operations go on; and the other way round", async () => {
  await withService({ QUIRE_RATE_LIMIT: "2", QUIRE_RATE_LIMIT_READS: "3" }, async (own) => {
    const client = await newClient({ ...own }, 50);
    const key = await until429(() => call(own, "GET", "/api/v1/account", { key: client.key }));
    expectFailure(key, 429, "rate_limited");
    expect([limitOf(key), key.headers["x-ratelimit-remaining"]]).toEqual(["3", "0"]);
    expect([200, 429]).toContain((await spend(own, client.key)).status);
    const full = await until429(() => spend(own, client.key));
    expectFailure(full, 429, "rate_limited");
    expect(limitOf(full)).toBe("2");
  });
});

test("each key has windows of its own, also within one account", async () => {
  await withService({ QUIRE_RATE_LIMIT: "2" }, async (own) => {
    const second = await newKey(own);
    await until429(() => spend(own, own.key));
    expectOk(await spend(own, second.key));
  });
});

test("the defaults: 600 reads; a test key has them too, and 10 operations", async () => {
  const settings = { QUIRE_RATE_LIMIT: "", QUIRE_RATE_LIMIT_READS: "" };
  await withService(settings, async (own) => {
    const { key } = await newKey(own, { mode: "test" });
    expect(limitOf(await call(own, "GET", "/api/v1/account"))).toBe("600");
    expect(limitOf(await call(own, "GET", "/api/v1/account", { key }))).toBe("600");
    expect(limitOf(await spend(own, key))).toBe("10");
    expectFailure(await until429(() => spend(own, key)), 429, "rate_limited");
  });
});

test("a key's own rate_limit and concurrency hold for its operations", async () => {
  const { key } = await newClient(service(), 50, { rate_limit: 3, concurrency: 1 });
  expect(limitOf(await spend(service(), key))).toBe("3");
  expectFailure(await until429(() => spend(service(), key)), 429, "rate_limited");
});

test("resources need no operation's place", async () => {
  await withService({ QUIRE_CONCURRENCY: "1" }, async (own) => {
    const { contentType, body } = encodeForm([
      { name: "dpi", value: "72" },
      { name: "file", content: plain },
    ]);
    const connection = await Connection.open(own);
    const form = { "x-api-key": own.key, "content-type": contentType, "content-length": body.length };
    // The service asks for the body once the request has its place.
    connection.write(head("POST", PDF_TO_IMAGE, { ...form, expect: "100-continue" }));
    expect((await connection.readReply("POST"))?.status).toBe(100);
    expectFailure(await spend(own, own.key), 429, "too_many_concurrent");
    const estimate = { path: "/api/v1/estimate", file: plain, fields: { operation: "pdf-to-image" } };
    expectFailure(await upload(own, estimate), 429, "too_many_concurrent");
    for (const [method, path, value] of RESOURCES) {
      expect([200, 404, 422]).toContain((await call(own, method, path, { value })).status);
    }
    connection.write(body);
    expect((await connection.readReply("POST"))?.status).toBe(200);
    connection.destroy();
  });
});

test("a resource takes JSON only, and no more than a request body may have", async () => {
  const xml = { "content-type": "application/xml" };
  const wrong = await send(service(), {
    method: "POST",
    path: "/api/v1/keys",
    headers: xml,
    body: Buffer.from("<a/>"),
  });
  expectFailure(wrong, 422, "validation_error");
  const connection = await Connection.open(service());
  const headers = { "x-api-key": service().key, "content-type": "application/json", "content-length": 104_857_601 };
  connection.write(head("POST", "/api/v1/keys", headers));
  const large = await connection.readReply("POST");
  expect(large && expectFailure(large, 413, "payload_too_large").limit_bytes).toBeGreaterThan(0);
  connection.destroy();
});

test("the order of checks holds for resources: path and method, key, scope, window, Idempotency-Key, body", async () => {
  const bad = { "idempotency-key": "two words" };
  const value = {};
  const { key } = await newKey(service(), { scopes: ["pdf"] });
  expectFailure(await call(service(), "PUT", "/api/v1/keys", { value, key: null }), 405, "method_not_allowed");
  expectFailure(
    await call(service(), "POST", "/api/v1/keys", { value, key: null, headers: bad }),
    401,
    "missing_api_key",
  );
  expectFailure(await call(service(), "POST", "/api/v1/keys", { value, key, headers: bad }), 403, "insufficient_scope");
  expectFault(await call(service(), "POST", "/api/v1/keys", { value, headers: bad }), {
    loc: ["header", "Idempotency-Key"],
  });
  expectFault(await call(service(), "POST", "/api/v1/keys", { value }), { type: "missing", loc: ["body", "name"] });
  const unknown = await call(service(), "PATCH", `/api/v1/accounts/${UNKNOWN.account}`, { value: { state: "asleep" } });
  expectFault(unknown, { loc: ["body", "state"] });
  expect(as<object>(await call(service(), "GET", "/api/v1/limits"))).toBeDefined();
});

/** Repeats `attempt` until it is refused, 40 times at most. */
async function until429(attempt: () => Promise<Reply>): Promise<Reply> {
  for (let count = 0; count < 40; count += 1) {
    const reply = await attempt();
    if (reply.status === 429) {
      return reply;
    }
  }
  throw new Error("The window does not fill.");
}
