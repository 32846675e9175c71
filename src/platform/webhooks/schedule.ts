import { type Backoff, backoffMs } from "../../kernel/timing/backoff.ts";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The time that each attempt waits after the one before (Standard Webhooks 1.0, "Retry schedule"): about 76 hours in all. */
const BACKOFF: Backoff = {
  delaysMs: [
    5 * SECOND_MS,
    5 * MINUTE_MS,
    30 * MINUTE_MS,
    2 * HOUR_MS,
    5 * HOUR_MS,
    10 * HOUR_MS,
    14 * HOUR_MS,
    20 * HOUR_MS,
    24 * HOUR_MS,
  ],
  jitter: [0.9, 1.1],
};
const MAX_RETRY_AFTER_MS = 24 * HOUR_MS;

/**
 * Returns when the next attempt is due; undefined when the one that has failed was the last.
 * @param random from 0 to below 1
 */
export function nextAttemptAt({
  attemptsMade,
  now,
  random,
  retryAfterMs = 0,
}: {
  readonly attemptsMade: number;
  readonly now: number;
  readonly random: number;
  /** The delay that the receiver asked for, in milliseconds; it only ever makes the wait longer, by at most a day. */
  readonly retryAfterMs?: number | undefined;
}): number | undefined {
  if (attemptsMade > BACKOFF.delaysMs.length) {
    return undefined;
  }
  const delayMs = backoffMs(BACKOFF, attemptsMade, random);
  return now + Math.round(Math.max(delayMs, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS)));
}
