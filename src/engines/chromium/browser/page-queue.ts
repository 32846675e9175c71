import { Failure } from "../../../kernel/failure.ts";
import type { Work } from "../../../kernel/timing/work.ts";

/** The suggested delay for a refused document; most documents take a fraction of a second. */
const RETRY_AFTER_SECONDS = 2;

interface Waiter {
  readonly isBackground: boolean;
  readonly admit: () => void;
}

/** A queue that lets `size` jobs print at the same time while the others wait, background jobs behind the rest. */
export class PageQueue {
  readonly #size: number;
  readonly #limit: number;
  #waiting: Waiter[] = [];
  #busy = 0;

  constructor(options: { readonly size: number; readonly queueLimit: number }) {
    this.#size = options.size;
    this.#limit = options.queueLimit;
  }

  get busy(): number {
    return this.#busy;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Waits for a turn and returns the function that ends it.
   * @throws Failure `queue_full`; the reason of `signal`
   */
  async enter({ signal, isBackground = false }: Pick<Work, "signal" | "isBackground">): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#busy < this.#size) {
      this.#busy += 1;
    } else if (this.#waiting.length >= this.#limit) {
      throw new Failure("queue_full", "The service has more work than it can accept; try again later.", {
        facts: { retryAfterSeconds: RETRY_AFTER_SECONDS },
      });
    } else {
      await this.#turn(signal, isBackground);
    }
    return () => this.#leave();
  }

  #turn(signal: AbortSignal, isBackground: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        this.#waiting = this.#waiting.filter((other) => other !== waiter);
        reject(signal.reason);
      };
      const waiter: Waiter = {
        isBackground,
        admit: () => {
          signal.removeEventListener("abort", abort);
          resolve();
        },
      };
      signal.addEventListener("abort", abort);
      this.#waiting.push(waiter);
    });
  }

  /** Passes the turn to the next job, if there is one. */
  #leave(): void {
    const next = this.#waiting.find(({ isBackground }) => !isBackground) ?? this.#waiting[0];
    if (next === undefined) {
      this.#busy -= 1;
    } else {
      this.#waiting = this.#waiting.filter((other) => other !== next);
      next.admit();
    }
  }
}
