import { expect, test } from "vitest";
import { assert } from "../../src/kernel/assert.ts";
import { operations } from "../../src/operations/index.ts";
import { as, call, newAccount, newClient, newKey, spend, UNKNOWN } from "./accounts.ts";
import { PDF_TO_IMAGE, REMOVE_PASSWORD, send, upload } from "./client.ts";
import { Connection, head } from "./connection.ts";
import { emptyPages } from "./documents.ts";
import { jobOf, jobPath, resultOf, submitted, untilFinal } from "./jobs.ts";
import { errorBody, expectFailure, expectOk, json, type Reply } from "./reply.ts";
import { commonService } from "./service.ts";

/*
 * Contract, section 5, scopes: every route of the API description with every scope. A route that is missing from the
 * table below fails the test.
 */

const service = commonService({ keepsResults: true });

const SCOPES = [
  "*",
  "convert",
  "pdf",
  "extract",
  "ocr",
  "vision",
  "templates:read",
  "templates:write",
  "jobs",
  "account",
  "admin",
] as const;
type Scope = (typeof SCOPES)[number];

const ANY = SCOPES;
const ACCOUNT = ["*", "account"] as const;
const ADMIN = ["admin"] as const;
const TEMPLATE_READERS = ["*", "templates:read", "templates:write"] as const;
const TEMPLATE_WRITERS = ["*", "templates:write"] as const;
const JOBS = ["*", "jobs", "convert", "pdf", "extract", "ocr", "vision"] as const;

/** The scopes that open each route; any one of them is enough. */
/** An administrator manages the keys of all accounts. */
const KEYS = [...ACCOUNT, "admin"] as const;

const OPENED_BY: Readonly<Record<string, readonly Scope[]>> = {
  ...Object.fromEntries(operations.map(({ path }) => [`POST ${path}`, ["*", groupOf(path)]])),
  "GET /api/v1/ocr/languages": ANY,
  "GET /api/v1/templates": TEMPLATE_READERS,
  "POST /api/v1/templates": TEMPLATE_WRITERS,
  "GET /api/v1/templates/{id}": TEMPLATE_READERS,
  "PUT /api/v1/templates/{id}": TEMPLATE_WRITERS,
  "PATCH /api/v1/templates/{id}": TEMPLATE_WRITERS,
  "DELETE /api/v1/templates/{id}": TEMPLATE_WRITERS,
  "GET /api/v1/templates/{id}/picture": TEMPLATE_READERS,
  "GET /api/v1/templates/{id}/versions": TEMPLATE_READERS,
  "GET /api/v1/templates/{id}/versions/{id}": TEMPLATE_READERS,
  "POST /api/v1/templates/{id}/preview": [...TEMPLATE_WRITERS, "pdf"],
  "GET /api/v1/limits": ANY,
  "GET /api/v1/pricing": ANY,
  "POST /api/v1/estimate": ANY,
  "GET /api/v1/account": ACCOUNT,
  "GET /api/v1/account/usage": ACCOUNT,
  "GET /api/v1/account/ledger": ACCOUNT,
  "GET /api/v1/keys": KEYS,
  "POST /api/v1/keys": KEYS,
  "GET /api/v1/keys/{id}": KEYS,
  "DELETE /api/v1/keys/{id}": KEYS,
  "POST /api/v1/keys/{id}/rotate": KEYS,
  "GET /api/v1/accounts": ADMIN,
  "POST /api/v1/accounts": ADMIN,
  "GET /api/v1/accounts/{id}": ADMIN,
  "PATCH /api/v1/accounts/{id}": ADMIN,
  "POST /api/v1/accounts/{id}/credits": ADMIN,
  "GET /api/v1/accounts/{id}/ledger": ADMIN,
  "GET /api/v1/system": ADMIN,
  "GET /api/v1/audit": ADMIN,
  "GET /api/v1/webhooks": ACCOUNT,
  "POST /api/v1/webhooks": ACCOUNT,
  "GET /api/v1/webhooks/{id}": ACCOUNT,
  "PATCH /api/v1/webhooks/{id}": ACCOUNT,
  "DELETE /api/v1/webhooks/{id}": ACCOUNT,
  "POST /api/v1/webhooks/{id}/rotate": ACCOUNT,
  "POST /api/v1/webhooks/{id}/test": ACCOUNT,
  "GET /api/v1/webhooks/{id}/deliveries": ACCOUNT,
  "POST /api/v1/webhooks/{id}/deliveries/{id}/redeliver": ACCOUNT,
  "GET /api/v1/webhooks/deliveries": ACCOUNT,
  "POST /api/v1/webhooks/deliveries/{id}/redeliver": ACCOUNT,
  "GET /api/v1/webhooks/secret": ACCOUNT,
  "POST /api/v1/webhooks/secret/rotate": ACCOUNT,
  "GET /api/v1/jobs": JOBS,
  "GET /api/v1/jobs/{id}": JOBS,
  "DELETE /api/v1/jobs/{id}": JOBS,
  "GET /api/v1/jobs/{id}/result": JOBS,
  "GET /api/v1/jobs/{id}/events": JOBS,
  "POST /api/v1/jobs/{id}/cancel": JOBS,
};

/**
 * Returns the scope of an operation, which is the group that its path names; the operation that calls a model has a
 * separate scope.
 */
function groupOf(path: string): Scope {
  if (path === "/api/v1/ocr/extract/vision") {
    return "vision";
  }
  const group = SCOPES.find((scope) => path.startsWith(`/api/v1/${scope}/`));
  assert(group !== undefined, `${path} is in a group`);
  return group;
}

/** The routes that need no key. */
const OPEN = [
  "GET /",
  "GET /health",
  "GET /health/live",
  "GET /health/ready",
  "GET /metrics",
  "GET /openapi.json",
  "GET /openapi.yaml",
  "GET /docs",
  "GET /redoc",
];

async function describedRoutes(): Promise<string[]> {
  const { paths } = json(expectOk(await send(service(), { path: "/openapi.json", key: null }))) as {
    readonly paths: Readonly<Record<string, object>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => /^(get|post|put|patch|delete)$/.test(method))
      // The names of path parameters do not matter here.
      .map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{[^}]*\}/g, "{id}")}`),
  );
}

/**
 * Sends a request that names nothing that exists and holds nothing that is valid: no request of the table changes
 * anything.
 */
function knock(route: string, key: string | null): Promise<Reply> {
  const [method = "", path = ""] = route.split(" ");
  const id = path.includes("/keys/") ? UNKNOWN.key : path.includes("/jobs/") ? UNKNOWN.job : UNKNOWN.account;
  const hasBody = method === "POST" || method === "PATCH";
  return call(service(), method, path.replaceAll("{id}", id), { key, ...(hasBody && { value: {} }) });
}

test("every described route has a row, and every row a route", async () => {
  const described = await describedRoutes();
  const expected = [...Object.keys(OPENED_BY), ...OPEN];
  expect(
    described.filter((route) => !expected.includes(route)),
    "routes without a row",
  ).toEqual([]);
  expect(
    Object.keys(OPENED_BY).filter((route) => !described.includes(route)),
    "rows without a route",
  ).toEqual([]);
});

test.each(SCOPES)("what a key of scope %s opens, and what it does not", async (scope) => {
  const { key } = await newKey(service(), { scopes: [scope] });
  for (const route of (await describedRoutes()).filter((described) => described.includes(" /api/v1/"))) {
    const reply = await knock(route, key);
    const shut = reply.status === 403 ? errorBody(reply).code : "open";
    expect(`${route}: ${shut}`).toBe(
      `${route}: ${OPENED_BY[route]?.includes(scope) === true ? "open" : "insufficient_scope"}`,
    );
    expect([200, 403, 404, 422], `${route} with ${scope}`).toContain(reply.status);
  }
});

test("every described route under /api/v1 asks for a key", async () => {
  for (const route of (await describedRoutes()).filter((described) => described.includes(" /api/v1/"))) {
    expectFailure(await knock(route, null), 401, "missing_api_key");
  }
});

test("scopes add up", async () => {
  const { key } = await newKey(service(), { scopes: ["convert", "pdf"] });
  expectOk(await upload(service(), { path: PDF_TO_IMAGE, file: emptyPages(1), fields: { dpi: 72 }, key }));
  expectOk(await upload(service(), { path: REMOVE_PASSWORD, file: emptyPages(1), fields: { password: "" }, key }));
  expectFailure(await call(service(), "GET", "/api/v1/keys", { key }), 403, "insufficient_scope");
});

test("a refusal for its scope charges nothing, needs no body and is reported before the window counts", async () => {
  const client = await newClient(service(), 5, { scopes: ["pdf"], rate_limit: 50 });
  const unlock = { path: REMOVE_PASSWORD, file: emptyPages(1), fields: { password: "" }, key: client.key };
  expectOk(await upload(service(), unlock));
  const refused = [
    await spend(service(), client.key),
    await upload(service(), { path: PDF_TO_IMAGE, key: client.key, headers: { "idempotency-key": "two words" } }),
    await send(service(), { method: "POST", path: PDF_TO_IMAGE, key: client.key, body: Buffer.alloc(10) }),
  ];
  for (const reply of refused) {
    expectFailure(reply, 403, "insufficient_scope");
    expect(reply.headers["x-credits-charged"] ?? "0").toBe("0");
  }
  const after = expectOk(await upload(service(), unlock));
  expect(after.headers["x-ratelimit-remaining"]).toBe("48");
  expect(after.headers["x-credits-remaining"]).toBe("3");
});

test("a refusal for its scope comes before the body is sent", async () => {
  const { key } = await newKey(service(), { scopes: ["account"] });
  const connection = await Connection.open(service());
  const form = { "x-api-key": key, "content-type": "multipart/form-data; boundary=x", "content-length": 5000 };
  connection.write(head("POST", PDF_TO_IMAGE, { ...form, expect: "100-continue" }));
  const reply = await connection.readReply("POST");
  expect(reply && expectFailure(reply, 403, "insufficient_scope").detail).toEqual(expect.stringMatching(/convert/));
  connection.destroy();
});

test("a key of an operation's scope sees the jobs that it submitted, one of scope jobs all of the account", async () => {
  const account = await newAccount(service(), 10);
  const make = async (scopes: readonly string[]): Promise<string> =>
    (await newKey(service(), { account_id: account.account_id, scopes })).key;
  const [one, two, all, outside] = [
    await make(["convert"]),
    await make(["convert"]),
    await make(["jobs"]),
    await newClient(service(), 10, { scopes: ["jobs"] }),
  ];
  const id = await submitted(service(), { key: one });
  await untilFinal(service(), id, one);
  expect((await jobOf(service(), id, all)).status).toBe("complete");
  expectOk(await resultOf(service(), id, one));
  expectOk(await resultOf(service(), id, all));
  for (const key of [two, outside.key]) {
    for (const rest of ["", "/result", "/events"]) {
      expectFailure(await call(service(), "GET", jobPath(id, rest), { key }), 404, "not_found");
    }
    expectFailure(await call(service(), "POST", jobPath(id, "/cancel"), { key }), 404, "not_found");
    expectFailure(await call(service(), "DELETE", jobPath(id), { key }), 404, "not_found");
  }
  const listed = async (key: string): Promise<string[]> =>
    as<{ items: { job_id: string }[] }>(await call(service(), "GET", "/api/v1/jobs", { key })).items.map(
      ({ job_id }) => job_id,
    );
  expect([await listed(one), await listed(two), await listed(all), await listed(outside.key)]).toEqual([
    [id],
    [],
    [id],
    [],
  ]);
});

test("a key of scope jobs submits none", async () => {
  const { key } = await newKey(service(), { scopes: ["jobs"] });
  const reply = await upload(service(), { path: `${PDF_TO_IMAGE}?async=true`, file: emptyPages(1), key });
  expectFailure(reply, 403, "insufficient_scope");
});
