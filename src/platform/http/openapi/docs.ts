import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { type Asset, compressed, lazy, sendAsset } from "../assets/asset.ts";
import { BASE_ADDRESS, DescribedCopies } from "./described-copies.ts";
import { CONTENT_SECURITY_POLICY, docsPage } from "./docs-page.ts";
import type { Guides } from "./guides.ts";
import type { JsonObject } from "./json.ts";

interface DocsDeps {
  /** Returns the API description with samples that call the service at `sampleUrl`. */
  describe(sampleUrl: string): JsonObject;
  /** Returns the base address that the client of a request uses, without a slash at its end. */
  baseUrlOf(request: FastifyRequest): string;
  readonly guides: Guides;
  /** Whether there is a web console that the page can lead to. */
  readonly hasConsole: boolean;
}

/**
 * Adds the API description, as JSON and YAML, and the page that shows it with the guides of operations; samples call the
 * address that the client used. The page loads nothing from elsewhere, and the service makes and loads none of it before it
 * is asked for: the description takes a tenth of a second.
 */
export function registerDocs(app: FastifyInstance, deps: DocsDeps): void {
  const { guides, hasConsole } = deps;
  if (guides.missing.length > 0) {
    app.log.warn(
      { operations: guides.missing },
      "The files of docs/guides are missing: /docs has no guide for these operations.",
    );
  }
  const describe = (): JsonObject => deps.describe(BASE_ADDRESS);
  const copies = {
    "/openapi.json": new DescribedCopies("application/json", async () => JSON.stringify(describe())),
    "/openapi.yaml": new DescribedCopies("application/yaml", () => yamlOf(describe())),
    // This one is for the page alone: clients are generated from the other two.
    "/docs/reference.json": new DescribedCopies("application/json", async () =>
      JSON.stringify(await guides.addedTo(describe(), BASE_ADDRESS)),
    ),
  };
  for (const [address, copy] of Object.entries(copies)) {
    app.get(address, async (request, reply) => sendAsset(request, reply, await copy.for(deps.baseUrlOf(request))));
  }

  const page = lazy(async () =>
    compressed("text/html; charset=utf-8", docsPage({ version: await referenceVersion(), hasConsole })),
  );
  app.get("/docs", async (request, reply) => {
    reply.header("content-security-policy", CONTENT_SECURITY_POLICY);
    return sendAsset(request, reply, await page());
  });
  app.get("/redoc", (_request, reply) => reply.redirect("/docs"));
  registerAssets(app, guides);
}

/** Adds what the page loads, and the files that its examples send. */
function registerAssets(app: FastifyInstance, guides: Guides): void {
  const reference = lazy(async () => compressed(JAVASCRIPT, await referenceScript()));
  app.get("/docs/scalar.js", async (request, reply) => {
    // The page asks for the script with its version.
    reply.header("cache-control", "public, max-age=31536000, immutable");
    return sendAsset(request, reply, await reference());
  });
  const assets: Record<string, () => Promise<Asset>> = {
    "/docs/start.js": async () => compressed(JAVASCRIPT, await readFile(join(PAGE, "start.js"))),
    "/docs/style.css": async () => compressed("text/css; charset=utf-8", await readFile(join(PAGE, "style.css"))),
  };
  for (const name of guides.samples) {
    assets[`/docs/samples/${name}`] = async () => compressed(sampleType(name), await guides.readSample(name));
  }
  for (const [address, make] of Object.entries(assets)) {
    const asset = lazy(make);
    app.get(address, async (request, reply) => sendAsset(request, reply, await asset()));
  }
}

/** Where what the page loads is kept. */
const PAGE = join(import.meta.dirname, "docs-page");

const JAVASCRIPT = "text/javascript; charset=utf-8";

const sampleType = (name: string): string => (name.endsWith(".jpg") ? "image/jpeg" : "application/pdf");

async function yamlOf(document: object): Promise<string> {
  const { stringify } = await import("yaml");
  return stringify(document, { aliasDuplicateObjects: false });
}

async function referenceVersion(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve("@scalar/fastify-api-reference");
  const manifest: unknown = JSON.parse(await readFile(join(entry, "../../package.json"), "utf8"));
  return z.object({ version: z.string() }).parse(manifest).version;
}

async function referenceScript(): Promise<Buffer> {
  // The program is source or compiled code, whichever this module is.
  const program = join(import.meta.dirname, `docs-bundle${extname(import.meta.filename)}`);
  const options = { encoding: "buffer", env: {}, maxBuffer: 32 * 1024 * 1024, timeout: 60_000 } as const;
  const { stdout } = await promisify(execFile)(process.execPath, [program], options);
  return stdout;
}
