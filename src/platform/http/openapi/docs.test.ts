import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { fastify } from "fastify";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { IS_FULL } from "../../../../test/running/sampling.ts";
import { registerDocs } from "./docs.ts";
import { Guides } from "./guides.ts";

const description = {
  openapi: "3.1.0",
  info: { title: "Paper mill", version: "2.5.1" },
  paths: {
    "/pulp": {
      post: {
        summary: "Makes pulp of a document",
        description: "Turns logs into pulp.",
        responses: { 200: { description: "Pulp." } },
      },
    },
  },
};

/** A folder of documentation with the guide of one operation. */
const folder = await mkdtemp(join(tmpdir(), "quire-guides-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
await mkdir(join(folder, "guides"));
await mkdir(join(folder, "samples"));
await writeFile(join(folder, "samples/log.pdf"), "%PDF-1.7");
await writeFile(
  join(folder, "guides/pulp.md"),
  `# pulp

For logs.

## Example

\`\`\`sh
curl -H "X-API-Key: $API_KEY" -F file=@docs/samples/log.pdf -F 'note=a "b" $& c' -w '%{http_code}\\n' http://127.0.0.1:8080/pulp
\`\`\`

## What goes wrong

Nothing.
`,
);

const PULP = { name: "pulp", path: "/pulp" };

function newApp({ guides = new Guides([PULP], folder), hasConsole = true, warnings = [] as string[] } = {}) {
  const app = fastify({
    logger: { level: "warn", stream: { write: (line: string) => void warnings.push(line) } },
  });
  registerDocs(app, {
    describe: (sampleUrl) => ({ ...description, "x-sample": `curl ${sampleUrl}/pulp` }),
    baseUrlOf: ({ protocol, host }) => `${protocol}://${host}`,
    guides,
    hasConsole,
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

test("the description of the page has the guides, which call the address that the client used", async () => {
  const shown = await app.inject({ url: "/docs/reference.json", headers: { host: "pdf.example" } });
  const { post, ...others } = shown.json().paths["/pulp"];
  expect(others).toEqual({});
  expect(post).toEqual({
    ...description.paths["/pulp"].post,
    description: `Turns logs into pulp.

For logs.

#### Example

\`\`\`sh
curl -H 'X-API-Key: YOUR_API_KEY' -F file=@log.pdf -F 'note=a "b" $& c' -w '%{http_code}\\n' http://pdf.example/pulp
\`\`\`

It sends [log.pdf](http://pdf.example/docs/samples/log.pdf).

#### What goes wrong

Nothing.`,
  });
  expect(shown.json()["x-sample"]).toBe("curl http://pdf.example/pulp");
  const sample = await app.inject("/docs/samples/log.pdf");
  expect([sample.headers["content-type"], sample.body]).toEqual(["application/pdf", "%PDF-1.7"]);
});

test("the description that clients are generated from has no guides", async () => {
  for (const url of ["/openapi.json", "/openapi.yaml"]) {
    expect((await app.inject(url)).body).not.toMatch(/For logs|What goes wrong/);
  }
});

test("a guide that is missing is told at the start, and the others are shown", async () => {
  const warnings: string[] = [];
  const guides = new Guides([PULP, { name: "paper", path: "/paper" }], folder);
  const lacking = newApp({ guides, warnings });
  onTestFinished(() => lacking.close());
  expect(warnings).toEqual([expect.stringContaining('"operations":["paper"]')]);
  expect((await lacking.inject("/docs/reference.json")).json().paths["/pulp"].post.description).toContain("For logs.");

  const none = newApp({ guides: new Guides([PULP], join(folder, "nowhere")), warnings });
  onTestFinished(() => none.close());
  expect((await none.inject("/docs/reference.json")).json().paths).toEqual(description.paths);
});

test.for([
  "/openapi.json",
  "/openapi.yaml",
  "/docs/reference.json",
  "/docs",
  "/docs/start.js",
  "/docs/style.css",
  "/docs/scalar.js",
])("%s answers HEAD, compresses, and is not sent twice", async (url) => {
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
});

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
  expect((await app.inject("/docs/start.js")).body).toContain("hiddenClients: true");
  expect((await app.inject("/docs/style.css")).body).toMatch(/\.request-body \{\s+order: -1;/);
});

test("the page leads to the console where there is one", async () => {
  const without = newApp({ hasConsole: false });
  onTestFinished(() => without.close());
  expect((await app.inject("/docs")).body).toContain('<a href="/">Console</a>');
  expect((await without.inject("/docs")).body).not.toContain("Console");
});

test("the page has the design tokens of the console", async () => {
  const consoleTokens = await tokensOf("../../../../console/src/design/tokens.css");
  const own = (await tokensOf("docs-page/style.css")).filter((token) => !/^ {2}--(?:scalar|bar)-/.test(token));
  expect(own.length).toBeGreaterThan(20);
  expect(consoleTokens).toEqual(expect.arrayContaining(own));
});

/** Returns the custom properties that a style sheet declares, each with its value. */
async function tokensOf(path: string): Promise<string[]> {
  const lines = (await readFile(join(import.meta.dirname, path), "utf8")).split("\n");
  return lines.filter((line) => line.startsWith("  --"));
}

test("the older address leads to the page", async () => {
  const answer = await app.inject("/redoc");
  expect([answer.statusCode, answer.headers["location"]]).toEqual([302, "/docs"]);
});

const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-headless-shell"].find((path) => existsSync(path));

test.skipIf(CHROMIUM === undefined || !IS_FULL)("a browser shows the description under the page's policy", async () => {
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
    "/docs/reference.json",
    "/docs/scalar.js",
    "/docs/start.js",
    "/docs/style.css",
  ]);
});
