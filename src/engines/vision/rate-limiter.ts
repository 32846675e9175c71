import { type Clock, sleep } from "../../kernel/timing/clock.ts";

export interface RateLimits {
  /** Pages that are in work at the same time. */
  readonly concurrency: number;
  /** Calls within any minute; 0: as many as there are. */
  readonly requestsPerMinute: number;
}

/** A limiter of the rate of calls to the provider: one for all pages of all requests. */
export interface RateLimiter {
  /**
   * Runs `work` as soon as a page's place is free, in the order of asking.
   * @throws the signal's reason, at once while it waits
   */
  inPlace<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result>;
  /** Waits until the provider may be called once, and counts that call. @throws the signal's reason, at once */
  turn(signal: AbortSignal): Promise<void>;
  /** Holds up all turns for this long, which the provider asked for. */
  pause(delayMs: number): void;
}

const MINUTE_MS = 60_000;

export function createRateLimiter({ concurrency, requestsPerMinute }: RateLimits, clock: Clock): RateLimiter {
  const places = createPlaces(concurrency);
  const bucket = createBucket(requestsPerMinute);
  let pausedUntil = 0;
  return {
    async inPlace(signal, work) {
      await places.take(signal);
      try {
        return await work();
      } finally {
        places.giveBack();
      }
    },
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

function createPlaces(count: number) {
  let free = count;
  const waiting: (() => void)[] = [];
  return {
    async take(signal: AbortSignal): Promise<void> {
      signal.throwIfAborted();
      if (free > 0) {
        free--;
        return;
      }
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting.push(resolve);
      const leave = (): void => {
        const index = waiting.indexOf(resolve);
        // Who is no longer in the queue has a place, and gives it back.
        if (index !== -1) {
          waiting.splice(index, 1);
          reject(signal.reason);
        }
      };
      signal.addEventListener("abort", leave, { once: true });
      try {
        await promise;
      } finally {
        signal.removeEventListener("abort", leave);
      }
    },
    giveBack(): void {
      const next = waiting.shift();
      if (next === undefined) {
        free++;
      } else {
        next();
      }
    },
  };
}
