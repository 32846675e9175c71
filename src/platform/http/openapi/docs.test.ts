import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { fastify } from "fastify";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { registerDocs } from "./docs.ts";

const description = {
  openapi: "3.1.0",
  info: { title: "Paper mill", version: "2.5.1" },
  paths: { "/pulp": { post: { summary: "Makes pulp of a document", responses: { 200: { description: "Pulp." } } } } },
};

function newApp() {
  const app = fastify();
  registerDocs(app, {
    describe: (sampleUrl) => ({ ...description, "x-sample": `curl ${sampleUrl}/pulp` }),
    baseUrlOf: ({ protocol, host }) => `${protocol}://${host}`,
  });
  return app;
}

/** Answers all requests that are not sent over a connection: what it compresses, it compresses once. */
const app = newApp();
afterAll(() => app.close());

test("the description is there as JSON and as YAML", async () => {
  const json = await app.inject("/openapi.json");
  expect(json.headers["content-type"]).toBe("application/json");
  const expected = { ...description, "x-sample": "curl http://localhost:80/pulp" };
  expect(json.json()).toEqual(expected);
  const yaml = await app.inject("/openapi.yaml");
  expect(yaml.headers["content-type"]).toBe("application/yaml");
  expect(parse(yaml.body)).toEqual(expected);
});

test("samples call the address that the client used", async () => {
  for (const host of ["pdf.example", "127.0.0.1:9876", "[::1]:8080"]) {
    for (const [url, read] of [
      ["/openapi.json", (text: string) => JSON.parse(text)] as const,
      ["/openapi.yaml", (text: string) => parse(text)] as const,
    ]) {
      const { body } = await app.inject({ url, headers: { host } });
      expect(read(body)["x-sample"]).toBe(`curl http://${host}/pulp`);
    }
  }
});

test.for(["/openapi.json", "/openapi.yaml", "/docs", "/docs/start.js", "/docs/scalar.js"])(
  "%s answers HEAD, compresses, and is not sent twice",
  async (url) => {
    const plain = await app.inject(url);
    expect(plain.statusCode).toBe(200);
    expect(plain.headers["content-encoding"]).toBeUndefined();

    const head = await app.inject({ method: "HEAD", url });
    expect([head.statusCode, head.body]).toEqual([200, ""]);
    expect(head.headers["content-length"]).toBe(plain.headers["content-length"]);

    const zipped = await app.inject({ url, headers: { "accept-encoding": "br, gzip;q=0.5" } });
    expect(zipped.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(zipped.rawPayload).equals(plain.rawPayload)).toBe(true);

    const etag = String(plain.headers["etag"]);
    const again = await app.inject({ url, headers: { "if-none-match": etag } });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
    expect((await app.inject({ url, headers: { "if-none-match": 'W/"other"' } })).statusCode).toBe(200);
  },
);

test.for([
  ["gzip", true],
  ["deflate, gzip", true],
  ["*", true],
  ["gzip;q=0.1", true],
  ["gzip;q=0", false],
  ["gzip; q=0.00, br", false],
  ["br", false],
  ["x-gzipped", false],
] as const)("a client that accepts %s gets gzip: %s", async ([accepted, expected]) => {
  const { headers } = await app.inject({ url: "/openapi.json", headers: { "accept-encoding": accepted } });
  expect(headers["content-encoding"] === "gzip").toBe(expected);
});

test("the page and its scripts come from the service, the big one to be kept", async () => {
  const page = await app.inject("/docs");
  const scripts = [...page.body.matchAll(/<script src="([^"]+)"/g)].map(([, address]) => String(address));
  expect(scripts).toHaveLength(2);
  for (const script of scripts) {
    expect(script).toMatch(/^\/docs\//);
    const answer = await app.inject(script);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toBe("text/javascript; charset=utf-8");
    const isReference = script.startsWith("/docs/scalar.js?v=");
    expect(answer.headers["cache-control"]).toBe(isReference ? "public, max-age=31536000, immutable" : "no-cache");
  }
});

test("the page may load and send nothing elsewhere", async () => {
  const page = await app.inject("/docs");
  const policy = String(page.headers["content-security-policy"]);
  expect(policy).toMatch(/^default-src 'self';/);
  expect(policy).not.toMatch(/https?:|\*|unsafe-eval|connect-src|script-src|font-src/);
});

test("the page shows the samples of the description alone, and bodies before the parameters of the query", async () => {
  const { body } = await app.inject("/docs/start.js");
  const configuration: unknown = JSON.parse(/^Scalar\.createApiReference\("#app", (.*)\);\n$/.exec(body)?.[1] ?? "{}");
  expect(configuration).toMatchObject({
    hiddenClients: true,
    customCss: expect.stringContaining(".request-body { order: -1 }"),
  });
});

test("the older address leads to the page", async () => {
  const answer = await app.inject("/redoc");
  expect([answer.statusCode, answer.headers["location"]]).toEqual([302, "/docs"]);
});

const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-headless-shell"].find((path) => existsSync(path));

test.skipIf(CHROMIUM === undefined)("a browser shows the description under the page's policy", async () => {
  const listening = newApp();
  onTestFinished(() => listening.close());
  const asked: string[] = [];
  listening.addHook("onRequest", (request, _reply, done) => {
    asked.push(request.url);
    done();
  });
  const address = await listening.listen({ port: 0, host: "127.0.0.1" });
  const profile = await mkdtemp(join(tmpdir(), "quire-docs-"));
  onTestFinished(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));

  const { stdout } = await promisify(execFile)(
    String(CHROMIUM),
    [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      `--user-data-dir=${profile}`,
      "--virtual-time-budget=5000",
      "--dump-dom",
      `${address}/docs`,
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  );

  expect(stdout).toContain("Makes pulp of a document");
  expect(stdout).not.toMatch(/(?:src|action)="https?:(?!\/\/127\.0\.0\.1)/);
  expect(asked.map((url) => url.replace(/\?.*/, "")).toSorted()).toEqual([
    "/docs",
    "/docs/scalar.js",
    "/docs/start.js",
    "/openapi.json",
  ]);
});
