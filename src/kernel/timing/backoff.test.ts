import { expect, test } from "vitest";
import { backoffMs, doublingDelays, NO_JITTER } from "./backoff.ts";

test("delays double up to the most", () => {
  expect(doublingDelays(100, 1000)).toEqual([100, 200, 400, 800, 1000]);
  expect(doublingDelays(1000, 1000)).toEqual([1000]);
  expect(doublingDelays(5000, 1000)).toEqual([1000]);
});

test("each failure has its delay, and the last one counts for all that follow", () => {
  const backoff = { delaysMs: [10, 30, 70], jitter: NO_JITTER } as const;
  expect([1, 2, 3, 4, 1000].map((failures) => backoffMs(backoff, failures, 0.3))).toEqual([10, 30, 70, 70, 70]);
});

const parts = (jitter: readonly [number, number]) =>
  [0, 0.5, 1].map((random) => backoffMs({ delaysMs: [1000], jitter }, 1, random));

test("chance picks a part of the delay", () => {
  expect(parts([0, 1])).toEqual([0, 500, 1000]);
  expect(parts([0.5, 1.5])).toEqual([500, 1000, 1500]);
});
