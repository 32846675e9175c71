import type { TimeBudget } from "../../kernel/timing/work.ts";

/** The longest delay of setTimeout. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/**
 * Charges a request's engine time while it runs, and calls `onExpired` when none is left. It is stopped while the
 * worker waits for the reader of its results: that wait is not the document's fault.
 */
export class TaskClock {
  readonly #budget: TimeBudget;
  readonly #onExpired: () => void;
  #run: { readonly startedMs: number; readonly timer: NodeJS.Timeout } | undefined;
  #isExpired = false;

  constructor(budget: TimeBudget, onExpired: () => void) {
    this.#budget = budget;
    this.#onExpired = onExpired;
  }

  get isExpired(): boolean {
    return this.#isExpired;
  }

  start(): void {
    const timer = setTimeout(() => this.#expire(), Math.min(this.#budget.remainingMs, MAX_DELAY_MS));
    this.#run ??= { startedMs: performance.now(), timer };
  }

  stop(): void {
    if (this.#run !== undefined) {
      clearTimeout(this.#run.timer);
      this.#budget.spend(performance.now() - this.#run.startedMs);
      this.#run = undefined;
    }
  }

  #expire(): void {
    this.#isExpired = true;
    this.#onExpired();
  }
}
