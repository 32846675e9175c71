import type { Clock } from "../../kernel/timing/clock.ts";

/** A limit of time was met: that of one call, or that of the page. */
export class TimeUp extends Error {
  readonly isOfPage: boolean;

  constructor(isOfPage: boolean) {
    super(isOfPage ? "The page has no time left." : "The call takes too long.");
    this.name = "TimeUp";
    this.isOfPage = isOfPage;
  }
}

/** The time of one page: it runs only while something is run by it. */
export interface Stopwatch {
  /**
   * Runs `work` for at most `limitMs`, and at most for what the page has left. The signal that it is given ends it.
   * @throws TimeUp; the reason of `signal`
   */
  run<Result>(
    work: (signal: AbortSignal) => Promise<Result>,
    limits: { readonly signal: AbortSignal; readonly limitMs: number },
  ): Promise<Result>;
}

export function createStopwatch(budgetMs: number, clock: Clock): Stopwatch {
  let leftMs = budgetMs;
  return {
    async run(work, { signal, limitMs }) {
      signal.throwIfAborted();
      const isOfPage = leftMs <= limitMs;
      const givenMs = Math.min(leftMs, limitMs);
      if (givenMs <= 0) {
        throw new TimeUp(isOfPage);
      }
      const limit = new AbortController();
      const callOff = clock.after(givenMs, () => limit.abort(new TimeUp(isOfPage)));
      const beganAt = clock.now();
      const either = AbortSignal.any([signal, limit.signal]);
      try {
        return await work(either);
      } catch (error) {
        // Work that is called off may throw any error: the reason of the abort is thrown instead.
        either.throwIfAborted();
        throw error;
      } finally {
        callOff();
        leftMs -= clock.now() - beganAt;
      }
    },
  };
}
