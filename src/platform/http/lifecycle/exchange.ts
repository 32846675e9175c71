import type { IncomingHttpHeaders } from "node:http";
import type { FailureCode } from "../../../kernel/failure.ts";
import type { Place } from "../../../kernel/timing/fair-places.ts";
import type { Caller, CallerLookup } from "../../auth/callers.ts";
import { addressGroup } from "../../rate-limit/client-address.ts";
import type { ConcurrencySlot } from "../../rate-limit/concurrency.ts";
import type { FixedWindows, WindowState } from "../../rate-limit/fixed-windows.ts";
import type { CallerWindow } from "../../rate-limit/request-counts.ts";
import { traceIdFrom } from "./request-id.ts";
import type { ResponseState } from "./response-headers.ts";

/** The kinds of routes: who may use them, and what counts their requests. */
export type Access =
  /** An API key; counted as an operation. */
  | "operation"
  /** An API key; counted as a read of the service's own resources, whatever the method. */
  | "read"
  /** No key is needed; not counted. */
  | "public";

/** The figures that the log has of a request in addition to its route and status; no names, no content. */
export interface ExchangeFigures {
  code?: FailureCode;
  uploadedBytes?: number;
  answeredBytes?: number;
  files?: number;
  pages?: number;
  /** The number of credits charged. */
  credits?: number;
  job?: string;
}

/** The windows of the three kinds of callers. */
export interface Windows {
  readonly operations: FixedWindows;
  readonly reads: FixedWindows;
  readonly anonymous: FixedWindows;
  /** The limit of requests per minute and address without an acceptable key. */
  readonly anonymousLimit: number;
}

/** The result of looking up the presented key; `failed`: it could not be looked up. */
export type Identity = CallerLookup | { readonly kind: "failed"; readonly error: unknown };

/** Keeps what the service knows about one request and its answer, from its first byte to its last. */
export class Exchange {
  readonly requestId: string;
  readonly traceId: string | undefined;
  readonly origin: string | undefined;
  readonly identity: Identity;
  readonly startedMs: number = performance.now();
  readonly figures: ExchangeFigures = {};
  /** The value of X-Credits-Remaining: the credits after this request's hold, charge or release. */
  creditsRemaining: number;
  /** The one window that the answer's headers describe. */
  readonly callerWindow: CallerWindow;
  #slot: ConcurrencySlot | undefined;
  #approach: Place | undefined;
  #place: Place | undefined;
  #isOver = false;
  /** The status of an answer that was written to the socket by hand; see client-error.ts. */
  rawStatus: number | undefined;
  /** Settles when no work for this request goes on any more; it may outlast the connection. */
  work: Promise<unknown> = Promise.resolve();

  constructor(request: {
    readonly requestId: string;
    readonly headers: IncomingHttpHeaders;
    readonly address: string;
    readonly access: Access;
    readonly identity: Identity;
    readonly windows: Windows;
    /** Returns the credits that a caller has left, before this request. */
    readonly creditsOf: (caller: Caller) => number;
  }) {
    const { requestId, headers, address, access, identity, windows, creditsOf } = request;
    this.requestId = requestId;
    this.traceId = traceIdFrom(headers);
    this.origin = headers.origin;
    this.identity = identity;
    this.creditsRemaining = identity.kind === "accepted" ? creditsOf(identity.caller) : 0;
    this.callerWindow =
      identity.kind === "accepted"
        ? windowOfKey(identity.caller, access, windows)
        : { windows: windows.anonymous, caller: addressGroup(address), limit: windows.anonymousLimit };
  }

  get caller(): Caller | undefined {
    return this.identity.kind === "accepted" ? this.identity.caller : undefined;
  }

  /** The caller's window as it is now. */
  get window(): WindowState {
    const { windows, caller, limit } = this.callerWindow;
    return windows.peek(caller, limit);
  }

  /** Counts a request without an acceptable key, by its address; returns false when the window has none left. */
  countRefusal(): boolean {
    const { windows, caller, limit } = this.callerWindow;
    return windows.take(caller, limit);
  }

  /** Takes the right to run an operation, which a client that has left meanwhile no longer needs. */
  takeSlot(slot: ConcurrencySlot): void {
    this.#slot = slot;
    if (this.#isOver) {
      slot.release();
    }
  }

  /** Whether the request has a place in the server's queue, or had one. */
  get hasPlace(): boolean {
    return this.#place !== undefined;
  }

  /** Notes the request's way to a place in the server's queue, which ends with the place or with the request. */
  approachPlace(approach: Place): void {
    this.#approach = approach;
    if (this.#isOver) {
      approach.release();
    }
  }

  /** Takes the request's place in the server's queue, which it has until its answer. */
  takePlace(place: Place): void {
    this.#approach?.release();
    this.#place = place;
    if (this.#isOver) {
      place.release();
    }
  }

  /** Gives the place in the server's queue back; may be called more than once. */
  releasePlace(): void {
    this.#approach?.release();
    this.#place?.release();
  }

  /** Gives the right to run an operation back; may be called more than once. */
  releaseSlot(): void {
    this.#slot?.release();
  }

  /** Ends the exchange: gives back all that it holds, and all that it would get from now on. */
  end(): void {
    this.#isOver = true;
    this.releasePlace();
    this.releaseSlot();
  }

  get responseState(): ResponseState {
    return {
      window: this.window,
      creditsRemaining: this.creditsRemaining,
      requestId: this.requestId,
      origin: this.origin,
    };
  }
}

function windowOfKey({ key, account, rateLimit, readRateLimit }: Caller, access: Access, windows: Windows) {
  if (access === "read") {
    return { windows: windows.reads, caller: key.id, limit: readRateLimit };
  }
  // All test keys of an account count as one: more keys are not more free work.
  const caller = key.mode === "test" ? account.id : key.id;
  return { windows: windows.operations, caller, limit: rateLimit };
}
