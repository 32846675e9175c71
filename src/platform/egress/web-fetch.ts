import type { Socket } from "node:net";
import type { buildConnector, RequestInit as UndiciInit } from "undici";
import type { Dial } from "./dialler.ts";
import { OutboundFailure } from "./outbound-failure.ts";
import { secure } from "./securing.ts";
import { type Target, targetOf } from "./target.ts";

/** The platform's `fetch`, which libraries take. */
export type WebFetch = typeof globalThis.fetch;

export interface WebFetchDeps {
  readonly dial: Dial;
  readonly trusted?: string | undefined;
  /** An origin that is dialled with its own `dial` in place of the general one. */
  readonly allowed?: { readonly origin: string; readonly dial: Dial } | undefined;
}

/** The time limit of a connection, TLS included, in milliseconds; the dialler has its own, shorter limit. */
const CONNECT_TIMEOUT_MS = 20_000;
/**
 * The time for which an unused connection is kept, in milliseconds. It is short, because the connection leads to an
 * address that was judged when it was opened.
 */
const KEEP_ALIVE_MS = 5_000;
const KEEP_ALIVE_MAX_MS = 30_000;
const CONNECTIONS_PER_ORIGIN = 64;

/**
 * Creates a `fetch` that dials by the service's rules. Redirects are never followed: they are answers. It has no
 * cookies and ignores the environment's proxy; compression is not asked for. The caller bounds how much is read of a
 * body, and the time.
 * @throws OutboundFailure itself, never a TypeError around it: `url_blocked` for what was not asked, `url_fetch_failed`
 * for a head that did not come; the reason of the signal; TypeError for arguments that are not a request. A body that
 * ends early throws what the platform throws
 */
export function createWebFetch(deps: WebFetchDeps): WebFetch {
  // The library is loaded with the first request: a service that makes none starts without it.
  let loaded: Promise<UndiciFetch> | undefined;
  return async (input, init) => {
    const url = urlOf(input);
    const { method, headers, body, signal } = { ...partsOf(input), ...definedOf(init) };
    loaded ??= loadUndici(deps);
    const fetch = await loaded;
    try {
      return await fetch(url.href, {
        method,
        headers: [...new Headers(headers), ...(new Headers(headers).has("accept-encoding") ? [] : [IDENTITY])],
        body,
        signal,
        redirect: "manual",
        duplex: "half",
      });
    } catch (error) {
      throw outboundFailureOf(error, url.hostname);
    }
  };
}

const IDENTITY = ["accept-encoding", "identity"] as const;

type Input = Parameters<WebFetch>[0];
type Init = Pick<RequestInit, "method" | "headers" | "body" | "signal">;
type UndiciFetch = (url: string, init: unknown) => Promise<Response>;

/** Parses the URL of a request; other schemes (`data:`, `blob:`) are refused, since no host answers them. */
function urlOf(input: Input): URL {
  const text = input instanceof Request ? input.url : String(input);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || targetOf(url) === undefined || url.username !== "" || url.password !== "") {
    throw OutboundFailure.blocked("bad_url", url?.hostname ?? "");
  }
  return url;
}

/** Takes apart a Request of the platform, which the library does not accept as its own. */
function partsOf(input: Input): Init {
  if (!(input instanceof Request)) {
    return {};
  }
  const { method, headers, body, signal } = input;
  return { method, headers, body, signal };
}

const definedOf = (init: RequestInit = {}): Init =>
  Object.fromEntries(Object.entries(init).filter(([, value]) => value !== undefined));

async function loadUndici(deps: WebFetchDeps): Promise<UndiciFetch> {
  const { Agent, fetch } = await import("undici");
  const dispatcher = new Agent({
    connect: connectorOf(deps),
    connections: CONNECTIONS_PER_ORIGIN,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MAX_MS,
    pipelining: 1,
    allowH2: false,
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same members, declared twice
  return (url, init) => fetch(url, { ...(init as UndiciInit), dispatcher }) as Promise<unknown> as Promise<Response>;
}

function connectorOf(deps: WebFetchDeps): buildConnector.connector {
  return ({ protocol, host }, callback) => {
    const url = new URL(`${protocol}//${host}`);
    open(url, deps).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    );
  };
}

async function open(url: URL, { dial, allowed, trusted }: WebFetchDeps): Promise<Socket> {
  const target: Target | undefined = targetOf(url);
  if (target === undefined) {
    throw OutboundFailure.blocked("bad_url", url.hostname);
  }
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(OutboundFailure.failed("timeout", target.host)), CONNECT_TIMEOUT_MS);
  try {
    const plain = await (url.origin === allowed?.origin ? allowed.dial : dial)(target, limit.signal);
    if (url.protocol === "http:") {
      return plain;
    }
    limit.signal.addEventListener("abort", () => plain.destroy(), { once: true });
    return await secure(plain, target.host, trusted);
  } catch (error) {
    limit.signal.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the failure behind the platform's `TypeError: fetch failed`; anything else as it is. */
function outboundFailureOf(error: unknown, host: string): unknown {
  if (!(error instanceof TypeError && error.cause instanceof Error)) {
    return error;
  }
  const { cause } = error;
  if (cause instanceof OutboundFailure) {
    return cause;
  }
  if (cause.message === "bad port") {
    // The platform never asks some ports (Fetch standard, "port blocking"), even when they are allowed.
    return OutboundFailure.blocked("port", host);
  }
  const isTimeout = "code" in cause && cause.code === "UND_ERR_HEADERS_TIMEOUT";
  return OutboundFailure.failed(isTimeout ? "timeout" : "protocol", host, { cause });
}
