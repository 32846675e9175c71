import type { IncomingMessage } from "node:http";
import { byteSize } from "../../../kernel/byte-size.ts";
import { Failure } from "../../../kernel/failure.ts";

/** Reports that the connection closed before the request or its answer was complete; there is no one to answer. */
export class ClientGone extends Error {}

export interface BodyRules {
  readonly limitBytes: number;
  /** The slowest rate at which a body may arrive, averaged over `rateWindowMs`; 0: any rate is accepted. */
  readonly minBytesPerSecond: number;
  readonly rateWindowMs: number;
}

/**
 * Yields the bytes of a request body as they arrive. A chunk is lent: it is gone when the next one is asked for.
 * Leaving the loop early leaves the request open, so that it can still be answered; see drain.ts.
 * @throws Failure `payload_too_large`, `request_timeout`
 * @throws ClientGone when the client has gone
 */
export async function* readBody(request: IncomingMessage, rules: BodyRules): AsyncGenerator<Buffer, void, undefined> {
  let totalBytes = 0;
  await using arrival = new Arrival(request, rules);
  while (true) {
    // This reads all that has arrived, however small the packets were.
    const chunk: Buffer | null = request.read();
    if (chunk === null) {
      if (request.readableEnded) {
        return;
      }
      await arrival.next();
      continue;
    }
    totalBytes += chunk.length;
    if (totalBytes > rules.limitBytes) {
      throw bodyTooLarge(rules.limitBytes);
    }
    arrival.count(chunk.length);
    yield chunk;
    release(chunk);
  }
}

/**
 * Frees the memory of a large chunk now. Otherwise V8 would collect such memory only when there are some 64 MB of it,
 * by which a single upload would make the process grow.
 */
function release({ buffer, byteLength }: Buffer): void {
  const isWhole = buffer.byteLength === byteLength;
  if (isWhole && byteLength >= LARGE_BYTES && buffer instanceof ArrayBuffer) {
    buffer.transfer(0);
  }
}

// Smaller chunks may share memory with others.
const LARGE_BYTES = 16 * 1024;

/** Returns the failure of a body above its limit; `sizeBytes` is its announced size, undefined when it has none. */
export function bodyTooLarge(limitBytes: number, sizeBytes?: number): Failure {
  const size = sizeBytes === undefined || Number.isNaN(sizeBytes) ? "" : ` It has ${byteSize(sizeBytes)}.`;
  const message = `The request body is larger than ${byteSize(limitBytes)}, the limit here.${size}`;
  return new Failure("payload_too_large", message, { facts: { limitBytes } });
}

/** Waits for more of a body, and gives up on a client that sends too slowly. */
class Arrival implements AsyncDisposable {
  readonly #request: IncomingMessage;
  readonly #wake = (): void => this.#resolve();
  readonly #timer: NodeJS.Timeout | undefined;
  #resolve = (): void => {};
  #isWaiting = false;
  #windowBytes = 0;
  #isTooSlow = false;

  constructor(request: IncomingMessage, { minBytesPerSecond, rateWindowMs }: BodyRules) {
    this.#request = request;
    for (const event of ["readable", "end", "close", "error"]) {
      request.on(event, this.#wake);
    }
    if (minBytesPerSecond > 0) {
      const leastBytes = (minBytesPerSecond * rateWindowMs) / 1000;
      this.#timer = setInterval(() => this.#judge(leastBytes), rateWindowMs);
    }
  }

  count(bytes: number): void {
    this.#windowBytes += bytes;
  }

  async next(): Promise<void> {
    this.#isWaiting = true;
    if (!this.#request.destroyed && !this.#isTooSlow) {
      await new Promise<void>((resolve) => {
        this.#resolve = resolve;
      });
    }
    this.#isWaiting = false;
    if (this.#isTooSlow) {
      throw new Failure("request_timeout", "The request body arrived too slowly.");
    }
    if (this.#request.destroyed && !this.#request.readableEnded) {
      throw new ClientGone("The client closed the connection while it sent the request.");
    }
  }

  // Time in which no more was asked for is not the client's.
  #judge(leastBytes: number): void {
    this.#isTooSlow = this.#isWaiting && this.#windowBytes < leastBytes;
    this.#windowBytes = 0;
    if (this.#isTooSlow) {
      this.#wake();
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    for (const event of ["readable", "end", "close", "error"]) {
      this.#request.off(event, this.#wake);
    }
    // An error of the connection after this is handled by the drain, or not at all.
    this.#request.on("error", () => {});
    return Promise.resolve();
  }
}
