import { afterEach, describe, expect, test } from "vitest";
import { formOf, KEY, pdf, post, rawRequest, startService, type TestService, uploadOf } from "./testing/service.ts";

let service: TestService | undefined;
afterEach(async () => {
  await service?.stop();
  service = undefined;
});
const start = async (...options: Parameters<typeof startService>): Promise<TestService> => {
  service = await startService(...options);
  return service;
};

const EVERY_ANSWER = [
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "x-credits-remaining",
  "ratelimit-policy",
  "ratelimit",
  "x-request-id",
  "x-api-version",
  "x-server-version",
  "access-control-allow-origin",
  "access-control-expose-headers",
];

interface Heads {
  get(name: string): string | null | undefined;
}

function expectStandardHeaders(headers: Heads): void {
  for (const name of EVERY_ANSWER) {
    expect(headers.get(name), name).toBeTruthy();
  }
  for (const name of EVERY_ANSWER.slice(0, 4)) {
    expect(headers.get(name), name).toMatch(/^\d+$/);
  }
  const reset = Number(headers.get("x-ratelimit-reset"));
  expect(reset % 60).toBe(0);
  expect(reset - Date.now() / 1000).toBeGreaterThan(-1);
  expect(reset - Date.now() / 1000).toBeLessThanOrEqual(60);
  expect(headers.get("ratelimit-policy")).toBe(`"default";q=${headers.get("x-ratelimit-limit")};w=60`);
  expect(headers.get("ratelimit")).toMatch(new RegExp(`^"default";r=${headers.get("x-ratelimit-remaining")};t=\\d+$`));
  expect(headers.get("x-api-version")).toBe("2.5.1");
  expect(headers.get("x-server-version")).toBe("9.9.9");
}

async function expectProblem(response: Response, status: number, code: string) {
  const body = (await response.json()) as Record<string, unknown>;
  expect([response.status, body.code]).toEqual([status, code]);
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(body.request_id).toBe(response.headers.get("x-request-id"));
  expect(response.headers.get("connection")).not.toBe("close");
  expectStandardHeaders(response.headers);
  return body;
}

describe("headers of every answer", () => {
  test("are on answers of every kind", async () => {
    const { url } = await start({ QUIRE_RATE_LIMIT: "3" });
    const key = { "x-api-key": KEY };
    const answers = await Promise.all([
      fetch(`${url}/`),
      fetch(`${url}/health`),
      fetch(`${url}/health/live`, { method: "HEAD" }),
      fetch(`${url}/health/ready`),
      fetch(`${url}/openapi.json`),
      fetch(`${url}/docs`),
      fetch(`${url}/redoc`, { redirect: "manual" }),
      fetch(`${url}/metrics`),
      fetch(`${url}/api/v1/limits`, { headers: key }),
      fetch(`${url}/api/v1/limits`),
      fetch(`${url}/nothing`),
      fetch(`${url}/%zz`),
      fetch(`${url}/api/v1/pdf/test`),
      fetch(`${url}/api/v1/pdf/test`, { method: "HEAD" }),
      fetch(`${url}/api/v1/pdf/test`, { method: "OPTIONS" }),
      fetch(`${url}/api/v1/pdf/test`, { method: "POST", headers: key, body: "{}" }),
      fetch(`${url}/api/v1/pdf/test`, { method: "POST", headers: key, body: uploadOf() }),
      fetch(`${url}/api/v1/pdf/test`, { method: "POST", headers: key, body: uploadOf("text") }),
      fetch(`${url}/api/v1/pdf/test`, { method: "POST", headers: key, body: uploadOf() }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([
      200, 200, 200, 200, 200, 200, 302, 200, 200, 401, 404, 400, 405, 405, 204, 422, 200, 400, 429,
    ]);
    for (const answer of answers) {
      expectStandardHeaders(answer.headers);
    }
  });

  test("describe the key's window, the reads' window, or the address's window", async () => {
    const running = await start({
      QUIRE_RATE_LIMIT: "9",
      QUIRE_RATE_LIMIT_READS: "8",
      QUIRE_RATE_LIMIT_ANONYMOUS: "7",
    });
    const read = await fetch(`${running.url}/api/v1/limits`, { headers: { "x-api-key": KEY } });
    const operation = await post(running);
    const stranger = await post(running, uploadOf(), { headers: { "x-api-key": "wrong-key" } });
    const health = await fetch(`${running.url}/health`, { headers: { "x-api-key": KEY } });
    expect(
      [read, operation, stranger, health].map(({ headers }) => [
        headers.get("x-ratelimit-limit"),
        headers.get("x-ratelimit-remaining"),
        headers.get("x-credits-remaining"),
        headers.get("x-credits-charged"),
      ]),
    ).toEqual([
      ["8", "7", "999999999", null],
      ["9", "8", "999999999", "0"],
      ["7", "6", "0", "0"],
      ["9", "8", "999999999", null],
    ]);
  });

  test("X-Request-ID is the client's when it is well-formed, else a new one each time", async () => {
    const { url, logLines } = await start();
    const idOf = async (given: string) =>
      (await fetch(`${url}/health`, { headers: { "x-request-id": given } })).headers.get("x-request-id");
    expect(await idOf("My-id_1.2")).toBe("My-id_1.2");
    expect(await idOf("a".repeat(128))).toBe("a".repeat(128));
    const made = [await idOf("a".repeat(129)), await idOf("no spaces"), await idOf("")];
    expect(new Set(made).size).toBe(3);
    expect(made.every((id) => /^req_[0-9A-HJKMNP-TV-Z]{26}$/.test(String(id)))).toBe(true);
    const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    await fetch(`${url}/health`, { headers: { traceparent } });
    expect(logLines.at(-1)).toMatchObject({ trace_id: "4bf92f3577b34da6a3ce929d0e0e4736" });
  });

  test("CORS names the one origin that called when a list is configured", async () => {
    const { url } = await start({ QUIRE_CORS_ORIGINS: "https://a.example, https://b.example" });
    const answer = await fetch(`${url}/health`, { headers: { origin: "https://b.example" } });
    expect(answer.headers.get("access-control-allow-origin")).toBe("https://b.example");
    expect(answer.headers.get("vary")).toBe("Origin");
    const other = await fetch(`${url}/health`, { headers: { origin: "https://c.example" } });
    expect(other.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("a preflight request is answered without a key", async () => {
    const { url } = await start();
    const answer = await fetch(`${url}/api/v1/pdf/test/`, {
      method: "OPTIONS",
      headers: {
        origin: "https://a.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "x-api-key",
      },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("access-control-allow-methods")).toBe("POST");
    expect(answer.headers.get("access-control-allow-headers")?.toLowerCase()).toContain("x-api-key");
    expect(answer.headers.get("access-control-max-age")).toBe("86400");
    expectStandardHeaders(answer.headers);
  });
});

describe("order of checks", () => {
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

  test("without an acceptable key the address has a window of its own", async () => {
    const running = await start({ QUIRE_RATE_LIMIT_ANONYMOUS: "2" });
    const stranger = () => post(running, uploadOf(), { headers: { "x-api-key": "wrong-key" } });
    await expectProblem(await stranger(), 401, "invalid_api_key");
    await expectProblem(await stranger(), 401, "invalid_api_key");
    const refused = await stranger();
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(refused.headers.get("x-ratelimit-remaining")).toBe("0");
    await expectProblem(refused, 429, "rate_limited");
    // 404, health and a good key are as before.
    await expectProblem(await fetch(`${running.url}/nothing`), 404, "not_found");
    expect((await fetch(`${running.url}/health`)).status).toBe(200);
    expect((await post(running)).status).toBe(200);
  });

  test("the rate window comes before the size of the body, and what it refuses is not counted", async () => {
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
        msg: "Input should be less than or equal to 9",
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

  test("an owner password is told, or respected, unless a password is given", async () => {
    const lenient = await start();
    expect((await post(lenient, restricted())).headers.get("x-warnings")).toContain("permissions_ignored");
    const opened = await post(lenient, restricted({ password: "owner" }));
    expect(opened.headers.get("x-warnings")).not.toContain("permissions_ignored");
    await lenient.stop();
    const strict = await start({ QUIRE_ENFORCE_PERMISSIONS: "true" });
    await expectProblem(await post(strict, restricted()), 400, "pdf_encrypted");
    expect((await post(strict, restricted({ password: "owner" }))).status).toBe(200);
  });
});

describe("concurrency", () => {
  test("is bounded per key and altogether; a refused request counts in no window", async () => {
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
});

const restricted = (texts = {}) => uploadOf(pdf({ protection: "owner" }), texts);

const strangerFrom = (running: TestService, address: string) =>
  post(running, uploadOf(), { headers: { "x-api-key": "wrong-key", "x-forwarded-for": address } });

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

describe("the service's own resources", () => {
  test("limits need a key and say what holds", async () => {
    const { url } = await start();
    await expectProblem(await fetch(`${url}/api/v1/limits`), 401, "missing_api_key");
    const answer = await fetch(`${url}/api/v1/limits`, { headers: { "x-api-key": KEY } });
    expect(await answer.json()).toMatchObject({ upload_bytes: 2_000_000, files: 200, fields: 100, concurrency: 8 });
    const head = await fetch(`${url}/api/v1/limits`, { method: "HEAD", headers: { "x-api-key": KEY } });
    expect([head.status, await head.text(), Number(head.headers.get("content-length")) > 100]).toEqual([200, "", true]);
  });

  test("readiness follows the engines", async () => {
    const running = await start();
    expect(await (await fetch(`${running.url}/health`)).json()).toEqual({ status: "ok", version: "9.9.9" });
    const ready = await fetch(`${running.url}/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { status: "ready", version: "9.9.9", engines: [{ name: "pdfium", state: "ready", detail: "" }] },
    ]);
    running.setEngineStates([{ name: "pdfium", state: "unavailable", detail: "no library" }]);
    const missing = await fetch(`${running.url}/health/ready`);
    expect([missing.status, missing.headers.get("retry-after")]).toEqual([503, "7"]);
  });

  test("forwarded addresses count only from a trusted proxy", async () => {
    const open = await start({ QUIRE_RATE_LIMIT_ANONYMOUS: "5" });
    await strangerFrom(open, "203.0.113.1");
    expect((await strangerFrom(open, "203.0.113.2")).headers.get("x-ratelimit-remaining")).toBe("3");
    await open.stop();
    const behind = await start({ QUIRE_RATE_LIMIT_ANONYMOUS: "5", QUIRE_TRUSTED_PROXIES: "127.0.0.0/8" });
    await strangerFrom(behind, "203.0.113.1");
    expect((await strangerFrom(behind, "203.0.113.2")).headers.get("x-ratelimit-remaining")).toBe("4");
    await strangerFrom(behind, "2001:db8:0:1::1");
    expect((await strangerFrom(behind, "2001:db8:0:1::2")).headers.get("x-ratelimit-remaining")).toBe("3");
  });
});

test("the log has one line per request, without names, content, passwords or keys", async () => {
  const running = await start();
  running.behave(() => Promise.reject(new Error("our own defect")));
  const form = formOf([
    ["file", new Blob([pdf()]), "private-name.pdf"],
    ["text", "my words"],
    ["password", "my-password"],
  ]);
  const body = await expectProblem(await post(running, form), 500, "internal_error");
  expect(JSON.stringify(body)).not.toContain("our own defect");
  const lines = running.logLines.filter(({ request_id }) => request_id === body.request_id);
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    ["error", "internal error"],
    ["info", "request"],
  ]);
  expect(lines[0]).toMatchObject({ err: { stack: expect.stringContaining("our own defect") } });
  expect(lines[1]).toMatchObject({
    route: "/api/v1/pdf/test",
    status: 500,
    code: "internal_error",
    files: 1,
    pages: 1,
  });
  for (const secret of ["private-name", "my words", "my-password", KEY]) {
    expect(JSON.stringify(running.logLines)).not.toContain(secret);
  }
});
