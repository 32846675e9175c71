import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createRateLimiter } from "./rate-limiter.ts";
import { createTestClock } from "./testing/test-clock.ts";

const { signal } = new AbortController();

test("a shorter pause does not end a longer one", async () => {
  const clock = createTestClock();
  const rateLimiter = createRateLimiter({ concurrency: 1, requestsPerMinute: 0 }, clock);
  rateLimiter.pause(40_000);
  rateLimiter.pause(10_000);
  const turn = rateLimiter.turn(signal);
  expect(clock.pending).toEqual([40_000]);
  clock.advance(40_000);
  await turn;
});

test("without a limit and a pause no call waits", async () => {
  const clock = createTestClock();
  const rateLimiter = createRateLimiter({ concurrency: 1, requestsPerMinute: 0 }, clock);
  await Promise.all(Array.from({ length: 100 }, () => rateLimiter.turn(signal)));
  expect(clock.delays).toEqual([]);
});

test("however calls come, no minute has more of them than the setting, and none waits for longer than it has to", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.integer({ min: 0, max: 50_000 }), { minLength: 1, maxLength: 30 }),
      async (requestsPerMinute, gapsMs) => {
        const clock = createTestClock({ skips: () => true });
        const rateLimiter = createRateLimiter({ concurrency: 1, requestsPerMinute }, clock);
        const times: number[] = [];
        for (const gapMs of gapsMs) {
          clock.advance(gapMs);
          const cameAt = clock.now();
          // oxlint-disable-next-line eslint/no-await-in-loop -- time passes between them
          await rateLimiter.turn(signal);
          const freeAt = (times.at(-requestsPerMinute) ?? Number.NEGATIVE_INFINITY) + 60_000;
          expect(clock.now()).toBe(Math.max(cameAt, times.length < requestsPerMinute ? cameAt : freeAt));
          times.push(clock.now());
        }
      },
    ),
  );
});
