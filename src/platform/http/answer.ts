import { type FileHandle, open } from "node:fs/promises";
import type { FastifyReply } from "fastify";
import { attachment } from "../../kernel/file-name.ts";
import type { Result } from "../../operations/operation.ts";
import { ClientGone } from "./body.ts";

// Up to this size a result is read at once and sent in one piece; a stream costs more than it saves there.
const AT_ONCE_BYTES = 256 * 1024;
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
export async function sendResult(reply: FastifyReply, result: Result): Promise<SentResult> {
  if (reply.raw.destroyed) {
    throw new ClientGone("The client went away before the answer was ready.");
  }
  const closed = new Promise<void>((resolve) => reply.raw.once("close", () => resolve()));
  reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy());
  void reply.header("cache-control", "no-store");
  const sizeBytes = result.kind === "file" ? await sendFile(reply, result) : sendJson(reply, result.value);
  return { sizeBytes, closed };
}

function sendJson(reply: FastifyReply, value: object): number {
  const body = Buffer.from(JSON.stringify(value));
  void reply.header("content-type", "application/json").send(body);
  return body.length;
}

/** The result is complete on disk, so that its length is known before its first byte is sent. */
async function sendFile(
  reply: FastifyReply,
  { path, mediaType, filename }: Extract<Result, { kind: "file" }>,
): Promise<number> {
  const file = await open(path);
  let body: Buffer | undefined;
  let sizeBytes: number;
  try {
    sizeBytes = (await file.stat()).size;
    body = sizeBytes <= AT_ONCE_BYTES ? await readWhole(file, sizeBytes) : undefined;
  } catch (error) {
    await file.close();
    throw error;
  }
  void reply
    .header("content-type", mediaType)
    .header("content-disposition", attachment(filename))
    .header("content-length", String(sizeBytes));
  if (body === undefined) {
    // Closes the file when the answer has been sent, or cannot be.
    const stream = file.createReadStream({ start: 0, end: sizeBytes - 1, highWaterMark: CHUNK_BYTES });
    stream.once("error", (error) => reply.log.error({ err: error }, "a result cannot be read"));
    void reply.send(stream);
  } else {
    void reply.send(body);
    await file.close();
  }
  return sizeBytes;
}

async function readWhole(file: FileHandle, sizeBytes: number): Promise<Buffer> {
  const body = Buffer.allocUnsafe(sizeBytes);
  let filled = 0;
  while (filled < sizeBytes) {
    const { bytesRead } = await file.read(body, filled, sizeBytes - filled, filled);
    if (bytesRead === 0) {
      throw new Error("A result became shorter while it was read.");
    }
    filled += bytesRead;
  }
  return body;
}
