import { S3mini } from "s3mini";
import { observed, occurred } from "../../../kernel/observation.ts";
import { type Backoff, backoffMs } from "../../../kernel/timing/backoff.ts";
import { sleep, systemClock } from "../../../kernel/timing/clock.ts";
import { withRetries } from "../../../kernel/timing/retry-policy.ts";
import type { S3Settings } from "../../config/s3.ts";
import { FilePiece, sendPiece } from "./file-piece.ts";
import { S3Trouble, troubleOf, unavailable } from "./s3-trouble.ts";
import { StoreClock } from "./store-clock.ts";

/** How long a request may take, and how often it is tried. */
export interface S3Times {
  /** The time for an answer to begin, in milliseconds; a body that is sent from a file has as much for each step. */
  readonly answerMs: number;
  /** The longest time between two pieces of a body, in milliseconds. */
  readonly idleMs: number;
  /** The number of tries. */
  readonly tries: number;
  /** The time after which a request that has failed is not tried again, in milliseconds. */
  readonly givingUpMs: number;
  readonly backoff: Backoff;
}

const S3_TIMES: S3Times = {
  answerMs: 10_000,
  idleMs: 15_000,
  tries: 4,
  givingUpMs: 10_000,
  // Stores ask callers to come apart (503 SlowDown), hence the wide jitter.
  backoff: { delaysMs: [100, 400, 1500], jitter: [0.5, 1.5] },
};

/** An object whose content is arriving. */
export interface ArrivingObject {
  /** The size of the whole object. */
  readonly sizeBytes: number;
  readonly etag: string;
  /** The SHA-256 of the whole object in hexadecimal digits, as it was put; undefined when another program put it. */
  readonly sha256: string | undefined;
  readonly content: AsyncIterator<Uint8Array>;
  /** Ends the request. */
  cancel(): void;
}

/** Makes the requests of one bucket: each within a time, and again when the store or the network has hiccups. */
export class S3Connection {
  readonly client: S3mini;
  readonly times: S3Times;
  readonly prefix: string;
  readonly #cancels = new WeakMap<Response, AbortController>();
  readonly #clock: StoreClock;
  /** Whether the last request that has ended did so after all its tries. */
  #isDown = false;

  constructor(settings: S3Settings, times: S3Times = S3_TIMES) {
    this.times = times;
    this.prefix = settings.prefix;
    this.#clock = new StoreClock(settings);
    this.client = new S3mini({
      endpoint: addressOf(settings),
      region: settings.region,
      accessKeyId: settings.accessKeyId,
      secretAccessKey: settings.secretAccessKey,
      fetch: (input, init) => this.#fetch(input, init),
    });
  }

  /**
   * Makes requests, all of them again when one fails for a passing reason. While the store is down, each is made once:
   * whoever asks for something need not wait to hear of it.
   * @throws Failure `storage_unavailable`, whose cause is an S3Trouble
   */
  async request<Result>(make: (client: S3mini) => Promise<Result>): Promise<Result> {
    const { tries, givingUpMs } = this.times;
    const untilMs = performance.now() + givingUpMs;
    return await withRetries(
      async () => {
        const result = await make(this.client);
        this.#isDown = false;
        return result;
      },
      async (error, failures) => {
        const trouble = troubleOf(error);
        if (!trouble.isTransient) {
          throw unavailable(trouble);
        }
        if (this.#isDown || failures >= tries || performance.now() > untilMs) {
          this.#isDown = true;
          throw unavailable(trouble);
        }
        await this.pause(failures);
      },
    );
  }

  /** Waits before the next try. */
  async pause(failures: number): Promise<void> {
    occurred({ kind: "retry", of: "s3" });
    await sleep(systemClock, backoffMs(this.times.backoff, failures, Math.random()), NEVER);
  }

  /**
   * Begins to get an object from byte `start` on, up to before `endBefore` if that is given; undefined when there is none,
   * or none with this `etag` any more.
   * @throws Failure `storage_unavailable`
   */
  async get(
    key: string,
    { start, endBefore, etag }: { readonly start: number; readonly endBefore?: number; readonly etag?: string },
  ): Promise<ArrivingObject | undefined> {
    return await this.request(async (client) => {
      const conditions = etag === undefined ? {} : { "if-match": etag };
      let response: Response;
      try {
        const isWhole = start === 0 && endBefore === undefined;
        response = await client.getObjectRaw(`${this.prefix}${key}`, isWhole, start, endBefore, conditions);
      } catch (error) {
        const trouble = troubleOf(error);
        if (isMissing(trouble) || trouble.status === 412) {
          return undefined;
        }
        throw trouble;
      }
      return this.#arriving(response);
    });
  }

  #arriving(response: Response): ArrivingObject {
    const { headers, body } = response;
    const controller = this.#cancels.get(response);
    const cancel = (): void => controller?.abort(new Error("it is no longer read"));
    const sizeBytes = Number(/\/(\d+)$/.exec(headers.get("content-range") ?? "")?.[1] ?? headers.get("content-length"));
    if (body === null || !Number.isSafeInteger(sizeBytes) || headers.get("content-length") === null) {
      cancel();
      throw protocolTrouble("an object came without its length");
    }
    return {
      sizeBytes,
      etag: headers.get("etag") ?? "",
      sha256: headers.get(SHA256_HEADER) ?? undefined,
      content: withinTime(body, { idleMs: this.times.idleMs, cancel: (error) => controller?.abort(error) }),
      cancel,
    };
  }

  /** Sends one request, whose answer has to begin in time; the bodies of all but objects have to end in time as well. */
  #fetch(input: Parameters<typeof fetch>[0], init: RequestInit = {}): Promise<Response> {
    return observed("s3 request", { method: init.method ?? "GET" }, async (facts) => {
      const response = await this.#sendByStoresTime(input, init);
      facts["status"] = response.status;
      return response;
    });
  }

  /** Sends a request, and once more when the clock of this machine is not the store's. */
  async #sendByStoresTime(input: Parameters<typeof fetch>[0], init: RequestInit): Promise<Response> {
    const address = input instanceof Request ? input.url : input.toString();
    const { method = "GET", headers } = init;
    const send = (): Promise<Response> =>
      this.#send(address, { ...init, headers: this.#clock.signed(address, { method, headers }) ?? {} });
    const response = await send();
    if (!this.#clock.isWrongFor(response)) {
      return response;
    }
    // The connection is used again when the answer has been read.
    await response.arrayBuffer();
    return await send();
  }

  async #send(address: string, init: RequestInit): Promise<Response> {
    const { answerMs } = this.times;
    const { method = "GET", headers, body } = init;
    if (body instanceof FilePiece) {
      return await sendPiece(address, { method, headers, body }, answerMs);
    }
    const controller = new AbortController();
    const abort = (): void => controller.abort(new Error(`no answer within ${Math.ceil(answerMs / 1000)} s`));
    const timer = setTimeout(abort, answerMs).unref();
    try {
      const response = await fetch(address, { ...init, redirect: "manual", signal: controller.signal });
      if (response.ok && method === "GET" && !address.includes("?")) {
        clearTimeout(timer);
        this.#cancels.set(response, controller);
      }
      return response;
    } catch (error) {
      clearTimeout(timer);
      throw error;
    }
  }
}

/** The header in which the SHA-256 of an object is kept. */
export const SHA256_HEADER = "x-amz-meta-sha256";

const NEVER = new AbortController().signal;

/** Returns whether there is no such object: the answer to a HEAD request has no code, only its status. */
export const isMissing = ({ status, code }: S3Trouble): boolean => status === 404 && code !== "NoSuchBucket";

/** Makes the trouble of an answer that is not what the protocol says. */
export const protocolTrouble = (what: string): S3Trouble =>
  new S3Trouble(`The S3 store gave a wrong answer: ${what}.`, {
    code: "WrongAnswer",
    status: undefined,
    isTransient: true,
  });

function addressOf({ endpoint, bucket, pathStyle }: S3Settings): string {
  if (pathStyle) {
    return `${endpoint}/${bucket}`;
  }
  const url = new URL(endpoint);
  url.host = `${bucket}.${url.host}`;
  return withoutSlash(url.href);
}

const withoutSlash = (text: string): string => (text.endsWith("/") ? text.slice(0, -1) : text);

/** Reads a body piece by piece; a piece that does not come in time ends the request. The reader may take its time. */
async function* withinTime(
  body: ReadableStream<Uint8Array>,
  { idleMs, cancel }: { readonly idleMs: number; readonly cancel: (error: Error) => void },
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body.getReader();
  let isReading = false;
  const timer = setTimeout(() => {
    if (isReading) {
      cancel(new Error(`nothing came for ${Math.ceil(idleMs / 1000)} s`));
    }
  }, idleMs).unref();
  try {
    for (;;) {
      isReading = true;
      timer.refresh();
      const { done, value } = await reader.read();
      isReading = false;
      if (done) {
        return;
      }
      yield value;
    }
  } finally {
    clearTimeout(timer);
  }
}
