import type { IncomingHttpHeaders } from "node:http";
import type { FailureCode } from "../../kernel/failure.ts";
import type { ApiKey, KeyLookup, Keys } from "../auth/keys.ts";
import { addressGroup } from "../rate-limit/client-address.ts";
import type { FixedWindows, WindowState } from "../rate-limit/fixed-windows.ts";
import type { OperationSlot } from "../rate-limit/operation-slots.ts";
import { traceIdFrom } from "./request-id.ts";
import { type ResponseState, UNMETERED_CREDITS } from "./response-headers.ts";

/** Who may use a route, and what counts its requests. */
export type Access =
  /** An API key; counted as an operation. */
  | "operation"
  /** An API key; counted as a read. */
  | "read"
  /** Anybody; not counted. */
  | "public";

/** What the log tells of a request besides its route and status; no names, no content. */
export interface ExchangeFigures {
  code?: FailureCode;
  uploadedBytes?: number;
  answeredBytes?: number;
  files?: number;
  pages?: number;
  credits?: number;
}

/** The windows of the three kinds of callers. */
export interface Windows {
  readonly operations: FixedWindows;
  readonly reads: FixedWindows;
  readonly anonymous: FixedWindows;
  /** Requests per minute and address without an acceptable key. */
  readonly anonymousLimit: number;
}

/** One request and its answer: what the service knows about it from its first byte to its last. */
export class Exchange {
  readonly requestId: string;
  readonly traceId: string | undefined;
  readonly origin: string | undefined;
  readonly lookup: KeyLookup;
  readonly startedMs: number = performance.now();
  readonly figures: ExchangeFigures = {};
  /** The one window that the answer's headers describe. */
  readonly #window: { readonly windows: FixedWindows; readonly caller: string; readonly limit: number };
  slot: OperationSlot | undefined;
  /** Status of an answer that was written to the socket by hand; see client-error.ts. */
  rawStatus: number | undefined;
  /** Ends when nothing works for this request any more; it may outlast the connection. */
  work: Promise<unknown> = Promise.resolve();

  constructor(request: {
    readonly requestId: string;
    readonly headers: IncomingHttpHeaders;
    readonly address: string;
    readonly access: Access;
    readonly keys: Keys;
    readonly windows: Windows;
  }) {
    const { requestId, headers, address, access, keys, windows } = request;
    const { "x-api-key": presented, origin } = headers;
    this.requestId = requestId;
    this.traceId = traceIdFrom(headers);
    this.origin = origin;
    this.lookup = keys.lookUp(typeof presented === "string" ? presented : undefined);
    this.#window =
      this.lookup.kind === "accepted"
        ? windowOfKey(this.lookup.key, access, windows)
        : { windows: windows.anonymous, caller: addressGroup(address), limit: windows.anonymousLimit };
  }

  get key(): ApiKey | undefined {
    return this.lookup.kind === "accepted" ? this.lookup.key : undefined;
  }

  /** The caller's window as it is now. */
  get window(): WindowState {
    return this.#window.windows.peek(this.#window.caller, this.#window.limit);
  }

  /** Counts this request; false when the window has none left. */
  countRequest(): boolean {
    return this.#window.windows.take(this.#window.caller, this.#window.limit);
  }

  get responseState(): ResponseState {
    return {
      window: this.window,
      creditsRemaining: this.key === undefined ? 0 : UNMETERED_CREDITS,
      requestId: this.requestId,
      origin: this.origin,
    };
  }
}

function windowOfKey({ id, rateLimit, readRateLimit }: ApiKey, access: Access, windows: Windows) {
  return access === "read"
    ? { windows: windows.reads, caller: id, limit: readRateLimit }
    : { windows: windows.operations, caller: id, limit: rateLimit };
}
