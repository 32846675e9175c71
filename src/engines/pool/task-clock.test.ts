import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TimeBudget } from "../../kernel/timing/work.ts";
import { TaskClock } from "./task-clock.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Returns a clock of 10,000 ms for a worker that has no processor for a share of the time. */
function clockOf(waiting: number): { readonly clock: TaskClock; readonly budget: TimeBudget } {
  const budget = new TimeBudget(10_000, performance.now());
  const begunMs = performance.now();
  const worker = {
    processorWaitsMs: () =>
      new Map([
        ["1", 0],
        ["2", waiting * (performance.now() - begunMs)],
      ]),
  };
  return { budget, clock: new TaskClock(budget, worker, () => undefined) };
}

test.each([
  ["always a processor", 0, 10_000],
  // The first second is charged whatever happens.
  ["a processor for a quarter of the time", 0.75, 37_000],
  ["hardly ever a processor", 0.999, 100_000],
])("a task whose worker has %s ends when its engine time is used up", (_, waiting, endMs) => {
  const { clock } = clockOf(waiting);
  clock.start();
  vi.advanceTimersByTime(endMs - 10);
  expect(clock.isExpired).toBe(false);
  vi.advanceTimersByTime(20);
  expect(clock.isExpired).toBe(true);
});

test("time in which the clock stands is not charged, and short work is charged whole", () => {
  const { clock, budget } = clockOf(0.5);
  clock.start();
  vi.advanceTimersByTime(5000);
  clock.stop();
  expect(budget.remainingMs).toBeCloseTo(7000);
  vi.advanceTimersByTime(50_000);
  clock.stop();
  clock.start();
  vi.advanceTimersByTime(900);
  clock.stop();
  expect(budget.remainingMs).toBeCloseTo(6100);
  clock.start();
  vi.advanceTimersByTime(11_000);
  expect(clock.isExpired).toBe(false);
  vi.advanceTimersByTime(300);
  expect(clock.isExpired).toBe(true);
});
