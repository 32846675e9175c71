import { createReadStream, readFileSync } from "node:fs";
import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { Failure } from "../../../kernel/failure.ts";
import type { Answer } from "../../execution/execution.ts";
import { ClientGone } from "../body/body.ts";

// Up to this size a result is read synchronously and sent in one piece; a stream costs more than it saves there.
const AT_ONCE_BYTES = 512 * 1024;
const CHUNK_BYTES = 256 * 1024;

// A client that does not read its answer must not hold the files and the slot of its request for ever.
const STALLED_MS = 60_000;

/** An answer on its way. */
export interface SentAnswer {
  readonly sizeBytes: number;
  /** Resolves when the client has the answer (true) or has gone (false); the files may be removed then. */
  readonly closed: Promise<boolean>;
}

/**
 * Begins to send an answer. The answer to a HEAD request has no body.
 * @throws ClientGone when the client has gone; Failure `result_expired` and `storage_unavailable` when a kept file
 *   cannot be read, before anything is sent
 */
export async function sendAnswer(reply: FastifyReply, { status, headers, body }: Answer): Promise<SentAnswer> {
  requireClient(reply);
  const kept = body.kind === "kept" ? await keptContent(body, reply) : undefined;
  const closed = new Promise<boolean>((resolve) => {
    reply.raw.once("close", () => resolve(reply.raw.writableFinished));
  });
  reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy());
  void reply.code(status).headers(headers);
  switch (body.kind) {
    case "file":
      sendFile(reply, body);
      return { sizeBytes: body.sizeBytes, closed };
    case "kept":
      void reply.header("content-length", String(body.sizeBytes)).send(kept);
      return { sizeBytes: body.sizeBytes, closed };
    case "json":
      return { sizeBytes: sendBytes(reply, Buffer.from(JSON.stringify(body.value))), closed };
    case "problem": {
      const members = { ...body.members, request_id: reply.request.id };
      reply.request.exchange.figures.code = body.code;
      return { sizeBytes: sendBytes(reply, Buffer.from(JSON.stringify(members))), closed };
    }
    case "none":
      void reply.send();
      return { sizeBytes: 0, closed };
  }
}

function requireClient(reply: FastifyReply): void {
  if (reply.raw.destroyed) {
    throw new ClientGone("The client closed the connection before the answer was ready.");
  }
}

/** Returns what is sent of a kept file. */
async function keptContent(
  { file, sizeBytes }: Extract<Answer["body"], { kind: "kept" }>,
  reply: FastifyReply,
): Promise<Buffer | Readable> {
  if (reply.request.method === "HEAD") {
    // Without any payload Fastify would say that the length is 0.
    return Readable.from([]);
  }
  const content = sizeBytes <= AT_ONCE_BYTES ? await file.read() : await file.open();
  if (content === undefined) {
    throw new Failure("result_expired", "The result has been deleted.");
  }
  if (reply.raw.destroyed && content instanceof Readable) {
    content.destroy();
  }
  requireClient(reply);
  return content;
}

function sendBytes(reply: FastifyReply, bytes: Buffer): number {
  void reply.send(bytes);
  return bytes.length;
}

/** Sends a file. The result is complete on disk, so that its length is known before its first byte is sent. */
function sendFile(reply: FastifyReply, { path, sizeBytes }: Extract<Answer["body"], { kind: "file" }>): void {
  void reply.header("content-length", String(sizeBytes));
  if (reply.request.method === "HEAD") {
    // Without any payload Fastify would say that the length is 0.
    void reply.send(Readable.from([]));
  } else if (sizeBytes <= AT_ONCE_BYTES) {
    void reply.send(readFileSync(path));
  } else {
    void reply.send(createReadStream(path, { start: 0, end: sizeBytes - 1, highWaterMark: CHUNK_BYTES }));
  }
}
