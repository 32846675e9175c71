import { expect, test } from "vitest";
import { TimeBudget, type Work, withinTime } from "./work.ts";

const workWith = (engineTime: TimeBudget): Work => ({ signal: new AbortController().signal, engineTime });

test.each([
  { totalMs: 100, mostMs: 30, spentMs: 20, given: 30, left: 80 },
  { totalMs: 10, mostMs: 30, spentMs: 10, given: 10, left: 0 },
  { totalMs: 100, mostMs: 30, spentMs: 50, given: 30, left: 70 },
])("a call has its part of a request's time, which is counted: $given of $totalMs ms", async (one) => {
  const budget = new TimeBudget(one.totalMs);
  const work = workWith(budget);
  const given = await withinTime(work, one.mostMs, ({ engineTime, signal }) => {
    const { remainingMs } = engineTime;
    engineTime.spend(one.spentMs);
    return Promise.resolve({ remainingMs, isSame: signal === work.signal });
  });
  expect([given, budget.remainingMs]).toEqual([{ remainingMs: one.given, isSame: true }, one.left]);
});

test("what a call took before it failed is counted, too", async () => {
  const budget = new TimeBudget(100);
  const failing = withinTime(workWith(budget), 50, ({ engineTime }) => {
    engineTime.spend(20);
    return Promise.reject(new Error("No."));
  });
  await expect(failing).rejects.toThrow("No.");
  expect(budget.remainingMs).toBe(80);
});
