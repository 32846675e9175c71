import { createReadStream, readFileSync, statSync } from "node:fs";
import type { FastifyReply } from "fastify";
import { attachment } from "../../kernel/file-name.ts";
import type { Result } from "../../operations/operation.ts";
import { ClientGone } from "./body.ts";

// Up to this size a result is read at once and sent in one piece; a stream costs more than it saves there.
const AT_ONCE_BYTES = 512 * 1024;
const CHUNK_BYTES = 256 * 1024;

// A client that does not read its answer must not hold the files and the slot of its request for ever.
const STALLED_MS = 60_000;

/** An answer on its way. */
export interface SentResult {
  readonly sizeBytes: number;
  /** Ends when the client has the answer or has gone; the files may be removed then. */
  readonly closed: Promise<void>;
}

/**
 * Begins to send what an operation made.
 * @throws ClientGone
 */
export function sendResult(reply: FastifyReply, result: Result): SentResult {
  if (reply.raw.destroyed) {
    throw new ClientGone("The client went away before the answer was ready.");
  }
  const closed = new Promise<void>((resolve) => reply.raw.once("close", () => resolve()));
  reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy());
  void reply.header("cache-control", "no-store");
  const sizeBytes = result.kind === "file" ? sendFile(reply, result) : sendJson(reply, result.value);
  return { sizeBytes, closed };
}

function sendJson(reply: FastifyReply, value: object): number {
  const body = Buffer.from(JSON.stringify(value));
  void reply.header("content-type", "application/json").send(body);
  return body.length;
}

/** The result is complete on disk, so that its length is known before its first byte is sent. */
function sendFile(reply: FastifyReply, { path, mediaType, filename }: Extract<Result, { kind: "file" }>): number {
  const sizeBytes = statSync(path).size;
  void reply
    .header("content-type", mediaType)
    .header("content-disposition", attachment(filename))
    .header("content-length", String(sizeBytes))
    .send(
      sizeBytes <= AT_ONCE_BYTES
        ? readFileSync(path)
        : createReadStream(path, { start: 0, end: sizeBytes - 1, highWaterMark: CHUNK_BYTES }),
    );
  return sizeBytes;
}
