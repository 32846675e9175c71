import { Failure } from "../failure.ts";
import { FairQueue, type Waiter } from "./fair-queue.ts";
import type { Work } from "./work.ts";

/** Who asks for a permit. */
export type Claimant = Pick<Work, "signal" | "isBackground" | "tenant"> & {
  /** When the work began that the permit is for, by the semaphore's clock; absent, and for background work: now. */
  readonly beganMs?: number | undefined;
};

export interface SemaphoreOptions<Permit> {
  /** The permits to begin with. */
  readonly permits: readonly Permit[];
  /** The number of claimants that may wait; absent: any number. */
  readonly queueLimit?: number;
  /** Returns when a refused claimant should come back, in whole seconds. */
  readonly retryAfterSeconds?: () => number;
  /** Returns milliseconds of a clock that does not go back. */
  readonly nowMs?: () => number;
}

/** What happens to a claimant: exactly one of these, once, unless it leaves by itself. */
export interface Reception<Permit> {
  /** Called with the permit, which is to be given back by `release`. */
  readonly grant: (permit: Permit) => void;
  /** Called with the reason for which there will be no permit. */
  readonly refuse: (reason: unknown) => void;
}

/** A permit that is held until it is released or disposed of; doing so again does nothing. */
export interface Lease<Permit> extends Disposable {
  readonly permit: Permit;
  release(): void;
}

interface Waiting<Permit> extends Waiter, Reception<Permit> {
  readonly leave: () => void;
}

/**
 * Shares permits among claimants, which wait in a `FairQueue`. A permit is a value, such as a worker, or the number of a
 * place; no permit is ever lost or held twice, whenever a claimant is aborted. When more wait than may, the last claimant
 * of the tenant that has most of them waiting is refused, so that no tenant can fill the queue for the others.
 */
export class Semaphore<Permit> {
  readonly #options: SemaphoreOptions<Permit>;
  readonly #queue = new FairQueue<Waiting<Permit>>();
  readonly #nowMs: () => number;
  #free: Permit[];
  #closed: { readonly reason: unknown } | undefined;

  constructor(options: SemaphoreOptions<Permit>) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? (() => performance.now());
    this.#free = [...options.permits];
  }

  /** The number of permits that nobody holds. */
  get free(): number {
    return this.#free.length;
  }

  get waiting(): number {
    return this.#queue.size;
  }

  /**
   * Asks for a permit; `grant` is called at once when one is free, else in this claimant's turn. `refuse` is called with
   * the signal's reason at once when it is aborted meanwhile.
   * @returns what takes the claimant out of the queue, with no further call; does nothing once it has left the queue
   * @throws Failure `queue_full`; the signal's reason when it is aborted already; the reason of `close`
   */
  request(
    { signal, isBackground = false, tenant = "", beganMs }: Claimant,
    { grant, refuse }: Reception<Permit>,
  ): () => void {
    signal.throwIfAborted();
    if (this.#closed !== undefined) {
      throw this.#closed.reason;
    }
    // The one that was given back last: a worker that has just worked is the quickest, and those that stay idle may end.
    for (const permit of this.#free.splice(-1, 1)) {
      grant(permit);
      return () => undefined;
    }
    this.#makePlace(tenant);
    const abort = (): void => {
      waiting.leave();
      refuse(signal.reason);
    };
    const sinceMs = this.#nowMs();
    const waiting: Waiting<Permit> = {
      tenant,
      isBackground,
      sinceMs,
      // A long job lets the others of its account go on between its pieces.
      beganMs: isBackground ? sinceMs : (beganMs ?? sinceMs),
      grant,
      refuse,
      leave: () => {
        signal.removeEventListener("abort", abort);
        this.#queue.remove(waiting);
      },
    };
    signal.addEventListener("abort", abort, { once: true });
    this.#queue.add(waiting);
    return waiting.leave;
  }

  /**
   * Waits for a permit.
   * @throws what `request` throws and refuses with
   */
  async acquire(claimant: Claimant): Promise<Lease<Permit>> {
    return await new Promise((resolve, reject) => {
      this.request(claimant, { grant: (permit) => resolve(this.#lease(permit)), refuse: reject });
    });
  }

  /**
   * Runs `work` with a permit.
   * @throws what `request` throws and refuses with; what `work` throws
   */
  async run<Result>(claimant: Claimant, work: () => Promise<Result>): Promise<Result> {
    const lease = await this.acquire(claimant);
    try {
      claimant.signal.throwIfAborted();
      return await work();
    } finally {
      lease.release();
    }
  }

  /** Gives a permit back, or adds a new one: it goes to the claimant whose turn it is. */
  release(permit: Permit): void {
    const next = this.#queue.next(this.#nowMs());
    if (next === undefined) {
      this.#free.push(permit);
    } else {
      next.leave();
      next.grant(permit);
    }
  }

  /** Takes a free permit away, so that it is granted no more; does nothing when it is not free. */
  withdraw(permit: Permit): void {
    this.#free = this.#free.filter((free) => free !== permit);
  }

  /** Refuses all who wait. */
  refuseWaiting(reason: unknown): void {
    const all = [...this.#queue];
    for (const waiting of all) {
      waiting.leave();
      waiting.refuse(reason);
    }
  }

  /** Refuses all who wait and all who will ask; permits that are held may still be given back. */
  close(reason: unknown): void {
    this.#closed ??= { reason };
    this.refuseWaiting(reason);
  }

  /** Makes a place in the queue for a claimant of `tenant`. @throws Failure `queue_full` */
  #makePlace(tenant: string): void {
    const { queueLimit = Number.POSITIVE_INFINITY } = this.#options;
    if (this.#queue.size < queueLimit) {
      return;
    }
    const giving = this.#queue.giveWayTo(tenant);
    if (giving === undefined) {
      throw this.#full();
    }
    giving.leave();
    giving.refuse(this.#full());
  }

  #full(): Failure {
    const retryAfterSeconds = this.#options.retryAfterSeconds?.() ?? 1;
    return new Failure("queue_full", "The service has more work than it can accept; try again later.", {
      facts: { retryAfterSeconds },
    });
  }

  #lease(permit: Permit): Lease<Permit> {
    let isHeld = true;
    const release = (): void => {
      if (isHeld) {
        isHeld = false;
        this.release(permit);
      }
    };
    return { permit, release, [Symbol.dispose]: release };
  }
}

/** Returns `count` permits that differ in nothing but their number. */
export const places = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);
