import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

/** What is sent as a file: it does not change while the service runs. */
export interface Asset {
  readonly mediaType: string;
  readonly etag: string;
  readonly gzipped: Buffer;
}

export async function compressed(mediaType: string, content: string | Buffer): Promise<Asset> {
  const hash = createHash("sha256").update(content).digest("base64url").slice(0, 22);
  // The tag is weak: it is the same for the compressed and the plain form.
  return { mediaType, etag: `W/"${hash}"`, gzipped: await promisify(gzip)(content) };
}

/** Returns a function that makes a value when it is first called, once. */
export function lazy<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

/** Sends an asset, compressed where the client takes that; 304 where the client has it. It is asked for anew each time unless the reply says otherwise. */
export async function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): Promise<FastifyReply> {
  const varies = reply.getHeader("vary");
  reply
    .header("etag", asset.etag)
    .header("vary", varies === undefined ? "accept-encoding" : `${String(varies)}, accept-encoding`);
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
