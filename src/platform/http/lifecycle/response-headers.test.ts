import { expect, test } from "vitest";
import { expectStandardHeaders } from "../testing/expectations.ts";
import { KEY, post, servicesPerTest, uploadOf } from "../testing/service.ts";
import { stopClock } from "../testing/stopped-clock.ts";

const start = servicesPerTest();

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
  stopClock();
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
    ["8", "7", "1000000", null],
    ["9", "8", "999999", "1"],
    ["7", "6", "0", "0"],
    // A key is ignored where none is needed.
    ["7", "6", "0", null],
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
