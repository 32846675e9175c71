import { createHash } from "node:crypto";
import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { encodeForm, type Part } from "../api/multipart.ts";

export interface Answered {
  readonly kind: "answered";
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The connection ended before the answer was complete: the client cannot know what the service did. */
export interface Cut {
  readonly kind: "cut";
  readonly reason: string;
  /** Whether the request was sent; if false, the service was gone already, and did nothing. */
  readonly wasSent: boolean;
  /** Whether the service has answered that it did nothing. */
  readonly wasRefused?: boolean;
}

export interface Request {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly key: string;
  readonly idempotencyKey?: string | undefined;
  readonly content?: Content | undefined;
}

/** A body with its media type. */
export interface Content {
  readonly type: string;
  readonly body: Buffer;
}

export const jsonContent = (value: object): Content => ({
  type: "application/json",
  body: Buffer.from(JSON.stringify(value)),
});

export function formContent(parts: readonly Part[]): Content {
  const { contentType, body } = encodeForm(parts);
  return { type: contentType, body };
}

/** Opens a client's connection to a port. */
export type Connect = (port: number) => Connection;

export const connectTo: Connect = (port) => new Connection(port);

/**
 * Opens a connection on which an answer that promises that nothing was done is as if the service had been gone: its client
 * comes back later, with the same request where that is to be answered once.
 */
export const connectPatiently: Connect = (port) => new Connection(port, isRefusal);

const REFUSALS: ReadonlySet<unknown> = new Set(["storage_unavailable", "shutting_down", "idempotency_in_progress"]);

const isRefusal = (answer: Answered): boolean =>
  (answer.status === 503 || answer.status === 409) && REFUSALS.has(jsonOf(answer)["code"]);

/** One client of a service: a connection that is kept open, one request at a time. */
export class Connection implements Disposable {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #port: number;
  readonly #isRefusal: (answer: Answered) => boolean;

  constructor(port: number, isRefused: (answer: Answered) => boolean = () => false) {
    this.#port = port;
    this.#isRefusal = isRefused;
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }

  async send(sent: Request): Promise<Answered | Cut> {
    const answer = await this.#send(sent);
    return answer.kind === "answered" && this.#isRefusal(answer)
      ? { kind: "cut", reason: `it was refused with ${answer.status}`, wasSent: false, wasRefused: true }
      : answer;
  }

  #send({ method, path, key, idempotencyKey, content }: Request): Promise<Answered | Cut> {
    const headers: OutgoingHttpHeaders = {
      "x-api-key": key,
      ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
      ...(content !== undefined && { "content-type": content.type, "content-length": content.body.length }),
    };
    return new Promise((resolve) => {
      const cut = (error: Error & { code?: string }): void =>
        resolve({ kind: "cut", reason: error.message, wasSent: error.code !== "ECONNREFUSED" });
      const outgoing = request({ agent: this.#agent, host: "127.0.0.1", port: this.#port, method, path, headers });
      outgoing.on("error", cut);
      outgoing.on("response", (incoming) => {
        // A body that ends before its Content-Length is an error of the stream.
        buffer(incoming).then(
          (body) => resolve({ kind: "answered", status: incoming.statusCode ?? 0, headers: incoming.headers, body }),
          cut,
        );
      });
      outgoing.end(content?.body);
    });
  }

  /** Returns the JSON object of an answer, which must have this status. */
  async ask(asked: Request, status: number): Promise<Readonly<Record<string, unknown>>> {
    const answer = await this.send(asked);
    if (answer.kind === "cut") {
      throw new Error(`${asked.method} ${asked.path}: ${answer.reason}`);
    }
    if (answer.status !== status) {
      throw new Error(
        `${asked.method} ${asked.path} answered ${answer.status}: ${answer.body.toString("utf8", 0, 500)}`,
      );
    }
    return jsonOf(answer);
  }
}

export const jsonOf = ({ body }: Answered): Readonly<Record<string, unknown>> =>
  JSON.parse(body.toString("utf8")) as Readonly<Record<string, unknown>>;

export const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");
