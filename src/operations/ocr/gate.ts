/** Admits a few tasks at a time, in the order in which they asked. */
export interface Gate {
  /**
   * Runs `work` when its turn comes.
   * @throws the signal's reason when it is aborted by the time that it is `work`'s turn
   */
  pass<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result>;
}

export function createGate(places: number): Gate {
  const waiting: (() => void)[] = [];
  let free = places;
  return {
    async pass(signal, work) {
      if (free > 0) {
        free -= 1;
      } else {
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      try {
        signal.throwIfAborted();
        return await work();
      } finally {
        const next = waiting.shift();
        if (next === undefined) {
          free += 1;
        } else {
          // The place is handed on directly, so that newcomers do not get ahead of those who wait.
          next();
        }
      }
    },
  };
}
