/**
 * The engine time that one request may use. Only time spent on a worker counts: a request that waits behind others is
 * not the document's fault.
 */
export class TimeBudget {
  #remainingMs: number;

  constructor(totalMs: number) {
    this.#remainingMs = totalMs;
  }

  get remainingMs(): number {
    return Math.max(0, this.#remainingMs);
  }

  spend(elapsedMs: number): void {
    this.#remainingMs -= elapsedMs;
  }
}

/** What every engine call is given besides its subject: who may stop it, and how long it may still take. */
export interface Work {
  readonly signal: AbortSignal;
  readonly engineTime: TimeBudget;
  /** Nobody waits for the answer at this moment: engines let others go first, and do long work in pieces. */
  readonly isBackground?: boolean | undefined;
}

/** The part of a larger value that is `Work`, to be passed on. */
export const workOf = ({ signal, engineTime, isBackground }: Work): Work => ({ signal, engineTime, isBackground });
