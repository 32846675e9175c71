/**
 * Counts down the engine time that one request may use. Only time spent on a worker counts: a request that waits behind
 * others is not the document's fault.
 */
export class TimeBudget {
  /** When the work began for which the time is, in milliseconds of `performance.now()`. */
  readonly beganMs: number;
  #remainingMs: number;

  constructor(totalMs: number, beganMs: number = performance.now()) {
    this.#remainingMs = totalMs;
    this.beganMs = beganMs;
  }

  get remainingMs(): number {
    return Math.max(0, this.#remainingMs);
  }

  spend(elapsedMs: number): void {
    this.#remainingMs -= elapsedMs;
  }
}

/**
 * The conditions that every engine call is given in addition to its subject: the signal that stops it, and how long it
 * may still take.
 */
export interface Work {
  readonly signal: AbortSignal;
  readonly engineTime: TimeBudget;
  /**
   * Whether no client waits for the answer at this moment: engines let others go first, and do long work in pieces.
   */
  readonly isBackground?: boolean | undefined;
  /** The account that the work is for, as an opaque name: queues are shared fairly between accounts. */
  readonly tenant?: string | undefined;
}

/** Returns the part of a larger value that is `Work`, to be passed on. */
export const workOf = ({ signal, engineTime, isBackground, tenant }: Work): Work => ({
  signal,
  engineTime,
  isBackground,
  tenant,
});

/** Runs `call` with at most `timeMs` of its request's engine time, and subtracts the time that it took. */
export async function withinTime<Result>(
  work: Work,
  timeMs: number,
  call: (work: Work) => Promise<Result>,
): Promise<Result> {
  const { engineTime } = work;
  const givenMs = Math.min(timeMs, engineTime.remainingMs);
  const callTime = new TimeBudget(givenMs, engineTime.beganMs);
  try {
    return await call({ ...workOf(work), engineTime: callTime });
  } finally {
    engineTime.spend(givenMs - callTime.remainingMs);
  }
}
