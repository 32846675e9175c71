/** Time as it passes; tests have one that they move themselves. */
export interface Clock {
  /** Milliseconds of Unix time. */
  readonly now: () => number;
  /**
   * Calls `callback` once, after `delayMs`.
   * @returns what calls that off
   */
  readonly after: (delayMs: number, callback: () => void) => () => void;
}

/** The time of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

/**
 * Waits for `delayMs`.
 * @throws the signal's reason, at once when it is aborted
 */
export async function sleep(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const callOff = clock.after(delayMs, () => {
    signal.removeEventListener("abort", cancel);
    resolve();
  });
  const cancel = (): void => {
    callOff();
    reject(signal.reason);
  };
  signal.addEventListener("abort", cancel, { once: true });
  await promise;
}
