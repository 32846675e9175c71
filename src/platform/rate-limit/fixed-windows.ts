import { systemClock } from "../../kernel/clock.ts";

/** What a caller has left of the current window. */
export interface WindowState {
  /** Requests per window. */
  readonly limit: number;
  readonly remaining: number;
  /** Unix time at which the window ends, in seconds. */
  readonly resetSeconds: number;
}

const WINDOW_SECONDS = 60;

// A flood of addresses must not fill the memory: beyond this many callers in a minute, new ones share one count.
const MAX_CALLERS = 100_000;
const EVERYONE_ELSE = "\0everyone-else";

/**
 * Requests per caller in fixed windows of one minute, aligned to the clock: only then do Limit, Remaining and Reset mean
 * literally what they say. Counts are in memory and forgotten with their window.
 */
export class FixedWindows {
  static readonly windowSeconds: number = WINDOW_SECONDS;
  readonly #now: () => number;
  readonly #maxCallers: number;
  #resetSeconds = 0;
  #counts = new Map<string, number>();

  /** `now` gives milliseconds of Unix time. */
  constructor({ now = systemClock.now, maxCallers = MAX_CALLERS }: { now?: () => number; maxCallers?: number } = {}) {
    this.#now = now;
    this.#maxCallers = maxCallers;
  }

  /** The state of `caller`'s window, without counting. */
  peek(caller: string, limit: number): WindowState {
    this.#turn();
    return this.#state(this.#countOf(caller), limit);
  }

  /** Counts one request of `caller`; false when none is left, which then counts nothing. */
  take(caller: string, limit: number): boolean {
    this.#turn();
    const count = this.#countOf(caller);
    if (count >= limit) {
      return false;
    }
    this.#counts.set(this.#slotOf(caller), count + 1);
    return true;
  }

  #turn(): void {
    const nowSeconds = Math.floor(this.#now() / 1000);
    if (nowSeconds >= this.#resetSeconds || nowSeconds < this.#resetSeconds - WINDOW_SECONDS) {
      this.#resetSeconds = (Math.floor(nowSeconds / WINDOW_SECONDS) + 1) * WINDOW_SECONDS;
      this.#counts = new Map();
    }
  }

  #slotOf(caller: string): string {
    return this.#counts.has(caller) || this.#counts.size < this.#maxCallers ? caller : EVERYONE_ELSE;
  }

  #countOf(caller: string): number {
    return this.#counts.get(this.#slotOf(caller)) ?? 0;
  }

  #state(count: number, limit: number): WindowState {
    return { limit, remaining: Math.max(0, limit - count), resetSeconds: this.#resetSeconds };
  }
}

/** Whole seconds until the window ends, at least 1. */
export const secondsToReset = ({ resetSeconds }: WindowState, nowMs: number): number =>
  Math.max(1, Math.ceil(resetSeconds - nowMs / 1000));
