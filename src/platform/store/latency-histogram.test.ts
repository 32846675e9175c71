import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  addHistograms,
  emptyHistogram,
  type LatencyHistogram,
  latencyBucketOf,
  latencyWithin,
} from "./latency-histogram.ts";

function histogramOf(latencies: readonly number[]): LatencyHistogram {
  const histogram = emptyHistogram();
  for (const latency of latencies) {
    const bucket = latencyBucketOf(latency);
    histogram[bucket] = (histogram[bucket] ?? 0) + 1;
  }
  return histogram;
}

/** The latency of nearest rank, of all of them. */
const exactly = (latencies: readonly number[], share: number): number =>
  latencies.toSorted((one, other) => one - other)[Math.max(1, Math.ceil(share * latencies.length)) - 1] ?? Number.NaN;

const threeHours = 3 * 60 * 60 * 1000;
const latency = fc.oneof(fc.nat(20), fc.nat(2000), fc.nat(threeHours));

const LAST_BUCKET = emptyHistogram().length - 1;

test("a percentile of a histogram is within 19 % or 1 ms of the exact one, whatever the latencies", () => {
  fc.assert(
    fc.property(
      fc.array(latency, { minLength: 1, maxLength: 50 }),
      fc.constantFrom(0, 0.5, 0.95, 1),
      (latencies, share) => {
        const found = latencyWithin(histogramOf(latencies), share) ?? Number.NaN;
        const exact = exactly(latencies, share);
        expect(Math.abs(found - exact)).toBeLessThanOrEqual(Math.max(1, exact * 0.19 + 0.5));
      },
    ),
  );
});

test("the sum of histograms says what one histogram of all latencies says", () => {
  fc.assert(
    fc.property(fc.array(fc.array(latency, { maxLength: 20 }), { maxLength: 4 }), (parts) => {
      expect(addHistograms(parts.map(histogramOf))).toEqual(histogramOf(parts.flat()));
    }),
  );
});

test("without calls there is no latency, and the ends have a bucket", () => {
  expect(latencyWithin(emptyHistogram(), 0.5)).toBeNull();
  expect(latencyWithin(addHistograms([]), 0.95)).toBeNull();
  expect([-5, 0, 0.4, 1].map(latencyBucketOf)).toEqual([0, 0, 0, 0]);
  expect(latencyBucketOf(Number.MAX_SAFE_INTEGER)).toBe(LAST_BUCKET);
  expect(latencyBucketOf(threeHours)).toBeLessThan(LAST_BUCKET);
});
