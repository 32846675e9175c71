import type { Pace } from "../store/job-store.ts";

const MAX_RETRY_AFTER_SECONDS = 60;

/**
 * Returns in how many whole seconds the next piece of work probably ends and leaves its place, for Retry-After: by the pace
 * of late or, where nothing ended, `otherwiseMs`.
 */
export function secondsToNextEnd({ ended, withinMs }: Pace, otherwiseMs: number): number {
  const ms = ended > 0 ? withinMs / ended : otherwiseMs;
  return Math.min(MAX_RETRY_AFTER_SECONDS, Math.max(1, Math.ceil(ms / 1000)));
}
