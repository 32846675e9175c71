/** The largest number of attempts at the same time, over all hosts, and for each host. */
const TOTAL = 8;
const PER_HOST = 2;
/** The number of attempts at the same time for one account, whatever the number of its hosts, so that others find a place. */
const PER_ACCOUNT = 4;
/** The number of places that hosts that were slow the last time may take together, so that others find a place. */
const SLOW_TOTAL = 4;
const SLOW_MS = 3000;
const MAX_SLOW_HOSTS = 10_000;

/** Who has a place: the host that is asked, and the account whose event it is. */
export interface SlotHolder {
  readonly host: string;
  readonly accountId: string;
}

/** Shares the places for attempts among hosts and accounts. */
export class HostSlots {
  readonly #ofAccounts = new Map<string, number>();
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

  /** Returns the accounts that have a place: others come before them. */
  accountsWithPlaces(): readonly string[] {
    return [...this.#ofAccounts.keys()];
  }

  /** Returns the accounts that get no further place now. */
  accountsTaken(): readonly string[] {
    return [...this.#ofAccounts].filter(([, count]) => count >= PER_ACCOUNT).map(([account]) => account);
  }

  enter({ host, accountId }: SlotHolder): void {
    this.#total += 1;
    add(this.#inUse, host, 1);
    add(this.#ofAccounts, accountId, 1);
  }

  leave({ host, accountId }: SlotHolder, durationMs: number): void {
    this.#total -= 1;
    add(this.#inUse, host, -1);
    add(this.#ofAccounts, accountId, -1);
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

/** Adds to a count; what there is none of is not counted. */
function add(counts: Map<string, number>, name: string, change: number): void {
  const count = (counts.get(name) ?? 0) + change;
  if (count > 0) {
    counts.set(name, count);
  } else {
    counts.delete(name);
  }
}
