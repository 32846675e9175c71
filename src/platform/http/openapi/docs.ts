import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { compressed, lazy, sendAsset } from "../assets/asset.ts";
import { BASE_ADDRESS, DescribedCopies } from "./described-copies.ts";

interface DocsDeps {
  /** Returns the API description with samples that call the service at `sampleUrl`. */
  describe(sampleUrl: string): object;
  /** Returns the base address that the client of a request uses, without a slash at its end. */
  baseUrlOf(request: FastifyRequest): string;
}

/**
 * Adds the API description, as JSON and YAML, and the page that shows it; samples call the address that the client used.
 * The page loads nothing from elsewhere, and the service makes and loads none of it before it is asked for: the
 * description takes a tenth of a second.
 */
export function registerDocs(app: FastifyInstance, deps: DocsDeps): void {
  const json = new DescribedCopies("application/json", async () => JSON.stringify(deps.describe(BASE_ADDRESS)));
  const yaml = new DescribedCopies("application/yaml", () => yamlOf(deps.describe(BASE_ADDRESS)));
  const page = lazy(async () => compressed("text/html; charset=utf-8", pageFor(await referenceVersion())));
  const start = lazy(() => compressed(JAVASCRIPT, START_SCRIPT));
  const reference = lazy(async () => compressed(JAVASCRIPT, await referenceScript()));

  app.get("/openapi.json", async (request, reply) =>
    sendAsset(request, reply, await json.for(deps.baseUrlOf(request))),
  );
  app.get("/openapi.yaml", async (request, reply) =>
    sendAsset(request, reply, await yaml.for(deps.baseUrlOf(request))),
  );
  app.get("/docs", async (request, reply) => {
    reply.header("content-security-policy", CONTENT_SECURITY_POLICY);
    return sendAsset(request, reply, await page());
  });
  app.get("/docs/start.js", async (request, reply) => sendAsset(request, reply, await start()));
  app.get("/docs/scalar.js", async (request, reply) => {
    // The page asks for the script with its version.
    reply.header("cache-control", "public, max-age=31536000, immutable");
    return sendAsset(request, reply, await reference());
  });
  app.get("/redoc", (_request, reply) => reply.redirect("/docs"));
}

/*
 * The sources that the page needs beyond itself; without each of them something was seen to fail. The reference writes
 * `style` elements and attributes (some without a nonce), draws icons from data URLs, and shows images and PDFs that a
 * tried request answers from blob URLs. Its one use of `eval` only probes whether it may.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "frame-src blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * The configuration of the reference. Fonts, proxy, telemetry and assistants of its vendor stay off. Tried requests go
 * from the browser to where the page came from, which may be another address than the one that the description names.
 * The samples are those of the description: those that the reference writes itself cannot be tested. It shows the
 * parameters of the query, which few requests need, before the body, which all need; the style turns that round.
 */
const REFERENCE_CONFIGURATION = {
  url: "/openapi.json",
  servers: [{ url: "/" }],
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  hiddenClients: true,
  customCss: ".operation-details { display: flex; flex-direction: column } .request-body { order: -1 }",
  showDeveloperTools: "never",
  modelsSectionLabel: "Schemas",
  orderSchemaPropertiesBy: "preserve",
};

const START_SCRIPT = `Scalar.createApiReference("#app", ${JSON.stringify(REFERENCE_CONFIGURATION)});\n`;

const JAVASCRIPT = "text/javascript; charset=utf-8";

const pageFor = (version: string): string => `\
<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Quire API</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <div id="app"></div>
    <noscript>This page needs JavaScript; the API is described in <a href="/openapi.json">openapi.json</a> too.</noscript>
    <script src="/docs/scalar.js?v=${version}"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

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
