import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { send } from "../api/client.ts";
import { commonService } from "../api/service.ts";

/*
 * The methods of every path of the interface (contract, section 3): those that the description has are taken, GET
 * answers HEAD, and all others are 405 with `Allow`.
 */

const service = commonService();
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

const description: { readonly paths: Readonly<Record<string, object>> } = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../docs/openapi.json"), "utf8"),
);

const TEMPLATES = Object.entries(description.paths).map(([template, operations]) => ({
  template,
  operations,
  pattern: new RegExp(`^${template.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`),
}));

/** Every path with the methods that it takes, by whatever template, and values for its parameters that name nothing. */
const PATHS = TEMPLATES.map(({ template }) => {
  const path = template.replaceAll(/\{\w+\}/g, "not-there");
  const own = METHODS.filter((method) =>
    TEMPLATES.some(({ pattern, operations }) => pattern.test(path) && method.toLowerCase() in operations),
  );
  const taken: readonly string[] = own.includes("GET") ? [...own, "HEAD"] : own;
  return { template, path, taken };
});

describe.each(PATHS)("$template", ({ path, taken }) => {
  test.each(METHODS.filter((method) => !taken.includes(method)))("%s is 405 with Allow", async (method) => {
    const reply = await send(service(), { method, path });
    const allowed = String(reply.headers.allow).split(/, */);
    expect([reply.status, allowed.filter((own) => own !== "OPTIONS").toSorted()]).toEqual([405, taken.toSorted()]);
  });

  test.each(taken.filter((method) => method === "GET" || method === "HEAD"))("%s is taken", async (method) => {
    const { status } = await send(service(), { method, path, headers: { accept: "application/json" } });
    expect([200, 202, 204, 304, 400, 401, 403, 404, 409, 410, 422]).toContain(status);
  });

  test("OPTIONS tells a browser what it may send", async () => {
    const headers = { origin: "https://pages.example", "access-control-request-method": taken[0] ?? "GET" };
    const reply = await send(service(), { method: "OPTIONS", path, headers });
    expect([reply.status, reply.headers["access-control-allow-origin"]]).toEqual([204, "*"]);
    const allowed = String(reply.headers["access-control-allow-methods"]).split(/, */);
    expect(taken.filter((method) => method !== "HEAD" && !allowed.includes(method))).toEqual([]);
  });
});
