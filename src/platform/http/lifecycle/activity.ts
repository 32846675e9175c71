import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { Failure } from "../../../kernel/failure.ts";
import type { Deadline } from "./deadline.ts";
import type { Exchange } from "./exchange.ts";

/** A request that has begun and is not over. */
export interface OpenExchange {
  readonly exchange: Exchange;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Tracks everything that is under way, so that the service can end in order. */
export class Activity {
  readonly #exchanges = new Set<OpenExchange>();
  readonly #deadlines = new Set<Deadline>();
  readonly #goingDown = new AbortController();
  #isLeaving = false;
  #reportIdle = (): void => {};

  /** Whether the service goes down, or is about to: balancers are to send nothing more. */
  get isLeaving(): boolean {
    return this.#isLeaving || this.isShuttingDown;
  }

  get isShuttingDown(): boolean {
    return this.#goingDown.signal.aborted;
  }

  /** Aborted when the service begins to go down: code that only waits for something to happen stops waiting. */
  get goingDown(): AbortSignal {
    return this.#goingDown.signal;
  }

  /** Returns the requests that a connection is busy with, in their order. */
  exchangesOn(socket: Duplex): OpenExchange[] {
    return [...this.#exchanges].filter(({ request }) => request.socket === socket);
  }

  /** Adds a request; `end` follows when its answer has been sent and no work for it goes on. */
  begin(open: OpenExchange): void {
    this.#exchanges.add(open);
  }

  end(open: OpenExchange): void {
    this.#exchanges.delete(open);
    if (this.#exchanges.size === 0) {
      this.#reportIdle();
    }
  }

  /** Lets a shutdown stop the work of `deadline`, until the result is disposed of. */
  track(deadline: Deadline): Deadline {
    this.#deadlines.add(deadline);
    return {
      ...deadline,
      [Symbol.dispose]: () => {
        this.#deadlines.delete(deadline);
        deadline[Symbol.dispose]();
      },
    };
  }

  /** Has the service say that it goes, while it still takes what comes. */
  announceShutdown(): void {
    this.#isLeaving = true;
  }

  beginShutdown(): void {
    this.#goingDown.abort();
  }

  /** Stops all work; its requests are answered that the service went down. */
  stopWork(): void {
    for (const deadline of this.#deadlines) {
      deadline.abort(new Failure("shutting_down", "The service was shut down before the work was done."));
    }
  }

  /** Waits until nothing is under way, or for `maxMs`; returns whether nothing is. */
  async idle(maxMs: number): Promise<boolean> {
    if (this.#exchanges.size > 0) {
      const timer = new AbortController();
      const idle = new Promise<void>((resolve) => {
        this.#reportIdle = resolve;
      });
      await Promise.race([idle, delay(maxMs, undefined, { signal: timer.signal }).catch(() => {})]);
      timer.abort();
    }
    return this.#exchanges.size === 0;
  }
}
