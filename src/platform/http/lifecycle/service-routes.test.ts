import { expect, test } from "vitest";
import { expectProblem } from "../testing/expectations.ts";
import { formOf, KEY, pdf, post, servicesPerTest, type TestService, uploadOf } from "../testing/service.ts";
import { stopClock } from "../testing/stopped-clock.ts";

const start = servicesPerTest();

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
    { status: "ready", store: "ready", disk: "ready", engines: [{ name: "pdfium", state: "ready" }] },
  ]);
  running.setEngineStates([{ name: "pdfium", state: "unavailable", detail: "no library" }]);
  const missing = await fetch(`${running.url}/health/ready`);
  expect([missing.status, missing.headers.get("retry-after")]).toEqual([503, "7"]);
});

test("forwarded addresses count only from a trusted proxy", async () => {
  stopClock();
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

const strangerFrom = (running: TestService, address: string) =>
  post(running, uploadOf(), { headers: { "x-api-key": "wrong-key", "x-forwarded-for": address } });

test("a proxy setting that is not an address stops the start with the name of the setting", async () => {
  await expect(start({ QUIRE_TRUSTED_PROXIES: "10.0.0.0/8, loadbalancer" })).rejects.toThrow(
    "QUIRE_TRUSTED_PROXIES: 'loadbalancer'",
  );
  await expect(start({ QUIRE_TRUSTED_PROXIES: "10.0.0.0/33" })).rejects.toThrow("QUIRE_TRUSTED_PROXIES");
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
