import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expectEveryPromise, type Reply } from "./reply.ts";
import type { Service } from "./service.ts";

/**
 * A TCP connection to the service, for what an HTTP client would never send: a head without its body, bytes that are
 * not HTTP, a body that stops. Answers are read one after another; each is checked against what is promised for every
 * answer.
 */
export class Connection {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  #ended = false;

  static async open(service: Service): Promise<Connection> {
    const socket = connect(service.port, "127.0.0.1");
    await once(socket, "connect");
    return new Connection(socket);
  }

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (bytes: Buffer) => {
      this.#received = Buffer.concat([this.#received, bytes]);
    });
    // A reset counts as an end here; what was received before it counts.
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.#ended = true;
    });
  }

  /** Whether the service has closed the connection. */
  get ended(): boolean {
    return this.#ended;
  }

  write(bytes: string | Buffer): void {
    this.#socket.write(bytes);
  }

  /** Reads the next answer to a request with `method`; returns undefined when the connection ends without one. */
  async readReply(method: string, { withinMs = 20_000 } = {}): Promise<Reply | undefined> {
    const parsed = await this.#until(() => parseReply(this.#received, method, this.#ended), withinMs);
    if (parsed === undefined) {
      return undefined;
    }
    this.#received = this.#received.subarray(parsed.lengthBytes);
    if (parsed.reply.status >= 200) {
      expectEveryPromise(parsed.reply, method);
    }
    return parsed.reply;
  }

  /** Waits for the end of the connection; returns false when it is still open after `withinMs`. */
  async readEnd({ withinMs }: { withinMs: number }): Promise<boolean> {
    return (await this.#until(() => (this.#ended ? true : undefined), withinMs)) ?? false;
  }

  /** Breaks the connection off. */
  destroy(): void {
    this.#socket.destroy();
  }

  async #until<T>(look: () => T | undefined, withinMs: number): Promise<T | undefined> {
    const deadline = Date.now() + withinMs;
    for (;;) {
      const found = look();
      if (found !== undefined || this.#ended || Date.now() > deadline) {
        return found ?? look();
      }
      await sleep(10);
    }
  }
}

/** Returns a request head with `headers` written as they are. */
export function head(method: string, path: string, headers: Readonly<Record<string, string | number>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines.join("")}\r\n`;
}

function parseReply(
  bytes: Buffer,
  method: string,
  ended: boolean,
): { readonly reply: Reply; readonly lengthBytes: number } | undefined {
  const headEnd = bytes.indexOf("\r\n\r\n");
  if (headEnd < 0) {
    return undefined;
  }
  const [statusLine = "", ...lines] = bytes.subarray(0, headEnd).toString("latin1").split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1]);
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  const start = headEnd + 4;
  const end = bodyEnd({ bytes, start, method, status, headers, ended });
  if (end === undefined) {
    return undefined;
  }
  const raw = bytes.subarray(start, end);
  const body = headers["transfer-encoding"] === "chunked" ? unchunked(raw) : raw;
  return { reply: { status, headers, body }, lengthBytes: end };
}

/** Returns the offset at which an answer's body ends (RFC 9112, 6.3); undefined while it has not all arrived. */
function bodyEnd({
  bytes,
  start,
  method,
  status,
  headers,
  ended,
}: {
  bytes: Buffer;
  start: number;
  method: string;
  status: number;
  headers: Readonly<Record<string, string>>;
  ended: boolean;
}): number | undefined {
  if (method === "HEAD" || status < 200 || status === 204 || status === 304) {
    return start;
  }
  if (headers["transfer-encoding"] === "chunked") {
    const last = bytes.indexOf("0\r\n\r\n", start);
    return last < 0 ? undefined : last + 5;
  }
  if (headers["content-length"] !== undefined) {
    const end = start + Number(headers["content-length"]);
    return bytes.length < end ? undefined : end;
  }
  return ended ? bytes.length : undefined;
}

function unchunked(raw: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = raw.indexOf("\r\n", at);
    const length = Number.parseInt(raw.subarray(at, lineEnd).toString("latin1"), 16);
    if (!(length > 0)) {
      return Buffer.concat(pieces);
    }
    pieces.push(raw.subarray(lineEnd + 2, lineEnd + 2 + length));
    at = lineEnd + 2 + length + 2;
  }
}
