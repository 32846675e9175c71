import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { compressed, lazy, sendAsset } from "../assets/asset.ts";

/** Where the set-up has the console built (console/vite.config.ts). */
const BUILT = join(import.meta.dirname, "../../../../console/dist");

/** The page of the console, for browsers that ask for the root of the service. */
export interface ConsolePage {
  send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

/**
 * Adds the files of the web console below `/console/`. All addresses in them are relative, so that they work under any path
 * of a proxy; most names change with their content, and are kept for good; the others are asked for anew each time.
 * @param folder the folder of the built console
 * @returns the page itself; undefined where the console has not been built
 */
export function registerConsole(app: FastifyInstance, folder: string = BUILT): ConsolePage | undefined {
  const names = namesIn(join(folder, "console"));
  if (names.length === 0) {
    return undefined;
  }
  for (const name of names) {
    const asset = lazy(async () => compressed(mediaTypeOf(name), await readFile(join(folder, "console", name))));
    const isHashed = /-[\w-]{8}\.\w+$/.test(name);
    app.get(`/console/${name}`, open, async (request, reply) => {
      reply.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
      if (name === FRAME) {
        reply.header("content-security-policy", FRAME_POLICY);
      }
      return sendAsset(request, reply, await asset());
    });
  }
  const page = lazy(async () => compressed("text/html; charset=utf-8", await readFile(join(folder, "index.html"))));
  return {
    async send(request, reply) {
      reply.header("content-security-policy", PAGE_POLICY);
      return sendAsset(request, reply, await page());
    },
  };
}

const open = { config: { access: "public" } } as const;

/** The page of the frame in which HTML out of documents is shown. */
const FRAME = "frame.html";

/*
 * Nothing comes from or goes to anywhere else. WebAssembly is for images in PDFs that are previewed, blob addresses are
 * results that the page itself made; a frame shows nothing but the page of the frame.
 */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/* The frame has no origin. Documents bring styles, and images and fonts within themselves; no script but the frame's own runs. */
const FRAME_POLICY = [
  "sandbox allow-scripts",
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src data:",
  "font-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".svg": "image/svg+xml",
  ".ttf": "font/ttf",
  ".wasm": "application/wasm",
};

const mediaTypeOf = (name: string): string => MEDIA_TYPES[extname(name)] ?? "application/octet-stream";

/** What a name may hold, part by part: a route has no other meaning in it, and it leads nowhere else. */
const PART = /^\w[\w.-]*$/;

/** Returns the names of the files of a folder and the folders in it, such as `pdfjs/wasm/jbig2.wasm`; none where there is no folder. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, "/"))
      .filter((name) => name.split("/").every((part) => PART.test(part)));
  } catch {
    return [];
  }
}
