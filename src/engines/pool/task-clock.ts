import type { TimeBudget } from "../../kernel/timing/work.ts";

/** The longest delay of setTimeout. */
const MAX_DELAY_MS = 2 ** 31 - 1;
/** The least part of the time by the clock that is charged: the worker of a machine that is far too busy ends as well. */
const LEAST_CHARGED = 0.1;

/** Whoever takes less time is charged all of it, without a look at the worker. */
const SHORT_MS = 1000;

/** What is asked of a worker whose time is charged. */
interface ChargedWorker {
  /** Returns for how many milliseconds so far each of its threads was ready to run, but had no processor. */
  processorWaitsMs(): ReadonlyMap<string, number>;
}

/**
 * Charges a request's engine time while it runs, and calls `onExpired` when none is left. It is stopped while the
 * worker waits for the reader of its results, and the time in which the worker waits for a processor that others have is
 * not charged: neither is the document's fault, and the same document must not fail on a busy machine only.
 */
export class TaskClock {
  readonly #budget: TimeBudget;
  readonly #worker: ChargedWorker;
  readonly #onExpired: () => void;
  #startedMs: number | undefined;
  /** The waits of the worker a second after the start. */
  #waitsMs: ReadonlyMap<string, number> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isExpired = false;

  constructor(budget: TimeBudget, worker: ChargedWorker, onExpired: () => void) {
    this.#budget = budget;
    this.#worker = worker;
    this.#onExpired = onExpired;
  }

  get isExpired(): boolean {
    return this.#isExpired;
  }

  start(): void {
    this.#startedMs ??= performance.now();
    this.#lookIn(Math.min(this.#budget.remainingMs, SHORT_MS));
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#budget.spend(this.#chargedMs());
    this.#startedMs = undefined;
    this.#waitsMs = undefined;
  }

  #lookIn(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), Math.min(Math.ceil(delayMs), MAX_DELAY_MS));
  }

  /** Ends the time when it is used up, and looks again when it can be at the earliest. */
  #look(): void {
    const leftMs = this.#budget.remainingMs - this.#chargedMs();
    if (leftMs <= 0) {
      this.#isExpired = true;
      this.#onExpired();
      return;
    }
    this.#waitsMs ??= this.#worker.processorWaitsMs();
    this.#lookIn(leftMs);
  }

  #chargedMs(): number {
    if (this.#startedMs === undefined) {
      return 0;
    }
    const elapsedMs = performance.now() - this.#startedMs;
    return Math.max(elapsedMs - this.#waitedMs(), LEAST_CHARGED * elapsedMs);
  }

  /** Returns for how long the thread has waited that has waited longest: others wait for it, or wait meanwhile. */
  #waitedMs(): number {
    const before = this.#waitsMs;
    if (before === undefined) {
      return 0;
    }
    let longestMs = 0;
    for (const [thread, waitMs] of this.#worker.processorWaitsMs()) {
      longestMs = Math.max(longestMs, waitMs - (before.get(thread) ?? 0));
    }
    return longestMs;
  }
}
