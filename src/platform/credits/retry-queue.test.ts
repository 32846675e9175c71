import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RetryQueue } from "./retry-queue.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Makes a task that fails `failures` times, and records what became of it. */
function taskThatFails(failures: number) {
  let tries = 0;
  const troubles: unknown[] = [];
  const task = (): Promise<void> =>
    ++tries > failures ? Promise.resolve() : Promise.reject(new Error(`try ${tries}`));
  const retryQueue = new RetryQueue((error) => troubles.push(error));
  return { retryQueue, task, troubles, triesNow: () => tries };
}

test("a task that fails is tried until it succeeds; only its first failure is reported", async () => {
  const { retryQueue, task, troubles, triesNow } = taskThatFails(3);
  await retryQueue.attempt(task);
  expect([triesNow(), troubles]).toEqual([1, [new Error("try 1")]]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([triesNow(), troubles.length]).toEqual([4, 1]);
});

test("a task that succeeds is done once and reports nothing", async () => {
  const { retryQueue, task, troubles, triesNow } = taskThatFails(0);
  await retryQueue.attempt(task);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([triesNow(), troubles]).toEqual([1, []]);
});

test("one task that goes on failing keeps no other from being done", async () => {
  const { retryQueue, task } = taskThatFails(Number.POSITIVE_INFINITY);
  const other = taskThatFails(1);
  await retryQueue.attempt(task);
  await retryQueue.attempt(other.task);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(other.triesNow()).toBe(2);
  retryQueue.close();
});

test("nothing is tried again after it is closed", async () => {
  const { retryQueue, task, triesNow } = taskThatFails(3);
  await retryQueue.attempt(task);
  retryQueue.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(triesNow()).toBe(1);
});
