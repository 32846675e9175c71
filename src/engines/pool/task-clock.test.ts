import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TimeBudget } from "../../kernel/timing/work.ts";
import { TaskClock } from "./task-clock.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Returns a clock of 1,000 ms for a worker that has no processor for a share of the time. */
function clockOf(waiting: number): { readonly clock: TaskClock; readonly budget: TimeBudget } {
  const budget = new TimeBudget(1000, performance.now());
  const begunMs = performance.now();
  const worker = { processorWaitMs: () => waiting * (performance.now() - begunMs) };
  return { budget, clock: new TaskClock(budget, worker, () => undefined) };
}

test.each([
  ["always a processor", 0, 1000],
  ["a processor for a quarter of the time", 0.75, 4000],
  ["hardly ever a processor", 0.999, 10_000],
])("a task whose worker has %s ends when its engine time is used up", (_, waiting, endMs) => {
  const { clock } = clockOf(waiting);
  clock.start();
  vi.advanceTimersByTime(endMs - 10);
  expect(clock.isExpired).toBe(false);
  vi.advanceTimersByTime(20);
  expect(clock.isExpired).toBe(true);
});

test("time in which the clock stands is not charged", () => {
  const { clock, budget } = clockOf(0.5);
  clock.start();
  vi.advanceTimersByTime(400);
  clock.stop();
  expect(budget.remainingMs).toBeCloseTo(800);
  vi.advanceTimersByTime(5000);
  clock.stop();
  expect(budget.remainingMs).toBeCloseTo(800);
  clock.start();
  vi.advanceTimersByTime(1500);
  expect(clock.isExpired).toBe(false);
  vi.advanceTimersByTime(200);
  expect(clock.isExpired).toBe(true);
});
