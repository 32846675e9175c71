import { expect, test } from "vitest";
import { nextAttemptAt } from "./schedule.ts";

const HOUR = 3_600_000;

test("ten attempts, over about 76 hours", () => {
  const delaysMs = Array.from({ length: 9 }, (_, index) =>
    nextAttemptAt({ attemptsMade: index + 1, now: 0, random: 0.5 }),
  );
  expect(delaysMs.reduce<number>((sum, delayMs) => sum + (delayMs ?? Number.NaN), 0) / HOUR).toBeCloseTo(75.6, 1);
  expect(nextAttemptAt({ attemptsMade: 9, now: 0, random: 0.5 })).toBe(24 * HOUR);
  expect(nextAttemptAt({ attemptsMade: 10, now: 0, random: 0.5 })).toBeUndefined();
});

test("each delay is up to a tenth shorter or longer", () => {
  expect(nextAttemptAt({ attemptsMade: 1, now: 1000, random: 0 })).toBe(1000 + 4500);
  expect(nextAttemptAt({ attemptsMade: 1, now: 1000, random: 1 })).toBe(1000 + 5500);
});

const afterTwo = (retryAfterMs: number) => nextAttemptAt({ attemptsMade: 2, now: 0, random: 0.5, retryAfterMs });

test("what the receiver asks for counts where it is later, up to a day", () => {
  expect([afterTwo(1000), afterTwo(600_000), afterTwo(48 * HOUR)]).toEqual([300_000, 600_000, 24 * HOUR]);
});
