import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { type ClientRequest, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Dial } from "./dialler.ts";
import { OutboundFailure } from "./outbound-failure.ts";
import { secure } from "./securing.ts";
import { type Target, targetOf } from "./target.ts";

export interface FetchOptions {
  /** Header fields that are sent to the origin of the first URL only. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly maxBytes: number;
  /** The time limit of the whole fetch, redirects and body included, in milliseconds. */
  readonly timeoutMs: number;
  readonly maxRedirects?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Fetched {
  /** The URL that gave the answer, after all redirects. */
  readonly url: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly sizeBytes: number;
}

/**
 * The fetches that the service itself makes: GET, http and https, each redirect judged and dialled again. A status that
 * is not 2xx, a compressed body (none is asked for) and one that is cut short are failures.
 * @throws OutboundFailure `url_blocked`, `url_fetch_failed`; the reason of `signal`; what the disk throws
 */
export interface Fetch {
  bytes(url: string, options: FetchOptions): Promise<Fetched & { readonly body: Buffer }>;
  /** Writes the body to `path`, where nothing may be yet; after a failure nothing is there again. */
  toFile(url: string, path: string, options: FetchOptions): Promise<Fetched>;
}

const MAX_REDIRECTS = 5;

export interface FetchDeps {
  readonly dial: Dial;
  /** Certificates to trust in place of the usual ones, in PEM. */
  readonly trusted?: string | undefined;
}

export function createFetch(parts: FetchDeps): Fetch {
  const fetch = (url: string, options: FetchOptions, consume: Consume): Promise<Fetched> =>
    within(options, hostOf(url), async (signal) => {
      const found = await find(url, { ...options, ...parts, signal });
      const sizeBytes = await receive(found, options.maxBytes, consume);
      return { ...describe(found), sizeBytes };
    });
  return {
    bytes: async (url, options) => {
      const chunks: Buffer[] = [];
      const fetched = await fetch(url, options, async (body) => {
        for await (const chunk of body) {
          chunks.push(chunk);
        }
      });
      return { ...fetched, body: Buffer.concat(chunks) };
    },
    toFile: (url, path, options) => fetch(url, options, (body) => write(body, path)),
  };
}

type Consume = (body: AsyncIterable<Buffer>) => Promise<void>;

async function write(body: AsyncIterable<Buffer>, path: string): Promise<void> {
  const file = createWriteStream(path, { flags: "wx" });
  let isOurs = false;
  file.once("open", () => (isOurs = true));
  try {
    await pipeline(Readable.from(body), file);
  } catch (error) {
    if (isOurs) {
      await rm(path, { force: true });
    }
    throw error;
  }
}

/** Runs `work` with a signal that the time limit aborts too. */
async function within<Result>(
  { timeoutMs, signal }: FetchOptions,
  host: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(OutboundFailure.failed("timeout", host)), timeoutMs);
  const either = signal === undefined ? limit.signal : AbortSignal.any([limit.signal, signal]);
  try {
    either.throwIfAborted();
    return await work(either);
  } catch (error) {
    // Work that was under way fails with its own error when it is cancelled.
    either.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

interface Found {
  readonly url: URL;
  readonly target: Target;
  readonly request: ClientRequest;
  readonly answer: IncomingMessage;
}

const describe = ({ url, answer }: Found): Omit<Fetched, "sizeBytes"> => ({
  url: url.href,
  status: answer.statusCode ?? 0,
  headers: answer.headers,
});

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Follows redirects to the first answer that is not one and returns it; it is a success. */
async function find(
  first: string,
  options: FetchOptions & FetchDeps & { readonly signal: AbortSignal },
): Promise<Found> {
  const { maxRedirects = MAX_REDIRECTS, headers = {} } = options;
  const start = parseUrl(first);
  let { url, target } = start;
  for (let redirects = 0; ; redirects++) {
    // Credentials and cookies are for the origin that the caller named.
    const found = await ask({ url, target }, { ...options, headers: url.origin === start.url.origin ? headers : {} });
    const { statusCode = 0, headers: answered } = found.answer;
    if (!REDIRECTS.has(statusCode) || answered.location === undefined) {
      return checked(found);
    }
    found.request.destroy();
    if (redirects === maxRedirects) {
      throw OutboundFailure.failed("redirects", target.host);
    }
    ({ url, target } = parseUrl(answered.location, url.href));
  }
}

function checked(found: Found): Found {
  const { answer, request, target } = found;
  const { statusCode = 0, headers } = answer;
  const encoding = headers["content-encoding"] ?? "identity";
  if (statusCode >= 200 && statusCode < 300 && /^(identity)?$/i.test(encoding)) {
    return found;
  }
  request.destroy();
  throw statusCode >= 200 && statusCode < 300
    ? OutboundFailure.failed("protocol", target.host)
    : OutboundFailure.failed("status", target.host, {
        message: `${target.host} could not be fetched: it answered with status ${statusCode}.`,
      });
}

/**
 * Parses a URL by the WHATWG rules: schemes in any case, hosts in any spelling. A user name in it is refused: it is a
 * trick, or a secret that would get into a log.
 */
function parseUrl(text: string, base?: string): { readonly url: URL; readonly target: Target } {
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined;
  const target = url && targetOf(url);
  if (url === undefined || target === undefined || url.username !== "" || url.password !== "") {
    throw OutboundFailure.blocked("bad_url", target?.host ?? "");
  }
  return { url, target };
}

const hostOf = (text: string): string => (URL.canParse(text) && targetOf(new URL(text))?.host) || "The URL";

async function ask(
  { url, target }: { readonly url: URL; readonly target: Target },
  { dial, trusted, headers, signal }: FetchDeps & { headers: Readonly<Record<string, string>>; signal: AbortSignal },
): Promise<Found> {
  const plain = await dial(target, signal);
  const cancel = (): void => void plain.destroy();
  signal.addEventListener("abort", cancel, { once: true });
  plain.once("close", () => signal.removeEventListener("abort", cancel));
  const socket = url.protocol === "https:" ? await secure(plain, target.host, trusted) : plain;
  const { promise, resolve, reject } = Promise.withResolvers<Found>();
  const request = begin(socket, url, headers);
  const fail = (cause?: unknown): void => {
    socket.destroy();
    reject(OutboundFailure.failed("protocol", target.host, { cause }));
  };
  request.on("error", fail).once("close", fail);
  request.once("response", (answer) => {
    answer.on("error", () => {});
    resolve({ url, target, request, answer });
  });
  request.end();
  return promise;
}

/** Begins the request; closes `socket` when a header field is one that Node does not send. */
function begin(socket: Socket, url: URL, headers: Readonly<Record<string, string>>): ClientRequest {
  try {
    return httpRequest({
      createConnection: () => socket,
      path: `${url.pathname}${url.search}`,
      headers: { accept: "*/*", ...headers, host: url.host, "accept-encoding": "identity", connection: "close" },
    });
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/**
 * Gives the body to `consume`, as fast as it is taken.
 * @returns its size, in bytes
 */
async function receive({ answer, request, target }: Found, maxBytes: number, consume: Consume): Promise<number> {
  let sizeBytes = 0;
  async function* counted(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        sizeBytes += chunk.length;
        checkSize(sizeBytes);
        yield chunk;
      }
    } catch (cause) {
      throw cause instanceof OutboundFailure ? cause : OutboundFailure.failed("protocol", target.host, { cause });
    }
  }
  const checkSize = (bytes: number): void => {
    if (bytes > maxBytes) {
      throw OutboundFailure.failed("too_large", target.host, {
        message: `${target.host} could not be fetched: its answer is larger than ${maxBytes} bytes.`,
      });
    }
  };
  try {
    checkSize(Number(answer.headers["content-length"] ?? 0));
    await consume(counted());
    return sizeBytes;
  } finally {
    request.destroy();
  }
}
