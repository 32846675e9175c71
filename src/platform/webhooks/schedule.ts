const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * The time that each attempt waits after the one before, in milliseconds (Standard Webhooks 1.0, "Retry schedule"):
 * about 76 hours in all.
 */
export const DELAYS_MS: readonly number[] = [
  0,
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/**
 * The share by which a delay is lengthened or shortened at random, so that what failed together is not tried together.
 */
const JITTER = 0.1;
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
  const delay = DELAYS_MS[attemptsMade];
  if (delay === undefined) {
    return undefined;
  }
  const jittered = delay * (1 + JITTER * (2 * random - 1));
  return now + Math.round(Math.max(jittered, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS)));
}

/**
 * Parses the header `Retry-After` (RFC 9110, 10.2.3), seconds or a date, to milliseconds from `now`; undefined for
 * anything else.
 */
export function retryAfterMsOf(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) {
    return Number(text) * SECOND_MS;
  }
  const at = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
