/**
 * The number of calls in each bucket of latencies, by the bucket's number. Histograms of several spans, operations or nodes
 * are added up bucket by bucket, and the sum says as much as if all calls had been counted in one.
 */
export type LatencyHistogram = readonly number[];

/**
 * The number of buckets. Bucket `n` has the latencies from `2^(n / 2)` milliseconds up to `2^((n + 1) / 2)`, so that two of
 * them double; the first one has those below 1 ms as well, the last one all from 3.3 hours on.
 */
const LATENCY_BUCKETS = 48;

/** Returns the number of the bucket for a latency in milliseconds; a negative one, of a clock set back, counts as 0. */
export const latencyBucketOf = (latencyMs: number): number =>
  Math.min(LATENCY_BUCKETS - 1, Math.floor(2 * Math.log2(Math.max(1, latencyMs))));

/**
 * Returns the latency in whole milliseconds within which `share` of all calls ended, from 0 to 1; null when there are no
 * calls. It is the middle of its bucket, and within 19 % of the exact one, or 1 ms where that is more.
 */
export function latencyWithin(histogram: LatencyHistogram, share: number): number | null {
  const calls = histogram.reduce((sum, count) => sum + count, 0);
  if (calls === 0) {
    return null;
  }
  const rank = Math.max(1, Math.ceil(share * calls));
  let passed = 0;
  const bucket = histogram.findIndex((count) => {
    passed += count;
    return passed >= rank;
  });
  return Math.round(2 ** (bucket / 2 + 1 / 4));
}

/** Returns the sum of histograms; of none, an empty one. */
export function addHistograms(histograms: readonly LatencyHistogram[]): LatencyHistogram {
  const sum = emptyHistogram();
  for (const histogram of histograms) {
    histogram.forEach((count, bucket) => {
      sum[bucket] = (sum[bucket] ?? 0) + count;
    });
  }
  return sum;
}

export const emptyHistogram = (): number[] => Array.from({ length: LATENCY_BUCKETS }, () => 0);
