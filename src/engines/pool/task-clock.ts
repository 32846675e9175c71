import type { TimeBudget } from "../../kernel/timing/work.ts";

/** The longest delay of setTimeout. */
const MAX_DELAY_MS = 2 ** 31 - 1;
/** The least part of the time by the clock that is charged: the worker of a machine that is far too busy ends as well. */
const LEAST_CHARGED = 0.1;

/** What is asked of a worker whose time is charged. */
interface ChargedWorker {
  /** Returns for how many milliseconds so far it was ready to run, but had no processor. */
  processorWaitMs(): number;
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
  #run: { readonly startedMs: number; readonly waitedMs: number } | undefined;
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
    this.#run ??= { startedMs: performance.now(), waitedMs: this.#worker.processorWaitMs() };
    this.#look();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#budget.spend(this.#chargedMs());
    this.#run = undefined;
  }

  /** Ends the time when it is used up, and looks again when it can be at the earliest. */
  #look(): void {
    const leftMs = this.#budget.remainingMs - this.#chargedMs();
    if (leftMs <= 0) {
      this.#isExpired = true;
      this.#onExpired();
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), Math.min(Math.ceil(leftMs), MAX_DELAY_MS));
  }

  #chargedMs(): number {
    if (this.#run === undefined) {
      return 0;
    }
    const elapsedMs = performance.now() - this.#run.startedMs;
    const waitedMs = this.#worker.processorWaitMs() - this.#run.waitedMs;
    return Math.max(elapsedMs - waitedMs, LEAST_CHARGED * elapsedMs);
  }
}
