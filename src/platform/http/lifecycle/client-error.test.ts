import { expect, test } from "vitest";
import { FORM, formBody, head, rawRequest } from "../testing/raw.ts";
import { eventually, pdf, servicesPerTest } from "../testing/service.ts";

/* Requests that the HTTP parser refuses. */

const start = servicesPerTest();

test.each([
  ["no HTTP", "hello\r\n\r\n", 400, "malformed_request"],
  ["no known method", "JUMP / HTTP/1.1\r\nHost: x\r\n\r\n", 400, "malformed_request"],
  ["a bad header", "GET / HTTP/1.1\r\nHost: x\r\nbad header: x\r\n\r\n", 400, "malformed_request"],
  ["a tunnel", "CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n", 400, "malformed_request"],
  ["no Host", "GET /health HTTP/1.1\r\n\r\n", 400, "malformed_request"],
  [
    "two lengths",
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx",
    400,
    "malformed_request",
  ],
  [
    "length and chunks",
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    400,
    "malformed_request",
  ],
  ["large headers", `GET / HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(70_000)}\r\n\r\n`, 431, "headers_too_large"],
])("%s", async (_, bytes, status, code) => {
  const { port } = await start({ QUIRE_RATE_LIMIT_ANONYMOUS: "60" });
  const answer = await rawRequest(port, bytes);
  expect([answer.status, answer.json]).toEqual([status, expect.objectContaining({ code, detail: expect.any(String) })]);
  expect(answer.json).toMatchObject({ request_id: answer.headers.get("x-request-id") });
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(answer.headers.get("x-ratelimit-limit")).toBe("60");
  expect(answer.headers.get("x-ratelimit-remaining")).toBe("60");
  expect(Number(answer.headers.get("x-ratelimit-reset"))).toBeGreaterThan(Date.now() / 1000);
  expect(answer.headers.get("x-credits-remaining")).toBe("0");
  for (const name of [
    "ratelimit",
    "ratelimit-policy",
    "x-api-version",
    "x-server-version",
    "access-control-allow-origin",
    "access-control-expose-headers",
  ]) {
    expect(answer.headers.get(name), name).toBeTruthy();
  }
});

test("a broken chunk in a body is answered with the key's own window", async () => {
  const running = await start({ QUIRE_RATE_LIMIT: "50" });
  const answer = await rawRequest(
    running.port,
    head({ ...FORM, "Transfer-Encoding": "chunked", Expect: "100-continue" }),
    {
      more: ["zz\r\n"],
    },
  );
  expect([answer.status, answer.headers.get("x-ratelimit-limit"), answer.headers.get("x-ratelimit-remaining")]).toEqual(
    [400, "50", "49"],
  );
  await eventually(async () => (await running.tasks()).length === 0);
});

test("a body that the client cuts short is malformed", async () => {
  const running = await start();
  const body = formBody(pdf());
  const answer = await rawRequest(running.port, head({ ...FORM, "Content-Length": body.length }), {
    more: [body.subarray(0, 60)],
    halfClose: true,
  });
  expect([answer.status, answer.json]).toEqual([400, expect.objectContaining({ code: "malformed_multipart" })]);
  await eventually(async () => (await running.tasks()).length === 0);
});

test("head and body that never end are cut by the time for a request", async () => {
  const running = await start({ QUIRE_REQUEST_TIMEOUT_MS: "1000" });
  const [inHead, inBody] = await Promise.all([
    rawRequest(running.port, "GET / HTTP/1.1\r\nHost: x\r\n"),
    rawRequest(running.port, head({ ...FORM, "Content-Length": 1000 }), { more: ["--B\r\n"] }),
  ]);
  for (const answer of [inHead, inBody]) {
    expect([answer.status, answer.json]).toEqual([408, expect.objectContaining({ code: "request_timeout" })]);
    expect(answer.headers.get("x-ratelimit-limit")).toBe("100000");
  }
  await eventually(async () => (await running.tasks()).length === 0);
});
