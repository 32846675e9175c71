import { beforeAll, describe, expect, test } from "vitest";
import { as, type Client, call, expectSameRefusal, newClient } from "../api/accounts.ts";
import { send } from "../api/client.ts";
import { submitted, untilFinal } from "../api/jobs.ts";
import { errorBody, expectFailure, faults, json, type Reply } from "../api/reply.ts";
import { commonService } from "../api/service.ts";
import { sampled } from "../running/sampling.ts";

/*
 * The resources (contract, sections 1, 6, 8 and 12): forms of times and amounts, what is not one's own, HEAD, versions,
 * lists and bodies, of every route.
 */

const service = commonService({ keepsResults: true });

interface Owner extends Client {
  readonly job: string;
  readonly endpoint: string;
}

let own: Owner;
let foreign: Owner;

async function newOwner(): Promise<Owner> {
  const client = await newClient(service(), 50);
  const { key } = client;
  const job = await submitted(service(), { key });
  await untilFinal(service(), job, key);
  const value = { url: "https://192.0.2.1/hook", events: ["job.complete"] };
  const made = as<{ endpoint_id: string }>(await call(service(), "POST", "/api/v1/webhooks", { key, value }), 201);
  const template = { slug: "mine", content: "<p>{{name}}", sample: { name: "Ada" } };
  expect((await call(service(), "POST", "/api/v1/templates", { key, value: template })).status).toBe(201);
  return { ...client, job, endpoint: made.endpoint_id };
}

beforeAll(async () => {
  own = await newOwner();
  foreign = await newOwner();
});

/** Every resource that is read, with the ids of `owner` in its path. */
const READS = [
  "account",
  "account/usage",
  "account/ledger",
  "jobs",
  "jobs/{job}",
  "jobs/{job}/result",
  "keys",
  "keys/{key}",
  "limits",
  "ocr/languages",
  "pricing",
  "templates",
  "templates/mine",
  "templates/mine/versions",
  "templates/mine/versions/1",
  "webhooks",
  "webhooks/{endpoint}",
  "webhooks/{endpoint}/deliveries",
  "webhooks/deliveries",
  "webhooks/secret",
];

const pathFor = (path: string, { job, keyId, endpoint }: Pick<Owner, "job" | "keyId" | "endpoint">): string =>
  `/api/v1/${path.replace("{job}", job).replace("{key}", keyId).replace("{endpoint}", endpoint)}`;

/** Yields every member of a JSON value, however deep it is. */
function* members(value: unknown): Generator<readonly [name: string, value: unknown]> {
  if (typeof value !== "object" || value === null) {
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    yield [name, member];
    yield* members(member);
  }
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
const isTime = (value: unknown): boolean => value === null || (typeof value === "string" && TIME.test(value));
const isAmount = (value: unknown): boolean => typeof value === "object" || Number.isInteger(value);
const AMOUNT = /^(?:balance|held|available|credits|charged|amount|monthly_grant|required)$/;

describe.each(sampled(READS, 4))("GET %s", (path) => {
  const get = (method = "GET", suffix = ""): Promise<Reply> =>
    send(service(), { method, path: `${pathFor(path, own)}${suffix}`, key: own.key });

  test("is read with its times in UTC and its amounts as integers", async () => {
    const reply = await get();
    expect(reply.status).toBe(200);
    const isJson = String(reply.headers["content-type"]).startsWith("application/json");
    const found = isJson ? [...members(json(reply))] : [];
    expect(found.filter(([name, value]) => name.endsWith("_at") && !isTime(value))).toEqual([]);
    expect(found.filter(([name, value]) => AMOUNT.test(name) && !isAmount(value))).toEqual([]);
  });

  test("answers HEAD with the same headers and no body, and the same path with a slash at its end", async () => {
    const [whole, head, slashed] = [await get(), await get("HEAD"), await get("GET", "/")];
    expect([head.status, head.body.length, slashed.status]).toEqual([whole.status, 0, whole.status]);
    for (const name of ["content-type", "content-length", "etag", "content-disposition", "cache-control"]) {
      expect([name, head.headers[name]]).toEqual([name, whole.headers[name]]);
    }
  });
});

interface ById {
  readonly method: string;
  readonly path: string;
  /** An id of the form that the route's have, which belongs to nothing. */
  readonly unknown: string;
  /** The body, where it takes one. */
  readonly value?: object;
}

const byId =
  (unknown: string) =>
  (method: string, path: string, value?: object): ById => ({ method, path, unknown, ...(value && { value }) });
const job = byId("job_000000000000");
const key = byId("key_0000000000000000");
const endpoint = byId("whe_0000000000000000");

/** Every route with an id. */
const BY_ID: readonly ById[] = [
  job("GET", "jobs/{job}"),
  job("GET", "jobs/{job}/result"),
  job("GET", "jobs/{job}/events"),
  job("DELETE", "jobs/{job}"),
  job("POST", "jobs/{job}/cancel"),
  key("GET", "keys/{key}"),
  key("DELETE", "keys/{key}"),
  key("POST", "keys/{key}/rotate", {}),
  endpoint("GET", "webhooks/{endpoint}"),
  endpoint("PATCH", "webhooks/{endpoint}", { description: "x" }),
  endpoint("DELETE", "webhooks/{endpoint}"),
  endpoint("POST", "webhooks/{endpoint}/rotate", {}),
  endpoint("POST", "webhooks/{endpoint}/test", {}),
  endpoint("GET", "webhooks/{endpoint}/deliveries"),
];

test.each(sampled(BY_ID, 3))("$method $path: what is another account's is as what is not there", async (route) => {
  const { method, path, unknown, value } = route;
  const ask = async (ids: Pick<Owner, "job" | "keyId" | "endpoint">) =>
    call(service(), method, pathFor(path, ids), { key: own.key, ...(value !== undefined && { value }) });
  const [theirs, nobodys] = [await ask(foreign), await ask({ job: unknown, keyId: unknown, endpoint: unknown })];
  expectFailure(theirs, 404, "not_found");
  const id = path.includes("{job}") ? foreign.job : path.includes("{key}") ? foreign.keyId : foreign.endpoint;
  expectSameRefusal({ reply: theirs, id }, { reply: nobodys, id: unknown });
});

describe("versions of a template", () => {
  const path = "/api/v1/templates/mine";
  const etag = async (): Promise<string> => String((await call(service(), "GET", path, { key: own.key })).headers.etag);

  test("If-None-Match with the version that is there is 304, without a body", async () => {
    for (const value of [await etag(), "*", `"other", ${await etag()}`, `W/${await etag()}`]) {
      const reply = await send(service(), { path, key: own.key, headers: { "if-none-match": value } });
      expect([value, reply.status, reply.body.length, reply.headers.etag]).toEqual([value, 304, 0, await etag()]);
    }
    const changed = await send(service(), { path, key: own.key, headers: { "if-none-match": '"other"' } });
    expect(changed.status).toBe(200);
  });

  test.each([
    ["PUT", { content: "<p>new" }],
    ["PATCH", { description: "new" }],
    ["DELETE", undefined],
  ] as const)("%s with If-Match of another version is 412, and changes nothing", async (method, value) => {
    const before = await call(service(), "GET", path, { key: own.key });
    const headers = { "if-match": '"tpl_other.1"' };
    const reply = await call(service(), method, path, { key: own.key, headers, ...(value !== undefined && { value }) });
    expectFailure(reply, 412, "precondition_failed");
    expect((await call(service(), "GET", path, { key: own.key })).body.equals(before.body)).toBe(true);
  });

  test("each change is a version, and old ones stay readable", async () => {
    const before = json(await call(service(), "GET", path, { key: own.key })) as { version: number; content: string };
    const value = { content: `<p>${crypto.randomUUID()}` };
    const changed = as<{ version: number; updated_at: string }>(
      await call(service(), "PATCH", path, { key: own.key, value, headers: { "if-match": await etag() } }),
    );
    expect(changed.version).toBe(before.version + 1);
    const old = await call(service(), "GET", `${path}/versions/${before.version}`, { key: own.key });
    expect(as<{ content: string }>(old).content).toBe(before.content);
  });
});

/** The lists, which go by `limit` and `cursor`. */
const LISTS = [
  "jobs",
  "keys",
  "templates",
  "templates/mine/versions",
  "webhooks",
  "webhooks/deliveries",
  "account/ledger",
];

describe.each(sampled(LISTS, 3))("the list %s", (path) => {
  const get = (query: string): Promise<Reply> => call(service(), "GET", `/api/v1/${path}?${query}`, { key: own.key });

  test("has items and the cursor of its next page", async () => {
    const { items, next_cursor: cursor } = as<{ items: unknown[]; next_cursor: string | null }>(await get("limit=1"));
    expect(items.length).toBeLessThanOrEqual(1);
    expect(cursor === null || typeof cursor === "string").toBe(true);
    const next = await get(cursor === null ? "limit=1" : `limit=1&cursor=${encodeURIComponent(cursor)}`);
    expect(next.status).toBe(200);
  });

  test.each(["0", "-1", "100001", "1.5", "ten", ""])("limit=%s is a fault of the query", async (limit) => {
    const reply = await get(`limit=${limit}`);
    expectFailure(reply, 422, "validation_error");
    expect(faults(reply)[0]?.loc).toEqual(["query", "limit"]);
  });
});

/** Every route of a resource that takes a body. */
const WITH_BODY: readonly (readonly [method: string, path: string])[] = [
  ["POST", "templates"],
  ["PUT", "templates/mine"],
  ["PATCH", "templates/mine"],
  ["POST", "templates/mine/preview"],
  ["POST", "webhooks"],
  ["PATCH", "webhooks/{endpoint}"],
  ["POST", "webhooks/{endpoint}/rotate"],
  ["POST", "webhooks/secret/rotate"],
  ["POST", "keys"],
  ["POST", "keys/{key}/rotate"],
];

describe.each(sampled(WITH_BODY, 4))("%s %s", (method, path) => {
  const ask = (body: string, type = "application/json"): Promise<Reply> =>
    send(service(), {
      method,
      path: pathFor(path, own),
      key: own.key,
      headers: { "content-type": type },
      body: Buffer.from(body),
    });

  test.each([
    ['{"a":1,}', 7],
    ["{'a':1}", 1],
    ['{"a":tru}', 8],
    ["\u{feff}{,", 4],
  ])("JSON that is none, %j, is reported with its place", async (body, at) => {
    const reply = await ask(body);
    expectFailure(reply, 422, "validation_error");
    const [fault] = faults(reply);
    expect([fault?.type, fault?.loc]).toEqual(["json_invalid", ["body", at]]);
  });

  test.each(["[]", "1", '"text"', "true"])("JSON that is no object, %s, is refused", async (body) => {
    expect([(await ask(body)).status, errorBody(await ask(body)).code]).toEqual([422, "validation_error"]);
  });

  // A preview takes what the operation takes, forms too.
  const types = ["text/plain", "application/xml", ...(path.endsWith("/preview") ? [] : ["multipart/form-data"])];

  test.each(types)("a body of %s is refused", async (type) => {
    const reply = await ask("{}", type);
    expectFailure(reply, 422, "validation_error");
    expect(faults(reply)[0]?.loc).toEqual(["header", "Content-Type"]);
  });
});
