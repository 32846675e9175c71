import { randomBytes } from "node:crypto";
import { OutboundFailure } from "./outbound-failure.ts";
import type { Target } from "./target.ts";

export interface BudgetOptions {
  /** The limit of bytes carried, in both directions; what is inside a tunnel is included. */
  readonly maxBytes: number;
  /** The limit of plain requests and tunnels, refused ones included; requests inside a tunnel cannot be counted. */
  readonly maxRequests: number;
  /** The time that the budget lasts from its opening, in milliseconds. */
  readonly timeMs: number;
  /** Narrows what the outbound rules let through, and never widens it; absent: all that they let through. */
  readonly allow?: ((target: Target) => boolean) | undefined;
}

/** A request that did not go out, or not with success. */
export interface NotedFailure {
  /** The URL of a plain request, or `https://host:port/` or `http://host:80/` of a tunnel; cut to 16,384 characters. */
  readonly url: string;
  readonly host: string;
  readonly reason: OutboundFailure["reason"];
  /** The message for the caller. */
  readonly message: string;
}

/**
 * The limits of what one piece of work may do through the proxy, with a record of what it did. Closing it ends all of
 * its connections.
 */
export interface Budget {
  readonly username: string;
  readonly password: string;
  /**
   * A URL that the proxy answers itself: a client that sends its credentials there first need not be asked for them
   * later.
   */
  readonly ownUrl: string;
  /** The requests that were refused, once for each URL and reason; at most 100. */
  readonly blocked: readonly NotedFailure[];
  /** The requests that were let through but failed; at most 100. */
  readonly failures: readonly NotedFailure[];
  /** The limit that was used up first; undefined while none is. */
  readonly spent: SpentPart | undefined;
  readonly used: { readonly bytes: number; readonly requests: number };
  close(): void;
}

export type SpentPart = "bytes" | "requests" | "connections" | "time";

/** A connection, as far as its budget is concerned. */
export interface Destroyable {
  destroy(): unknown;
}

const MAX_NOTED = 100;
const MAX_URL_LENGTH = 16_384;
/** The largest number of connections at the same time; browsers keep to about 30 through one proxy. */
const MAX_CONNECTIONS = 256;

/** The proxy's own host, a name that no DNS has (RFC 2606, 2). */
export const OWN_HOST = "proxy.invalid";

/** Keeps the proxy's side of a Budget. */
export class OutboundBudget implements Budget {
  readonly username = randomBytes(12).toString("hex");
  readonly password = randomBytes(24).toString("hex");
  readonly ownUrl = `http://${OWN_HOST}/`;
  readonly blocked: NotedFailure[] = [];
  readonly failures: NotedFailure[] = [];
  readonly used = { bytes: 0, requests: 0 };
  readonly #options: BudgetOptions;
  readonly #noted = new Set<string>();
  readonly #held = new Set<Destroyable>();
  readonly #end = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #onClose: (budget: OutboundBudget) => void;
  #spent: SpentPart | undefined;
  #connections = 0;

  constructor(options: BudgetOptions, onClose: (budget: OutboundBudget) => void) {
    this.#options = options;
    this.#onClose = onClose;
    this.#timer = setTimeout(() => this.#spend("time"), options.timeMs);
    this.#timer.unref();
  }

  get spent(): SpentPart | undefined {
    return this.#spent;
  }

  /** Aborted when bytes or time are used up, and when the budget is closed. */
  get signal(): AbortSignal {
    return this.#end.signal;
  }

  /**
   * Counts a request that is about to go to `target`; the result is disposed of when its connection has ended.
   * @throws OutboundFailure `url_blocked` when the budget does not permit it
   */
  admit(target: Target): Disposable {
    this.used.requests += 1;
    if (this.used.requests > this.#options.maxRequests) {
      this.#spent ??= "requests";
    } else if (this.#connections >= MAX_CONNECTIONS) {
      this.#spent ??= "connections";
    } else if (!this.signal.aborted) {
      if (this.#options.allow?.(target) === false) {
        throw OutboundFailure.blocked("not_allowed", target.host);
      }
      return this.#connection();
    }
    throw OutboundFailure.blocked("budget_spent", target.host);
  }

  /** Counts bytes that are carried; returns false when the budget has ended, and everything with it. */
  carry(bytes: number): boolean {
    this.used.bytes += bytes;
    if (this.used.bytes > this.#options.maxBytes) {
      this.#spend("bytes");
    }
    return !this.signal.aborted;
  }

  /**
   * Destroys `connection` when the budget ends, or now when it has ended; returns a function that takes it out again.
   */
  hold(connection: Destroyable): () => void {
    if (this.signal.aborted) {
      connection.destroy();
      return () => {};
    }
    this.#held.add(connection);
    return () => this.#held.delete(connection);
  }

  note(url: string, { code, reason, host, message }: OutboundFailure): void {
    const list = code === "url_blocked" ? this.blocked : this.failures;
    const shown = url.slice(0, MAX_URL_LENGTH);
    const key = `${reason} ${shown}`;
    if (list.length < MAX_NOTED && !this.#noted.has(key)) {
      this.#noted.add(key);
      list.push({ url: shown, host, reason, message });
    }
  }

  close(): void {
    this.#stop();
    this.#onClose(this);
  }

  #connection(): Disposable {
    this.#connections += 1;
    return { [Symbol.dispose]: () => (this.#connections -= 1) };
  }

  #spend(part: SpentPart): void {
    this.#spent ??= part;
    this.#stop();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#end.abort();
    for (const connection of this.#held) {
      connection.destroy();
    }
    this.#held.clear();
  }
}
