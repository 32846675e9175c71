import { systemClock } from "../../kernel/timing/clock.ts";

/** The state of a caller's current window. */
export interface WindowState {
  /** The number of requests per window. */
  readonly limit: number;
  readonly remaining: number;
  /** The Unix time at which the window ends, in seconds. */
  readonly resetSeconds: number;
  /** The whole seconds until then, at least 1. */
  readonly secondsToReset: number;
  /** The length of the window, in seconds. */
  readonly windowSeconds: number;
}

const MINUTE_SECONDS = 60;

// A flood of addresses must not fill the memory: beyond this many callers in a window, new ones share one count.
const MAX_CALLERS = 100_000;
const EVERYONE_ELSE = "\0everyone-else";

export interface FixedWindowsOptions {
  /** What the windows count, where several kinds are counted in one place. */
  readonly name?: string;
  /** The length of a window, in seconds; a minute when absent. */
  readonly windowSeconds?: number;
  /** Returns milliseconds of Unix time. */
  readonly now?: () => number;
  readonly maxCallers?: number;
}

/**
 * Counts the requests of each caller in fixed windows, aligned to the clock: only then do Limit, Remaining and Reset mean
 * literally what they say. Counts are in memory and forgotten with their window.
 */
export class FixedWindows {
  readonly name: string;
  readonly #windowSeconds: number;
  readonly #now: () => number;
  readonly #maxCallers: number;
  #resetSeconds = 0;
  #counts = new Map<string, number>();

  constructor({
    name = "requests",
    windowSeconds = MINUTE_SECONDS,
    now = systemClock.now,
    maxCallers = MAX_CALLERS,
  }: FixedWindowsOptions = {}) {
    this.name = name;
    this.#windowSeconds = windowSeconds;
    this.#now = now;
    this.#maxCallers = maxCallers;
  }

  /** Returns the state of `caller`'s window, without counting. */
  peek(caller: string, limit: number): WindowState {
    this.#turn();
    return this.#state(this.#countOf(caller), limit);
  }

  /** Counts one request of `caller`. Returns false, and counts nothing, when none is left. */
  take(caller: string, limit: number): boolean {
    this.#turn();
    const count = this.#countOf(caller);
    if (count >= limit) {
      return false;
    }
    this.#counts.set(this.#slotOf(caller), count + 1);
    return true;
  }

  /** Takes over what others have counted for `caller`; a count never falls within a window. */
  note(caller: string, count: number): void {
    this.#turn();
    this.#counts.set(this.#slotOf(caller), Math.max(count, this.#countOf(caller)));
  }

  #turn(): void {
    const nowSeconds = Math.floor(this.#now() / 1000);
    if (nowSeconds >= this.#resetSeconds || nowSeconds < this.#resetSeconds - this.#windowSeconds) {
      this.#resetSeconds = (Math.floor(nowSeconds / this.#windowSeconds) + 1) * this.#windowSeconds;
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
    return {
      limit,
      remaining: Math.max(0, limit - count),
      resetSeconds: this.#resetSeconds,
      secondsToReset: Math.max(1, Math.ceil(this.#resetSeconds - this.#now() / 1000)),
      windowSeconds: this.#windowSeconds,
    };
  }
}
