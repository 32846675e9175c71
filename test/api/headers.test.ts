import { expect, test } from "vitest";
import { PDF_TO_IMAGE, REMOVE_PASSWORD, type Request, removePassword, send, toImages, upload } from "./client.ts";
import { Connection, head } from "./connection.ts";
import { encodeForm } from "./multipart.ts";
import { fixture } from "./programs.ts";
import { errorBody, type Reply } from "./reply.ts";
import { sharedService, withService } from "./service.ts";

/*
 * Contract, section 4: headers on every kind of answer. The client checks the four rate and credit headers,
 * X-Request-ID, X-API-Version and X-Server-Version on each answer of the suite; this file covers each kind of answer,
 * and the other headers.
 */

const service = sharedService({ QUIRE_MAX_UPLOAD_BYTES: "200000" });
const plain = fixture("four-colours.pdf");
const EXPOSED = [
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "x-credits-remaining",
  "x-credits-charged",
  "retry-after",
  "x-request-id",
  "x-api-version",
  "x-server-version",
  "x-warnings",
  "content-disposition",
];
const PREFLIGHT = {
  origin: "https://app.example",
  "access-control-request-method": "POST",
  "access-control-request-headers": "x-api-key,content-type,idempotency-key",
};

const KINDS: readonly (Request & { readonly what: string; readonly status: number })[] = [
  { what: "a preflight", method: "OPTIONS", path: PDF_TO_IMAGE, headers: PREFLIGHT, key: null, status: 204 },
  { what: "HEAD", method: "HEAD", path: "/api/v1/limits", status: 200 },
  { what: "HEAD without a key", method: "HEAD", path: "/api/v1/limits", key: null, status: 401 },
  { what: "HEAD of an unknown path", method: "HEAD", path: "/nowhere", status: 404 },
  { what: "an unknown path", path: "/nowhere", status: 404 },
  { what: "an unknown path without a key", path: "/nowhere", key: null, status: 404 },
  { what: "a wrong method", path: PDF_TO_IMAGE, status: 405 },
  { what: "no key", method: "POST", path: PDF_TO_IMAGE, key: null, status: 401 },
  { what: "a wrong key", method: "POST", path: PDF_TO_IMAGE, key: "wrong-key", status: 401 },
  { what: "too much", method: "POST", path: PDF_TO_IMAGE, body: Buffer.alloc(200_001), status: 413 },
  { what: "no form", method: "POST", path: PDF_TO_IMAGE, body: Buffer.from("x"), status: 422 },
  { what: "health", path: "/health", key: null, status: 200 },
  { what: "live", path: "/health/live", key: null, status: 200 },
  { what: "ready", path: "/health/ready", key: null, status: 200 },
  { what: "metrics", path: "/metrics", key: null, status: 200 },
  { what: "the description", path: "/openapi.json", key: null, status: 200 },
  { what: "the description as YAML", path: "/openapi.yaml", key: null, status: 200 },
  { what: "the documentation", path: "/docs", key: null, status: 200 },
  { what: "the other documentation", path: "/redoc", key: null, status: 302 },
  { what: "limits", path: "/api/v1/limits", status: 200 },
];

test.each(KINDS)("$what has the headers of every answer", async ({ status, ...request }) => {
  // `send` checks them.
  expect((await send(service(), request)).status).toBe(status);
});

test("every answer of an operation has the headers, whatever comes of it", async () => {
  const replies = await Promise.all([
    toImages(service(), plain, { dpi: 72 }),
    toImages(service(), plain, { dpi: 72, start_page: 1, end_page: 2 }),
    toImages(service(), plain, { dpi: 1 }),
    toImages(service(), Buffer.from("no PDF")),
    removePassword(service(), plain, { password: "" }),
    removePassword(service(), fixture("locked-rc4-40.pdf"), { password: "wrong" }),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 422, 400, 200, 400]);
});

test.each([
  { what: "no HTTP at all", bytes: "hello\r\n\r\n", status: 400 },
  { what: "a header without a colon", bytes: "GET /health HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n", status: 400 },
  { what: "a method that does not exist", bytes: "FETCH /health HTTP/1.1\r\nHost: x\r\n\r\n", status: 400 },
  {
    what: "two lengths",
    bytes: "POST /health HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n",
    status: 400,
  },
  { what: "a header of 100 kB", bytes: head("GET", "/health", { "x-long": "x".repeat(100_000) }), status: 431 },
  { what: "a path of 100 kB", bytes: head("GET", `/${"x".repeat(100_000)}`, {}), status: 431 },
])("the HTTP parser's own answer has them too: $what", async ({ bytes, status }) => {
  const connection = await Connection.open(service());
  connection.write(bytes);
  const reply = await connection.readReply("GET");
  expect(reply?.status).toBe(status);
  expect(reply && errorBody(reply).detail).toMatch(/\S/);
  connection.destroy();
});

test("a chunk without a length is the parser's to answer, after the service has accepted the head", async () => {
  const connection = await Connection.open(service());
  const form = { "x-api-key": service().key, "content-type": "multipart/form-data; boundary=x" };
  connection.write(`${head("POST", PDF_TO_IMAGE, { ...form, "transfer-encoding": "chunked" })}zz\r\n`);
  expect((await connection.readReply("POST"))?.status).toBe(400);
  connection.destroy();
});

test("the drafts' headers say the same as the X- ones", async () => {
  await withService({ QUIRE_RATE_LIMIT: "77" }, async (limited) => {
    const { headers } = await toImages(limited, plain, { dpi: 72 });
    expect(headers["x-ratelimit-limit"]).toBe("77");
    expect(headers["ratelimit-policy"]).toBe('"default";q=77;w=86400');
    const draft = /^"default";r=(?<remaining>\d+);t=(?<seconds>\d+)$/.exec(String(headers["ratelimit"]))?.groups;
    expect(draft?.["remaining"]).toBe(headers["x-ratelimit-remaining"]);
    const seconds = Number(headers["x-ratelimit-reset"]) - Date.now() / 1000;
    expect(Math.abs(Number(draft?.["seconds"]) - seconds)).toBeLessThan(3);
  });
});

test.each(["abc", "A-Z_0.9", "x".repeat(128)])("X-Request-ID %s is the client's and comes back", async (id) => {
  const headers = { "x-request-id": id };
  const success = await upload(service(), { path: PDF_TO_IMAGE, file: plain, fields: { dpi: 72 }, headers });
  const failure = await upload(service(), { path: PDF_TO_IMAGE, file: plain, fields: { dpi: 1 }, headers });
  expect([success.headers["x-request-id"], failure.headers["x-request-id"]]).toEqual([id, id]);
  expect(errorBody(failure).request_id).toBe(id);
});

test.each(["", "two words", "x".repeat(129), "a/b", "<script>", "ünï"])("X-Request-ID %j is replaced", async (id) => {
  const headers = { "x-request-id": Buffer.from(id).toString("latin1") };
  const one = await send(service(), { path: "/health", headers });
  const two = await send(service(), { path: "/health", headers });
  expect(one.headers["x-request-id"]).not.toBe(id);
  expect(one.headers["x-request-id"]).not.toBe(two.headers["x-request-id"]);
});

test("a preflight is answered without a key, for any origin, and kept for a day", async () => {
  for (const path of [PDF_TO_IMAGE, REMOVE_PASSWORD]) {
    const { status, headers, body } = await send(service(), { method: "OPTIONS", path, headers: PREFLIGHT, key: null });
    expect([status, body.length]).toEqual([204, 0]);
    expect(headers["access-control-allow-origin"]).toBe("*");
    expect(headers["access-control-allow-credentials"]).toBeUndefined();
    expect(headers["access-control-max-age"]).toBe("86400");
    expect(list(headers["access-control-allow-methods"])).toContain("post");
    const names = list(headers["access-control-allow-headers"]);
    expect(
      names.includes("*") || ["x-api-key", "content-type", "idempotency-key"].every((name) => names.includes(name)),
    ).toBe(true);
  }
});

test("browsers may read every answer of an operation, errors included, and all its headers", async () => {
  const headers = { origin: "https://app.example" };
  const replies = await Promise.all([
    upload(service(), { path: PDF_TO_IMAGE, file: plain, fields: { dpi: 72 }, headers }),
    upload(service(), { path: PDF_TO_IMAGE, file: plain, fields: { dpi: 1 }, headers }),
    upload(service(), { path: PDF_TO_IMAGE, file: plain, key: null, headers }),
    send(service(), { path: PDF_TO_IMAGE, headers }),
    send(service(), { path: "/api/v1/nowhere", headers }),
    send(service(), { method: "POST", path: PDF_TO_IMAGE, body: Buffer.alloc(200_001), headers }),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([200, 422, 401, 405, 404, 413]);
  for (const reply of replies) {
    expect(reply.headers["access-control-allow-origin"]).toBe("*");
    expect(reply.headers["access-control-allow-credentials"]).toBeUndefined();
    expect(list(reply.headers["access-control-expose-headers"])).toEqual(expect.arrayContaining(EXPOSED));
  }
});

test("with QUIRE_CORS_ORIGINS only the origins listed may call", async () => {
  await withService({ QUIRE_CORS_ORIGINS: "https://one.example,https://two.example" }, async (strict) => {
    const ask = (origin: string): Promise<Reply> =>
      upload(strict, { path: PDF_TO_IMAGE, file: plain, fields: { dpi: 72 }, headers: { origin } });
    const two = await ask("https://two.example");
    expect(two.headers["access-control-allow-origin"]).toBe("https://two.example");
    expect(list(two.headers.vary)).toContain("origin");
    const other = await ask("https://evil.example");
    expect(other.headers["access-control-allow-origin"]).toBeUndefined();
    const headers = { ...PREFLIGHT, origin: "https://one.example" };
    const preflight = await send(strict, { method: "OPTIONS", path: PDF_TO_IMAGE, headers, key: null });
    expect([preflight.status, preflight.headers["access-control-allow-origin"]]).toEqual([204, "https://one.example"]);
  });
});

test("requests on one connection are answered in their order, each with its own headers", async () => {
  const connection = await Connection.open(service());
  const { contentType, body } = encodeForm([
    { name: "dpi", value: "72" },
    { name: "file", content: plain },
  ]);
  const form = { "x-api-key": service().key, "content-type": contentType, "content-length": body.length };
  connection.write(head("POST", PDF_TO_IMAGE, { ...form, "x-request-id": "first" }));
  connection.write(body);
  connection.write(head("GET", "/api/v1/nowhere", { "x-request-id": "second" }));
  connection.write(head("GET", "/health", { "x-request-id": "third" }));
  const replies = [
    await connection.readReply("POST"),
    await connection.readReply("GET"),
    await connection.readReply("GET"),
  ];
  expect(replies.map((reply) => [reply?.status, reply?.headers["x-request-id"]])).toEqual([
    [200, "first"],
    [404, "second"],
    [200, "third"],
  ]);
  connection.destroy();
});

const list = (header: string | undefined): string[] => (header ?? "").toLowerCase().split(/, */);
