/** The delays before the next tries, which grow with the number of failures. */
export interface Backoff {
  /** The delays after the first failure, the second and so on; the last one counts for all that follow. */
  readonly delaysMs: readonly [number, ...number[]];
  /**
   * The least and the most of a delay that chance picks, as factors: so that what failed together does not come
   * together.
   */
  readonly jitter: readonly [least: number, most: number];
}

/** No chance: for what nothing else waits with. */
export const NO_JITTER: Backoff["jitter"] = [1, 1];

/** Delays of which each is twice the one before: from `firstMs` to `mostMs`. */
export function doublingDelays(firstMs: number, mostMs: number): Backoff["delaysMs"] {
  const delaysMs: [number, ...number[]] = [Math.min(firstMs, mostMs)];
  for (let delayMs = firstMs * 2; (delaysMs.at(-1) ?? mostMs) < mostMs; delayMs *= 2) {
    delaysMs.push(Math.min(delayMs, mostMs));
  }
  return delaysMs;
}

/**
 * Returns the delay before the next try.
 * @param failures the number of tries that have failed, from 1
 * @param random from 0 to below 1; the middle by default
 */
export function backoffMs({ delaysMs, jitter: [least, most] }: Backoff, failures: number, random = 0.5): number {
  const delayMs = delaysMs[Math.min(failures, delaysMs.length) - 1] ?? delaysMs[0];
  return delayMs * (least + (most - least) * random);
}
