import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";

/**
 * Adds the API description, as JSON and YAML, and the page that shows it. The page loads nothing from elsewhere, and
 * the service makes and loads none of it before it is asked for: the description takes a tenth of a second.
 */
export function registerDocs(app: FastifyInstance, describe: () => object): void {
  const json = lazy(() => compressed("application/json", JSON.stringify(describe())));
  const yaml = lazy(() => yamlOf(describe()));
  const page = lazy(async () => compressed("text/html; charset=utf-8", pageFor(await referenceVersion())));
  const start = lazy(() => compressed(JAVASCRIPT, START_SCRIPT));
  const reference = lazy(async () => compressed(JAVASCRIPT, await referenceScript()));

  app.get("/openapi.json", async (request, reply) => sendAsset(request, reply, await json()));
  app.get("/openapi.yaml", async (request, reply) => sendAsset(request, reply, await yaml()));
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
 */
const REFERENCE_CONFIGURATION = {
  url: "/openapi.json",
  servers: [{ url: "/" }],
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
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

async function yamlOf(document: object): Promise<Asset> {
  const { stringify } = await import("yaml");
  return compressed("application/yaml", stringify(document, { aliasDuplicateObjects: false }));
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

/** A file that does not change while the service runs. */
interface Asset {
  readonly mediaType: string;
  readonly etag: string;
  readonly gzipped: Buffer;
}

async function compressed(mediaType: string, content: string | Buffer): Promise<Asset> {
  const hash = createHash("sha256").update(content).digest("base64url").slice(0, 22);
  // The tag is weak: it is the same for the compressed and the plain form.
  return { mediaType, etag: `W/"${hash}"`, gzipped: await promisify(gzip)(content) };
}

async function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): Promise<FastifyReply> {
  reply.header("etag", asset.etag).header("vary", "accept-encoding");
  if (!reply.hasHeader("cache-control")) {
    reply.header("cache-control", "no-cache");
  }
  if (request.headers["if-none-match"]?.includes(asset.etag) === true) {
    return reply.code(304).send();
  }
  reply.header("content-type", asset.mediaType);
  return acceptsGzip(request)
    ? reply.header("content-encoding", "gzip").send(asset.gzipped)
    : reply.send(await promisify(gunzip)(asset.gzipped));
}

const acceptsGzip = ({ headers }: FastifyRequest): boolean =>
  /(?:^|,)\s*(?:gzip|\*)\s*(?:,|$|;\s*q=(?!0(?:\.0*)?\s*(?:,|$)))/i.test(headers["accept-encoding"] ?? "");

/** Returns a function that makes a value when it is first called, once. */
function lazy<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
