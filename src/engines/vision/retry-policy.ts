import { type Backoff, backoffMs, doublingDelays } from "../../kernel/timing/backoff.ts";
import { type Clock, sleep } from "../../kernel/timing/clock.ts";
import { withRetries } from "../../kernel/timing/retry-policy.ts";
import type { Answer, Asking, Question } from "./asking.ts";
import { CallFailure } from "./call-failure.ts";
import type { Meter } from "./model-use.ts";
import { pageFailure } from "./page-failure.ts";
import type { RateLimiter } from "./rate-limiter.ts";
import { createStopwatch, type Stopwatch, TimeUp } from "./stopwatch.ts";

export interface RetryPolicyDeps {
  readonly loadAsking: () => Promise<Asking>;
  readonly rateLimiter: RateLimiter;
  readonly clock: Clock;
  /** 0 to 1. */
  readonly random: () => number;
  readonly pageTimeoutMs: number;
}

/** Asks for one page, again and again where that may help. */
export interface RetryPolicy {
  /**
   * Asks until `read` accepts an answer and returns the result; `read` rejects an answer by returning undefined.
   * @throws Failure as `Transcriber.transcribe`; the reason of the page's signal
   */
  ask<Read>(question: Question, read: (answer: Answer) => Read | undefined): Promise<Read>;
}

/** The most failed calls for a page; answers that are not believed and asked for again are not counted. */
const MAX_FAILED_CALLS = 5;
/** The longest wait: a provider that asks for a longer one has failed. */
const LONGEST_WAIT_MS = 600_000;
/** The back-off after a failure; the jitter takes any part of it, so that many pages do not come back at once. */
const BACKOFF: Backoff = { delaysMs: doublingDelays(1000, 30_000), jitter: [0, 1] };

/** Creates the retry policy of one page, whose calls share their tries and their time. */
export function createRetryPolicy(
  deps: RetryPolicyDeps,
  { signal, meter }: { readonly signal: AbortSignal; readonly meter: Meter },
): RetryPolicy {
  const { rateLimiter, clock, random, pageTimeoutMs } = deps;
  const stopwatch = createStopwatch(pageTimeoutMs, clock);
  // A call that hangs leaves time for another.
  const limits = { signal, limitMs: pageTimeoutMs / 2 };
  let failed = 0;

  const askOnce = async (question: Question): Promise<Answer> => {
    const asking = await deps.loadAsking();
    // What the provider or our own settings make it wait for is not the page's time.
    await rateLimiter.turn(signal);
    meter.countCall();
    return stopwatch.run(
      (callSignal) => asking.ask(question, { signal: callSignal, onTokens: (tokens) => meter.countTokens(tokens) }),
      limits,
    );
  };

  const afterFailure = async (failure: CallFailure): Promise<void> => {
    const { reason, remedy, retryAfterMs } = failure;
    if (remedy === "at once") {
      return;
    }
    if (remedy === "none" || ++failed >= MAX_FAILED_CALLS) {
      throw pageFailure(reason, failure);
    }
    if (retryAfterMs === undefined) {
      await backOff({ stopwatch, clock, signal }, backoffMs(BACKOFF, failed, random()));
    } else if (retryAfterMs > LONGEST_WAIT_MS) {
      throw pageFailure("wait_too_long", failure);
    } else {
      rateLimiter.pause(retryAfterMs);
    }
  };

  return {
    ask: (question, read) =>
      withRetries(
        async () => {
          const answer = read(await askOnce(question));
          if (answer === undefined) {
            throw new CallFailure("garbage", "later");
          }
          return answer;
        },
        (error) => afterFailure(callFailureOf(error)),
      ),
  };
}

/**
 * Returns the call failure that an error stands for.
 * @throws `error` when it stands for none
 */
function callFailureOf(error: unknown): CallFailure {
  if (error instanceof CallFailure) {
    return error;
  }
  if (error instanceof TimeUp) {
    return new CallFailure("timeout", error.isOfPage ? "none" : "later");
  }
  throw error;
}

/** Counts as the page's time. @throws Failure when that is used up */
async function backOff(
  { stopwatch, clock, signal }: { readonly stopwatch: Stopwatch; readonly clock: Clock; readonly signal: AbortSignal },
  delayMs: number,
): Promise<void> {
  try {
    await stopwatch.run((until) => sleep(clock, delayMs, until), { signal, limitMs: Number.POSITIVE_INFINITY });
  } catch (error) {
    throw error instanceof TimeUp ? pageFailure("timeout") : error;
  }
}
