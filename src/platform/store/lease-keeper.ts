import { occurred } from "../../kernel/observation.ts";
import type { Log } from "../telemetry/log.ts";
import type { Store } from "./store.ts";

/** The time for which a process keeps what it has claimed without a sign of life, in milliseconds. */
const LEASE_MS = 30_000;
const RENEWAL_MS = 5000;
const RECOVERY_MS = 10_000;

interface LeaseKeeperOptions {
  readonly store: Pick<Store, "renewLease" | "recover" | "now" | "isShared">;
  readonly instance: string;
  readonly maxAttempts: number;
  readonly log: Log;
}

/**
 * Keeps the lease of this process on what it claims, and takes over what processes have claimed whose lease has ended: a
 * node that is lost is noticed within the length of a lease and of the interval between two looks.
 */
export class LeaseKeeper {
  readonly #options: LeaseKeeperOptions;
  readonly #timers: NodeJS.Timeout[] = [];
  #isRunning: Promise<void> = Promise.resolve();
  /** Whether the process has had a lease: the first is not one that was lost. */
  #hasLease = false;

  constructor(options: LeaseKeeperOptions) {
    this.#options = options;
  }

  /**
   * Takes over what earlier processes have left, and keeps the lease from then on; called before any work. A process that
   * has the data to itself takes everything over at once.
   */
  async start(): Promise<void> {
    const { isShared } = this.#options.store;
    await this.#renew();
    await this.#recover(!isShared);
    if (isShared) {
      this.#every(RENEWAL_MS, async () => {
        if (!(await this.#renew())) {
          this.#options.log.warn("the lease had ended: others have taken over what was in work here");
        }
      });
      this.#every(RECOVERY_MS, () => this.#recover(false));
    }
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) {
      clearInterval(timer);
    }
    await this.#isRunning;
  }

  #every(intervalMs: number, step: () => Promise<void>): void {
    const run = (): void => {
      // What fails now, for want of a database, is done again soon.
      this.#isRunning = this.#isRunning.then(step).catch(() => undefined);
    };
    this.#timers.push(setInterval(run, intervalMs).unref());
  }

  async #renew(): Promise<boolean> {
    const { store, instance } = this.#options;
    try {
      const hadLease = await store.renewLease({ instance, leaseMs: LEASE_MS, now: store.now() });
      occurred({ kind: "lease", outcome: hadLease || !this.#hasLease ? "renewed" : "lost" });
      this.#hasLease = true;
      return hadLease;
    } catch (error) {
      occurred({ kind: "lease", outcome: "failed" });
      throw error;
    }
  }

  async #recover(isAlone: boolean): Promise<void> {
    const { store, instance, maxAttempts } = this.#options;
    const taken = await store.recover({ instance, isAlone, maxAttempts, now: store.now() });
    occurred({ kind: "takeover", ...taken });
  }
}
