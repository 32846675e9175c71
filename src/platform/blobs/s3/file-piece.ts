import { once } from "node:events";
import { type FileHandle, open } from "node:fs/promises";
import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { assert } from "../../../kernel/assert.ts";

/** Where a body begins in a file, and how long it is. */
interface Place {
  readonly path: string;
  readonly startBytes: number;
  readonly sizeBytes: number;
}

/**
 * A piece of a file as the body of a request. It is a Blob, of which the S3 client asks the size; its content is read by
 * `sendPiece` alone, so that however large it is, it takes one buffer of memory.
 */
export class FilePiece extends Blob {
  readonly place: Place;

  constructor(place: Place) {
    super([]);
    this.place = place;
    Object.defineProperty(this, "size", { value: place.sizeBytes });
  }
}

const BUFFER_BYTES = 256 * 1024;

/**
 * Sends a request whose body is a piece of a file, and returns its answer, read to the end. `fetch` would make a new
 * buffer for each chunk of the body, and keep tens of megabytes of them until the next collection of garbage.
 * @throws the error of the connection, also when nothing moves on it for `idleMs`
 */
export async function sendPiece(
  address: string,
  {
    method,
    headers,
    body,
  }: { readonly method: string; readonly headers: ConstructorParameters<typeof Headers>[0]; readonly body: FilePiece },
  idleMs: number,
): Promise<Response> {
  const send = address.startsWith("https:") ? httpsRequest : httpRequest;
  const request = send(address, { method, headers: Object.fromEntries(new Headers(headers)) });
  request.setTimeout(idleMs, () => request.destroy(new Error(`nothing moved for ${Math.ceil(idleMs / 1000)} s`)));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the event `response` carries
  const answering = once(request, "response") as Promise<[IncomingMessage]>;
  try {
    // A store that refuses need not read the whole body first.
    await Promise.race([answering, write(request, body.place)]);
    const [answer] = await answering;
    const content = Buffer.concat(await answer.toArray());
    return new Response(content, { status: answer.statusCode ?? 500, headers: headersOf(answer) });
  } catch (error) {
    answering.catch(() => undefined);
    request.destroy();
    throw error;
  }
}

async function write(request: ClientRequest, { path, startBytes, sizeBytes }: Place): Promise<void> {
  await using file = await open(path, "r");
  const buffer = Buffer.alloc(Math.min(BUFFER_BYTES, sizeBytes));
  for (let sent = 0; sent < sizeBytes; ) {
    const piece = await read(file, buffer.subarray(0, Math.min(buffer.length, sizeBytes - sent)), startBytes + sent);
    // The buffer is used again once its content is with the kernel.
    await new Promise<void>((resolve, reject) => {
      request.write(piece, (error) => (error ? reject(error) : resolve()));
    });
    sent += piece.length;
  }
  request.end();
}

async function read(file: FileHandle, buffer: Buffer, position: number): Promise<Buffer> {
  const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
  assert(bytesRead > 0, "a file keeps its size while it is put");
  return buffer.subarray(0, bytesRead);
}

const headersOf = ({ headers }: IncomingMessage): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
