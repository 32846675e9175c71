import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Deferred } from "./deferred.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A duty that fails `failures` times, and what became of it. */
function dutyThatFails(failures: number) {
  let tries = 0;
  const troubles: unknown[] = [];
  const duty = (): Promise<void> =>
    ++tries > failures ? Promise.resolve() : Promise.reject(new Error(`try ${tries}`));
  const deferred = new Deferred((error) => troubles.push(error));
  return { deferred, duty, troubles, triesNow: () => tries };
}

test("a duty that fails is tried until it succeeds; its first failure is told, and no other", async () => {
  const { deferred, duty, troubles, triesNow } = dutyThatFails(3);
  await deferred.attempt(duty);
  expect([triesNow(), troubles]).toEqual([1, [new Error("try 1")]]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([triesNow(), troubles.length]).toEqual([4, 1]);
});

test("a duty that succeeds is done once and tells nothing", async () => {
  const { deferred, duty, troubles, triesNow } = dutyThatFails(0);
  await deferred.attempt(duty);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([triesNow(), troubles]).toEqual([1, []]);
});

test("one duty that goes on failing keeps no other from being done", async () => {
  const { deferred, duty } = dutyThatFails(Number.POSITIVE_INFINITY);
  const other = dutyThatFails(1);
  await deferred.attempt(duty);
  await deferred.attempt(other.duty);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(other.triesNow()).toBe(2);
  deferred.close();
});

test("nothing is tried again after it is closed", async () => {
  const { deferred, duty, triesNow } = dutyThatFails(3);
  await deferred.attempt(duty);
  deferred.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(triesNow()).toBe(1);
});
