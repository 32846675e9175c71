import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { OCR_SIMPLE, PDF_TO_IMAGE, removePassword, send, toImages, upload } from "./client.ts";
import { Connection, head } from "./connection.ts";
import { encodeForm } from "./multipart.ts";
import { fixture } from "./programs.ts";
import { expectFailure, expectOk, json, type Reply } from "./reply.ts";
import { startService } from "./running-service.ts";
import { commonService, expectNothingLeftBehind, withService } from "./service.ts";

/* Contract, section 12: health, metrics, documentation pages, and what must not be in the logs. */

const service = commonService();
const plain = fixture("four-colours.pdf");

test.each(["/health", "/health/live"])("%s answers ok and the version, without a key", async (path) => {
  const reply = expectOk(await send(service(), { path, key: null }));
  expect(reply.headers["content-type"]).toMatch(/^application\/json/);
  expect(json(reply)).toMatchObject({ status: "ok", version: expect.stringMatching(/^\d+\.\d+\.\d+/) });
});

test("/health/ready gives names and states of store, disk and engines without a key, and nothing else", async () => {
  const reply = expectOk(await send(service(), { path: "/health/ready", key: null }));
  expect(reply.headers["content-type"]).toMatch(/^application\/json/);
  const body = Object(json(reply));
  expect(Object.keys(body)).toEqual(["status", "store", "disk", "engines"]);
  expect(body).toMatchObject({ status: "ready", store: "ready", disk: "ready" });
  expect(body.engines).toContainEqual({ name: "pdf", state: "ready" });
  expect(body.engines).toContainEqual({ name: "documents", state: "ready" });
  expect(body.engines).toContainEqual({ name: "ocr", state: "ready" });
});

test("/api/v1/system tells an administrator why", async () => {
  expect(json(expectOk(await send(service(), { path: "/api/v1/system" })))).toMatchObject({
    versions: { node: process.versions.node },
    settings: { QUIRE_BOOTSTRAP_API_KEY: "(set)", QUIRE_HOST: "127.0.0.1" },
    engines: expect.arrayContaining([
      {
        name: "ocr",
        state: "ready",
        cause: expect.stringMatching(/^native library; .*\beng\b.*; \d+ of \d+ processes/),
      },
    ]),
    // Other suites use the same service at the same time.
    queues: ["pdf", "documents", "ocr", "browser"].map((name) =>
      expect.objectContaining({ name, waiting: expect.any(Number), limit: 200, restarts: expect.any(Number) }),
    ),
    fonts: { coverage: expect.stringMatching(/\d+ of \d+ scripts can be written/) },
    languages: expect.arrayContaining(["eng"]),
    isolation: { sentence: expect.any(String) },
  });
});

test("without Tesseract all else is ready, and what needs it answers why", async () => {
  await withService({ QUIRE_TESSDATA: "/nowhere" }, async (lacking) => {
    const ready = expectOk(await send(lacking, { path: "/health/ready", key: null }));
    expect(json(ready)).toMatchObject({ engines: expect.arrayContaining([{ name: "ocr", state: "degraded" }]) });
    expect(json(expectOk(await send(lacking, { path: "/api/v1/system" })))).toMatchObject({
      engines: expect.arrayContaining([
        { name: "ocr", state: "degraded", cause: expect.stringContaining("QUIRE_TESSDATA") },
      ]),
    });
    expectOk(await toImages(lacking, plain, { dpi: 72 }));
    expectFailure(
      await upload(lacking, { path: OCR_SIMPLE, file: plain, fields: { pages: "1" } }),
      503,
      "engine_unavailable",
    );
  });
});

test("while it drains, ready is 503, new work is refused, and accepted work is finished", async () => {
  const draining = await startService();
  const { contentType, body } = encodeForm([
    { name: "dpi", value: "72" },
    { name: "file", content: plain },
  ]);
  const connection = await Connection.open(draining);
  const form = { "x-api-key": draining.key, "content-type": contentType, "content-length": body.length };
  connection.write(head("POST", PDF_TO_IMAGE, form));
  connection.write(body.subarray(0, 400));
  await sleep(300);
  const stopped = draining.stop();
  const ready = await firstAnswer(() => send(draining, { path: "/health/ready", key: null }), 503);
  expectFailure(ready, 503, "shutting_down");
  expectFailure(await toImages(draining, plain, { dpi: 72 }), 503, "shutting_down");
  expect((await send(draining, { path: "/health/live", key: null })).status).toBe(200);
  connection.write(body.subarray(400));
  const reply = await connection.readReply("POST");
  expect([reply?.status, reply?.headers["content-type"]]).toEqual([200, "image/png"]);
  connection.destroy();
  await stopped;
});

test("/metrics is OpenMetrics text that counts requests, and names no file, key or password", async () => {
  const samplesBefore = samples(expectOk(await send(service(), { path: "/metrics", key: null })));
  const file = { content: fixture("locked-aes-128.pdf"), filename: "very-private-name.pdf" };
  for (let count = 0; count < 3; count += 1) {
    expectOk(await toImages(service(), file, { password: "open sesame", dpi: 72 }));
  }
  const reply = expectOk(await send(service(), { path: "/metrics", key: null }));
  expect(reply.headers["content-type"]).toMatch(/^application\/openmetrics-text; *version=1\.0\.0/);
  const text = reply.body.toString();
  expect(text.endsWith("# EOF\n")).toBe(true);
  expect(text).not.toMatch(/very-private-name|open sesame/);
  expect(text).not.toContain(service().key);
  const grown = [...samples(reply)].filter(([name, value]) => value - (samplesBefore.get(name) ?? 0) === 3);
  expect(grown.map(([name]) => name).join("\n")).toMatch(/request/);
});

test("/metrics follows the grammar of OpenMetrics", async () => {
  await toImages(service(), plain, { dpi: 72 });
  const lines = expectOk(await send(service(), { path: "/metrics", key: null }))
    .body.toString()
    .trimEnd()
    .split("\n");
  const label = String.raw`[a-zA-Z_]\w*="(?:[^"\\\n]|\\.)*"`;
  const value = String.raw`(?:[-+]?[\d.]+(?:[eE][-+]?\d+)?|[-+]?Inf|NaN)`;
  const sample = new RegExp(String.raw`^[a-zA-Z_:][\w:]*(?:\{(?:${label}(?:,${label})*)?\})? ${value}$`, "i");
  const comment = /^# (HELP|TYPE|UNIT) [a-zA-Z_:][\w:]*( .*)?$/;
  expect(lines.at(-1)).toBe("# EOF");
  for (const line of lines.slice(0, -1)) {
    expect(line).toMatch(line.startsWith("#") ? comment : sample);
  }
  const names = lines.filter((line) => line.startsWith("# TYPE ")).map((line) => line.split(" ")[2]);
  expect(new Set(names).size, "each metric is described once").toBe(names.length);
});

test("with QUIRE_METRICS_TOKEN only its bearer may read /metrics", async () => {
  await withService({ QUIRE_METRICS_TOKEN: "metrics-secret" }, async (guarded) => {
    const ask = (headers: Record<string, string>): Promise<Reply> =>
      send(guarded, { path: "/metrics", key: null, headers });
    expectOk(await ask({ authorization: "Bearer metrics-secret" }));
    for (const authorization of ["", "Bearer wrong", "metrics-secret", "Basic bWV0cmljcy1zZWNyZXQ="]) {
      const reply = await ask(authorization === "" ? {} : { authorization });
      expect([401, 403, 404]).toContain(reply.status);
      expect(reply.body.toString()).not.toMatch(/# TYPE|metrics-secret/);
    }
    expect((await send(guarded, { path: "/metrics" })).status, "an API key is no metrics token").not.toBe(200);
  });
});

test.each(["/docs", "/redoc"])("%s leads to a page that loads nothing from elsewhere", async (path) => {
  const page = await documentation(path);
  expect(page.headers["content-type"]).toMatch(/^text\/html/);
  expect(String(page.headers["content-security-policy"])).toContain("default-src 'self'");
  expect(page.body.toString()).toMatch(/<html/i);
  for (const address of loadedBy(page)) {
    expect(address).not.toMatch(/^(?:[a-z]+:)?\/\//i);
  }
});

test("the documentation page's own assets are served", async () => {
  const addresses = loadedBy(await documentation("/docs")).filter((address) => !address.startsWith("data:"));
  expect(addresses.length).toBeGreaterThan(0);
  for (const address of addresses) {
    const { pathname } = new URL(address, `${service().baseUrl}/docs`);
    expect((await send(service(), { path: pathname, key: null })).status, pathname).toBe(200);
  }
});

test("logs carry no names, content, passwords or whole keys, at any level", async () => {
  await withService({ QUIRE_LOG_LEVEL: "trace" }, async (chatty) => {
    const secret = { content: fixture("locked-aes-256.pdf"), filename: "tax-return-of-jane.pdf" };
    expectOk(
      await removePassword(chatty, secret, { password: "open sesame", re_encrypt_password: "brand-new-secret" }),
    );
    expectFailure(await removePassword(chatty, secret, { password: "guessed-wrongly" }), 400, "wrong_password");
    expectFailure(
      await toImages(chatty, secret, { dpi: "not-even-a-number", password: "open sesame" }),
      422,
      "validation_error",
    );
    expectOk(await toImages(chatty, { ...secret, content: plain }, { start_page: 1, end_page: 2, dpi: 72 }));
    await send(chatty, { method: "POST", path: PDF_TO_IMAGE, key: "an-unknown-but-real-key" });
    await send(chatty, { path: `/health?token=${chatty.key}` });
    await expectNothingLeftBehind(chatty);
    const log = chatty.log();
    expect(log.length).toBeGreaterThan(0);
    const secrets = /tax-return|open sesame|brand-new-secret|guessed-wrongly|an-unknown-but-real-key/;
    expect(chatty.output()).not.toMatch(secrets);
    expect(chatty.output()).not.toContain(chatty.key);
    for (const line of log.trim().split("\n")) {
      expect(() => JSON.parse(line) as unknown, line).not.toThrow();
    }
  });
});

/** Returns the page at `path`, or at the place of this service that `path` redirects to. */
async function documentation(path: string): Promise<Reply> {
  const reply = await send(service(), { path, key: null });
  const { location } = reply.headers;
  return location === undefined ? expectOk(reply) : documentation(new URL(location, service().baseUrl).pathname);
}

/** Returns the addresses of scripts, styles and images in a page's own tags. */
function loadedBy(page: Reply): string[] {
  const withoutInlineScripts = page.body.toString().replaceAll(/(<script\b[^>]*>)[\s\S]*?(<\/script>)/gi, "$1$2");
  const tags = withoutInlineScripts.matchAll(/<(?:script|link|img|iframe)\b[^>]*?\b(?:src|href)="(?<address>[^"]*)"/gi);
  return [...tags].map(({ groups }) => String(groups?.["address"]));
}

/** Repeats `attempt` until its answer has `status`; a service that is about to change state needs a moment. */
async function firstAnswer(attempt: () => Promise<Reply>, status: number): Promise<Reply> {
  const deadline = Date.now() + 5000;
  let reply = await attempt();
  while (reply.status !== status && Date.now() < deadline) {
    await sleep(20);
    reply = await attempt();
  }
  return reply;
}

/** Returns the values of an OpenMetrics text by name and labels. */
function samples(reply: Reply): Map<string, number> {
  const lines = reply.body
    .toString()
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))]),
  );
}
