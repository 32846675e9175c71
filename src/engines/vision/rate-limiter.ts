import { type Clock, sleep } from "../../kernel/timing/clock.ts";
import { type Claimant, places, Semaphore } from "../../kernel/timing/semaphore.ts";

export interface RateLimits {
  /** Pages that are in work at the same time. */
  readonly concurrency: number;
  /** Calls within any minute; 0: as many as there are. */
  readonly requestsPerMinute: number;
}

/** A limiter of the rate of calls to the provider: one for all pages of all requests. */
export interface RateLimiter {
  /**
   * Runs `work` as soon as a page's place is free, in the order that the service has for all who wait.
   * @throws the signal's reason, at once while it waits
   */
  inPlace<Result>(claimant: Claimant, work: () => Promise<Result>): Promise<Result>;
  /** Waits until the provider may be called once, and counts that call. @throws the signal's reason, at once */
  turn(signal: AbortSignal): Promise<void>;
  /** Holds up all turns for this long, which the provider asked for. */
  pause(delayMs: number): void;
}

const MINUTE_MS = 60_000;

export function createRateLimiter({ concurrency, requestsPerMinute }: RateLimits, clock: Clock): RateLimiter {
  const pagePlaces = new Semaphore({ permits: places(concurrency) });
  const bucket = createBucket(requestsPerMinute);
  let pausedUntil = 0;
  return {
    inPlace: (claimant, work) => pagePlaces.run(claimant, work),
    async turn(signal) {
      for (;;) {
        const now = clock.now();
        const waitMs = Math.max(pausedUntil - now, bucket.waitMs(now));
        if (waitMs <= 0) {
          signal.throwIfAborted();
          bucket.take(now);
          return;
        }
        // A pause may have been made longer, or another call may have taken the token, when this is over.
        await sleep(clock, waitMs, signal);
      }
    },
    pause(delayMs) {
      pausedUntil = Math.max(pausedUntil, clock.now() + delayMs);
    },
  };
}

/**
 * Creates a bucket whose tokens come back a minute after they were taken: no minute, wherever it begins, has more
 * calls.
 */
function createBucket(tokens: number) {
  const taken: number[] = [];
  return {
    waitMs(now: number): number {
      const oldest = taken.length < tokens || tokens === 0 ? undefined : taken[taken.length - tokens];
      return oldest === undefined ? 0 : oldest + MINUTE_MS - now;
    },
    take(now: number): void {
      if (tokens > 0) {
        taken.push(now);
        taken.splice(0, taken.length - tokens);
      }
    },
  };
}
