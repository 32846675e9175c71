import { describe, expect, test } from "vitest";
import { expectProblem, expectStandardHeaders } from "../testing/expectations.ts";
import { rawRequest } from "../testing/raw.ts";
import { KEY, pdf, post, servicesPerTest, type TestService, uploadOf } from "../testing/service.ts";
import { stopClock } from "../testing/stopped-clock.ts";

/* The order of checks (contract §2): a request fails at the first that applies. */

const start = servicesPerTest();

test("path and method come before the key", async () => {
  const running = await start();
  await expectProblem(await fetch(`${running.url}/api/v1/pdf/nothing`, { method: "POST" }), 404, "not_found");
  for (const method of ["GET", "PUT", "PATCH", "DELETE"]) {
    const answer = await fetch(`${running.url}/api/v1/pdf/test`, { method });
    expect(answer.headers.get("allow")).toBe("POST");
    await expectProblem(answer, 405, "method_not_allowed");
  }
  const head = await fetch(`${running.url}/api/v1/pdf/test`, { method: "HEAD" });
  expect([head.status, head.headers.get("allow"), await head.text()]).toEqual([405, "POST", ""]);
  const limits = await fetch(`${running.url}/api/v1/limits`, { method: "POST" });
  expect(limits.headers.get("allow")).toBe("GET, HEAD");
  await expectProblem(limits, 405, "method_not_allowed");
  const propfind = await rawRequest(running.port, "PROPFIND /api/v1/pdf/test HTTP/1.1\r\nHost: x\r\n\r\n");
  expect([propfind.status, propfind.headers.get("allow")]).toEqual([405, "POST"]);
  expectStandardHeaders(propfind.headers);
});

test("a path with and without a final slash is the same route", async () => {
  const running = await start();
  expect((await post(running, uploadOf(), { path: "/api/v1/pdf/test/" })).status).toBe(200);
  expect((await post(running, uploadOf(), { path: "/api/v1/pdf/test?async=false" })).status).toBe(200);
  expect((await fetch(`${running.url}/health/`)).status).toBe(200);
  await expectProblem(await fetch(`${running.url}/api/v1/pdf/test/`), 405, "method_not_allowed");
});

/** Makes a key that may be used from `networks` only, and returns it. */
async function keyFor(running: TestService, networks: readonly string[], scopes = ["*"]): Promise<string> {
  const answer = await fetch(`${running.url}/api/v1/keys`, {
    method: "POST",
    headers: { "x-api-key": KEY, "content-type": "application/json" },
    body: JSON.stringify({ name: "k", allowed_addresses: networks, scopes }),
  });
  return String(Object(await answer.json()).key);
}

test("a key is used from its addresses only, before its scope and its window", async () => {
  stopClock();
  const running = await start({ QUIRE_RATE_LIMIT: "5" });
  const here = { "x-api-key": await keyFor(running, ["192.0.2.0/24", "127.0.0.1"]) };
  const elsewhere = { "x-api-key": await keyFor(running, ["192.0.2.0/24", "::/0"], ["account"]) };
  expect((await post(running, uploadOf(), { headers: here })).status).toBe(200);
  expect((await fetch(`${running.url}/api/v1/limits`, { headers: here })).status).toBe(200);
  for (const answer of [
    await post(running, Buffer.alloc(3_000_000), { headers: elsewhere }),
    await fetch(`${running.url}/api/v1/limits`, { headers: elsewhere }),
    await fetch(`${running.url}/api/v1/jobs/job_x`, { method: "DELETE", headers: elsewhere }),
  ]) {
    expect(answer.headers.get("x-ratelimit-remaining")).toBe(answer.headers.get("x-ratelimit-limit"));
    const body = await expectProblem(answer, 403, "address_not_allowed");
    expect(body.detail).toContain("may not be used from 127.0.0.1,");
  }
  // Where no key is needed, none is looked at.
  expect((await fetch(`${running.url}/health`, { headers: elsewhere })).status).toBe(200);
});

/** Asks a service behind a proxy with a key for two networks, from the address that the proxy names. */
async function askBehindProxy(forwarded: string): Promise<Response> {
  const running = await start({ QUIRE_TRUSTED_PROXIES: "127.0.0.0/8" });
  const key = await keyFor(running, ["203.0.113.0/24", "2001:db8::/32"]);
  return post(running, uploadOf(), { headers: { "x-api-key": key, "x-forwarded-for": forwarded } });
}

test.each(["203.0.113.7", "::ffff:203.0.113.7", "2001:db8::7"])("a trusted proxy lets %s in", async (forwarded) => {
  expect((await askBehindProxy(forwarded)).status).toBe(200);
});

test.each([
  ["203.0.114.7", "203.0.114.7"],
  ["::ffff:203.0.114.7", "203.0.114.7"],
  ["2001:db9::7", "2001:db9::7"],
  ["203.0.113.7, 198.51.100.1", "198.51.100.1"],
  ["unknown", "unknown"],
])("a trusted proxy does not let %s in", async (forwarded, seen) => {
  const { detail } = await expectProblem(await askBehindProxy(forwarded), 403, "address_not_allowed");
  expect(detail).toContain(`from ${seen},`);
});

test("without a trusted proxy, what a client says of its address does not count", async () => {
  const running = await start();
  const key = await keyFor(running, ["203.0.113.0/24"]);
  const headers = { "x-api-key": key, "x-forwarded-for": "203.0.113.7" };
  await expectProblem(await post(running, uploadOf(), { headers }), 403, "address_not_allowed");
});

test("the key comes before everything about the body", async () => {
  const running = await start();
  const large = Buffer.alloc(3_000_000);
  const missing = await post(running, large, { headers: { "x-api-key": "", "idempotency-key": "a b" } });
  expect(missing.headers.get("www-authenticate")).toBe('ApiKey realm="api"');
  await expectProblem(missing, 401, "missing_api_key");
  for (const key of ["wrong", "x".repeat(300), `${KEY}, ${KEY}`, "k\xe9y-12345678"]) {
    await expectProblem(await post(running, large, { headers: { "x-api-key": key } }), 401, "invalid_api_key");
  }
});

test("without an acceptable key the address has its own window", async () => {
  stopClock();
  const running = await start({ QUIRE_RATE_LIMIT_ANONYMOUS: "2" });
  const stranger = () => post(running, uploadOf(), { headers: { "x-api-key": "wrong-key" } });
  await expectProblem(await stranger(), 401, "invalid_api_key");
  await expectProblem(await stranger(), 401, "invalid_api_key");
  const refused = await stranger();
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  expect(refused.headers.get("x-ratelimit-remaining")).toBe("0");
  await expectProblem(refused, 429, "rate_limited");
  // Answers with 404, health checks and requests with a good key are as before.
  await expectProblem(await fetch(`${running.url}/nothing`), 404, "not_found");
  expect((await fetch(`${running.url}/health`)).status).toBe(200);
  expect((await post(running)).status).toBe(200);
});

test("an address that used up its window on wrong keys is slowed, but for keys that were accepted before", async () => {
  stopClock();
  const running = await start({ QUIRE_RATE_LIMIT_ANONYMOUS: "1" });
  const wrong = () => post(running, uploadOf(), { headers: { "x-api-key": "wrong-key" } });
  expect((await post(running)).status).toBe(200);
  await expectProblem(await wrong(), 401, "invalid_api_key");
  const slowed = Array.from({ length: 8 }, async () => {
    const answer = await wrong();
    return { status: answer.status, atMs: performance.now() };
  });
  const quick = await Promise.race([...slowed, new Promise<undefined>(() => {})]);
  expect((await post(running)).status).toBe(200);
  const all = await Promise.all(slowed);
  expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 429));
  // Four wait for their turn; the others are refused at once.
  expect(Math.max(...all.map(({ atMs }) => atMs)) - (quick?.atMs ?? 0)).toBeGreaterThan(500);
});

test.each([
  ["two Host fields", "Host: a.example\r\nHost: b.example"],
  ["the same Host twice", "Host: a.example\r\nHost: a.example"],
  ["a Host with a path", "Host: a.example/path"],
  ["a Host with a user", "Host: user@a.example"],
  ["a Host with blanks", "Host: a.example b.example"],
  ["a Host with markup", 'Host: a"><script>'],
])("%s is a malformed request", async (_, lines) => {
  const running = await start();
  const refused = await rawRequest(
    running.port,
    `GET /api/v1/limits HTTP/1.1\r\n${lines}\r\nConnection: close\r\n\r\n`,
  );
  expect(refused.status).toBe(400);
  expectStandardHeaders(refused.headers);
});

test.each([
  ["chunks in HTTP/1.0", "1.0", "chunked"],
  ["a coding that is not known", "1.1", "gzip, chunked"],
])("%s are a malformed request", async (_, version, coding) => {
  const running = await start();
  const refused = await rawRequest(
    running.port,
    `POST /api/v1/pdf/test HTTP/${version}\r\nHost: a\r\nTransfer-Encoding: ${coding}\r\nConnection: close\r\n\r\n0\r\n\r\n`,
  );
  expect(refused.status).toBe(400);
  expectStandardHeaders(refused.headers);
});

test.each(["a.example", "127.0.0.1:8080", "[::1]:8080", "a_b-c.example:"])("%s is a host", async (host) => {
  const running = await start();
  const answer = await rawRequest(running.port, `GET /health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  expect(answer.status).toBe(200);
});

test("the rate window comes before the size of the body, and what it refuses is not counted", async () => {
  stopClock();
  const running = await start({ QUIRE_RATE_LIMIT: "2" });
  const large = Buffer.alloc(3_000_000);
  const first = await post(running, large);
  expect(first.headers.get("x-ratelimit-remaining")).toBe("1");
  expect(await expectProblem(first, 413, "payload_too_large")).toMatchObject({ limit_bytes: 2_000_000 });
  expect((await post(running)).headers.get("x-ratelimit-remaining")).toBe("0");
  for (let count = 0; count < 3; count++) {
    const refused = await post(running, large);
    expect(refused.headers.get("x-ratelimit-remaining")).toBe("0");
    const wait = Number(refused.headers.get("retry-after"));
    expect(Math.abs(Number(refused.headers.get("x-ratelimit-reset")) - Date.now() / 1000 - wait)).toBeLessThan(2);
    await expectProblem(refused, 429, "rate_limited");
  }
  expect((await fetch(`${running.url}/api/v1/limits`, { headers: { "x-api-key": KEY } })).status).toBe(200);
});

test("the form of an Idempotency-Key is checked, and never repeated", async () => {
  const running = await start();
  for (const key of ["", "a b", "x".repeat(256), "caf\xe9"]) {
    const body = await expectProblem(
      await post(running, uploadOf(), { headers: { "idempotency-key": key } }),
      422,
      "validation_error",
    );
    expect(body.detail).toEqual([
      expect.objectContaining({ type: "string_pattern_mismatch", loc: ["header", "Idempotency-Key"] }),
    ]);
    expect(JSON.stringify(body)).not.toContain("input");
  }
  expect((await post(running, uploadOf(), { headers: { "idempotency-key": "order-17" } })).status).toBe(200);
});

test("the content type comes before the parameters, and another one is an invalid parameter", async () => {
  const running = await start();
  for (const contentType of ["application/json", "text/plain", "nonsense", "multipart/mixed; boundary=x"]) {
    const answer = await post(running, "{}", { headers: { "content-type": contentType } });
    const body = await expectProblem(answer, 422, "validation_error");
    expect(body.detail).toEqual([expect.objectContaining({ type: "value_error", loc: ["header", "Content-Type"] })]);
  }
  const nothing = await fetch(`${running.url}/api/v1/pdf/test`, { method: "POST", headers: { "x-api-key": KEY } });
  await expectProblem(nothing, 422, "validation_error");
  const noBoundary = await post(running, "x", { headers: { "content-type": "multipart/form-data" } });
  await expectProblem(noBoundary, 400, "malformed_multipart");
});

test("parameters come before the content of files", async () => {
  const running = await start();
  const body = await expectProblem(await post(running, uploadOf("no pdf", { size: "99" })), 422, "validation_error");
  expect(body.detail).toEqual([
    {
      type: "less_than_equal",
      loc: ["body", "size"],
      msg: expect.stringMatching(/^Input should be less than or equal to 9; `size` takes .* 9, and "99" was sent\.$/),
      input: "99",
      ctx: { le: 9 },
    },
  ]);
});

test.each([
  ["", {}, 400, "empty_file"],
  ["no document", {}, 400, "unsupported_file_type"],
  ["\xff\xd8\xff a JPEG", {}, 400, "unsupported_file_type"],
  [pdf({ invalid: true }), {}, 400, "invalid_pdf"],
  [pdf({ password: "secret" }), {}, 400, "pdf_encrypted"],
  [pdf({ password: "secret" }), { password: "wrong" }, 400, "wrong_password"],
  [pdf({ pages: 51 }), {}, 400, "too_many_pages"],
])("the file %j with %j is answered %i %s", async (content, texts, status, code) => {
  const running = await start();
  const form = uploadOf(Buffer.from(content, "latin1"), texts);
  const body = await expectProblem(await post(running, form), status, code);
  expect(typeof body.detail).toBe("string");
  expect(JSON.stringify(body)).not.toContain("secret");
});

test("the right password, an image and the most pages are taken", async () => {
  const running = await start();
  for (const [content, password] of [
    [pdf({ password: "secret" }), "secret"],
    ["\x89PNG\r\n\x1a\n", ""],
    [pdf({ pages: 50 }), ""],
  ] as const) {
    expect((await post(running, uploadOf(Buffer.from(content, "latin1"), { password }))).status).toBe(200);
  }
});

test("an owner password is reported, or respected, unless a password is given", async () => {
  const lenient = await start();
  expect((await post(lenient, restricted())).headers.get("x-warnings")).toContain("permissions_ignored");
  const opened = await post(lenient, restricted({ password: "owner" }));
  expect(opened.headers.get("x-warnings")).not.toContain("permissions_ignored");
  await lenient.stop();
  const strict = await start({ QUIRE_ENFORCE_PERMISSIONS: "true" });
  await expectProblem(await post(strict, restricted()), 400, "pdf_encrypted");
  expect((await post(strict, restricted({ password: "owner" }))).status).toBe(200);
});

const restricted = (texts = {}) => uploadOf(pdf({ protection: "owner" }), texts);

describe("concurrency", () => {
  test("is bounded per key and altogether; a refused request counts in no window", async () => {
    stopClock();
    const running = await start({ QUIRE_CONCURRENCY: "2", QUIRE_RATE_LIMIT: "10" });
    const release = holdWork(running);
    const held = [post(running), post(running)];
    await release.begun(2);
    const refused = await post(running);
    expect(refused.headers.get("retry-after")).toBe("7");
    expect(refused.headers.get("x-ratelimit-remaining")).toBe("8");
    await expectProblem(refused, 429, "too_many_concurrent");
    release.all();
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await post(running)).status).toBe(200);
  });

  test("the server refuses when workers and queue are full", async () => {
    const running = await start({ QUIRE_WORKERS: "1", QUIRE_QUEUE_LIMIT: "1", QUIRE_CONCURRENCY: "50" });
    const release = holdWork(running);
    const held = [post(running), post(running)];
    await release.begun(2);
    const refused = await post(running);
    expect(refused.headers.get("retry-after")).toBe("7");
    await expectProblem(refused, 429, "queue_full");
    release.all();
    await Promise.all(held);
  });

  test("under overload the place comes before the body, except for what may be a repetition", async () => {
    stopClock();
    const running = await start({
      QUIRE_WORKERS: "1",
      QUIRE_QUEUE_LIMIT: "1",
      QUIRE_CONCURRENCY: "100",
      QUIRE_ACCOUNT_CONCURRENCY: "0",
    });
    const other = await keyOfAnother(running);
    const wrong = (headers = {}) =>
      post(running, "{}", { headers: { "content-type": "application/json", ...headers } });
    const release = holdWork(running);
    const held = [post(running), post(running)];
    await release.begun(2);
    await expectProblem(await wrong(), 422, "validation_error");
    const crowd = await Promise.all(Array.from({ length: 40 }, () => post(running)));
    expect(new Set(crowd.map(({ status }) => status))).toEqual(new Set([429]));
    const refused = await wrong();
    expect(refused.headers.get("retry-after")).toBe("7");
    expect(refused.headers.get("x-credits-charged")).toBe("0");
    await expectProblem(refused, 429, "queue_full");
    await expectProblem(await wrong({ "idempotency-key": "one" }), 422, "validation_error");
    // Another account's share is one of the two places.
    await expectProblem(await wrong({ "x-api-key": other }), 422, "validation_error");
    const share = post(running, uploadOf(), { headers: { "x-api-key": other } });
    await release.begun(3);
    release.all();
    expect((await Promise.all([...held, share])).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await post(running)).status).toBe(200);
  });

  test("an account that fills the server's places leaves others their share", async () => {
    const running = await start({
      QUIRE_WORKERS: "1",
      QUIRE_QUEUE_LIMIT: "5",
      QUIRE_CONCURRENCY: "50",
      QUIRE_ACCOUNT_CONCURRENCY: "0",
    });
    const other = await keyOfAnother(running);
    const ask = (key: string) => post(running, uploadOf(), { headers: { "x-api-key": key } });
    const release = holdWork(running);
    const held = Array.from({ length: 6 }, () => ask(KEY));
    await release.begun(6);
    await expectProblem(await ask(KEY), 429, "queue_full");
    const share = Array.from({ length: 3 }, () => ask(other));
    await release.begun(9);
    await expectProblem(await ask(other), 429, "queue_full");
    release.all();
    expect((await Promise.all([...held, ...share])).map(({ status }) => status)).toEqual(Array(9).fill(200));
    expect((await ask(KEY)).status).toBe(200);
  });
});

/** Makes an account with credits, and returns its key. */
async function keyOfAnother(running: TestService): Promise<string> {
  const make = async (path: string, value: object) => {
    const headers = { "x-api-key": KEY, "content-type": "application/json" };
    const body = JSON.stringify(value);
    return Object(await (await fetch(running.url + path, { method: "POST", headers, body })).json());
  };
  const { account_id } = await make("/api/v1/accounts", { name: "other", credits: 100 });
  return String((await make("/api/v1/keys", { name: "k", account_id })).key);
}

function holdWork(running: TestService) {
  let begun = 0;
  const gate = Promise.withResolvers<void>();
  running.behave(async () => {
    begun += 1;
    await gate.promise;
    return "done";
  });
  return {
    all: () => gate.resolve(),
    begun: (count: number) => expect.poll(() => begun).toBe(count),
  };
}
