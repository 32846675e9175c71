import { sleep, systemClock } from "../../kernel/timing/clock.ts";

const DELAY_MS = 1000;
/** The number of keys of one address that may wait at the same time. */
const MAX_WAITING = 4;

/**
 * Slows addresses that keep sending wrong keys: each further key waits before the store is asked for it, and few may wait at
 * once. It is no refusal, since a good key may come from the same address for the first time.
 */
export class WrongKeyDelay {
  readonly #waiting = new Map<string, number>();
  readonly #delayMs: number;

  constructor(delayMs = DELAY_MS) {
    this.#delayMs = delayMs;
  }

  /** Waits; returns false at once when too many keys of this address wait already. */
  async pass(address: string): Promise<boolean> {
    const waiting = this.#waiting.get(address) ?? 0;
    if (waiting >= MAX_WAITING) {
      return false;
    }
    this.#waiting.set(address, waiting + 1);
    try {
      await sleep(systemClock, this.#delayMs, new AbortController().signal);
      return true;
    } finally {
      const left = (this.#waiting.get(address) ?? 1) - 1;
      if (left === 0) {
        this.#waiting.delete(address);
      } else {
        this.#waiting.set(address, left);
      }
    }
  }
}
