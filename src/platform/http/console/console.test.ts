import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fastify } from "fastify";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { registerConsole } from "./console.ts";

const folder = mkdtempSync(join(tmpdir(), "quire-console-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
mkdirSync(join(folder, "built/console"), { recursive: true });
writeFileSync(join(folder, "built/index.html"), "<!doctype html><title>Paper mill</title>");
for (const name of ["index-Ab3_dE-9.js", "index-Ab3_dE-9.css", "frame.html", "frame.js", "favicon.svg"]) {
  writeFileSync(join(folder, "built/console", name), `/* ${name} */`);
}

function served(path: string) {
  const app = fastify();
  onTestFinished(() => app.close());
  const page = registerConsole(app, join(folder, path));
  app.get("/", (request, reply) => page?.send(request, reply));
  return { app, page };
}

test("the page comes under a policy that lets nothing come from elsewhere, and is asked for anew", async () => {
  const { app } = served("built");
  const { body, headers } = await app.inject("/");
  expect(body).toContain("Paper mill");
  expect(headers["cache-control"]).toBe("no-cache");
  const policy = String(headers["content-security-policy"]);
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/https?:|\*|unsafe-inline|'unsafe-eval'/);
  const again = await app.inject({ url: "/", headers: { "if-none-match": String(headers.etag) } });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
});

test("files whose names change with their content are kept for good, others are asked for anew", async () => {
  const { app } = served("built");
  const kept = async (name: string) => (await app.inject(`/console/${name}`)).headers["cache-control"];
  expect(await kept("index-Ab3_dE-9.js")).toBe("public, max-age=31536000, immutable");
  expect(await kept("index-Ab3_dE-9.css")).toBe("public, max-age=31536000, immutable");
  expect(await kept("frame.js")).toBe("no-cache");
  const script = await app.inject("/console/index-Ab3_dE-9.js");
  expect([script.headers["content-type"], script.body]).toEqual([
    "text/javascript; charset=utf-8",
    "/* index-Ab3_dE-9.js */",
  ]);
});

test("the frame for documents has no origin, and runs its own script alone", async () => {
  const { app } = served("built");
  const policy = String((await app.inject("/console/frame.html")).headers["content-security-policy"]);
  expect(policy).toMatch(/^sandbox allow-scripts; default-src 'none'; script-src 'self';/);
});

test("no other file is sent", async () => {
  const { app } = served("built");
  for (const path of ["/console/", "/console/other.js", "/console/..%2Findex.html", "/console/%2e%2e/index.html"]) {
    expect((await app.inject(path)).statusCode, path).toBe(404);
  }
});

test("a console that was not built is none", () => {
  expect(served("absent").page).toBeUndefined();
});
