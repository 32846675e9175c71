/** The largest number of attempts at the same time, over all hosts, and for each host. */
const TOTAL = 8;
const PER_HOST = 2;
/** The number of places that hosts that were slow the last time may take together, so that others find a place. */
const SLOW_TOTAL = 4;
const SLOW_MS = 3000;
const MAX_SLOW_HOSTS = 10_000;

/** Shares the places for attempts among hosts. */
export class HostSlots {
  readonly #inUse = new Map<string, number>();
  readonly #slow = new Set<string>();
  #total = 0;

  get isFull(): boolean {
    return this.#total >= TOTAL;
  }

  /** Returns the hosts that get no further place now. */
  taken(): readonly string[] {
    const full = [...this.#inUse].filter(([, count]) => count >= PER_HOST).map(([host]) => host);
    const slowInUse = [...this.#inUse].reduce((sum, [host, count]) => sum + (this.#slow.has(host) ? count : 0), 0);
    return slowInUse >= SLOW_TOTAL ? [...full, ...this.#slow] : full;
  }

  enter(host: string): void {
    this.#total += 1;
    this.#inUse.set(host, (this.#inUse.get(host) ?? 0) + 1);
  }

  leave(host: string, durationMs: number): void {
    this.#total -= 1;
    const left = (this.#inUse.get(host) ?? 1) - 1;
    if (left > 0) {
      this.#inUse.set(host, left);
    } else {
      this.#inUse.delete(host);
    }
    this.#slow.delete(host);
    if (durationMs >= SLOW_MS) {
      const [oldest] = this.#slow;
      if (oldest !== undefined && this.#slow.size >= MAX_SLOW_HOSTS) {
        this.#slow.delete(oldest);
      }
      this.#slow.add(host);
    }
  }
}
