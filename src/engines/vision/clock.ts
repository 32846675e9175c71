/** Time as it passes; tests have one of their own. */
export interface Clock {
  /** Milliseconds of Unix time. */
  now(): number;
  /**
   * Calls `callback` once, after `delayMs`.
   * @returns what calls that off
   */
  after(delayMs: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: Date.now,
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

/** @throws the signal's reason, at once when it is aborted */
export function sleep(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
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
  return promise;
}
