import { expect, test } from "vitest";
import { mapInOrder } from "./map-in-order.ts";

const signal = new AbortController().signal;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

test("results come in the order of the items, however long each takes", async () => {
  const results = mapInOrder(upTo(20), { atOnce: 3, signal }, async (item) => {
    await pause((item * 7) % 5);
    return item;
  });
  expect(await Array.fromAsync(results)).toEqual(upTo(20));
});

test("so many are worked on at once, and no more", async () => {
  let running = 0;
  let most = 0;
  const results = mapInOrder(upTo(12), { atOnce: 4, signal }, async () => {
    running += 1;
    most = Math.max(most, running);
    await pause(1);
    running -= 1;
  });
  await Array.fromAsync(results);
  expect(most).toBe(4);
});

test("results that wait for a slow one do not pile up", async () => {
  const slow = Promise.withResolvers<void>();
  let begun = 0;
  const results = mapInOrder(upTo(100), { atOnce: 2, signal }, async (item) => {
    begun += 1;
    await (item === 0 ? slow.promise : pause(0));
  });
  const all = Array.fromAsync(results);
  await pause(50);
  expect(begun).toBe(6);
  slow.resolve();
  expect(await all).toHaveLength(100);
});

test("the first error ends everything, is what is thrown, and nothing works any more", async () => {
  let running = 0;
  const results = mapInOrder(upTo(50), { atOnce: 3, signal }, async (item, stopped) => {
    running += 1;
    try {
      if (item === 2) {
        await pause(5);
        throw new Error("This one.");
      }
      await untilAborted(stopped);
    } finally {
      running -= 1;
    }
  });
  await expect(Array.fromAsync(results)).rejects.toThrow("This one.");
  expect(running).toBe(0);
});

test("when the caller has had enough, work stops before the caller goes on", async () => {
  let running = 0;
  const results = mapInOrder(upTo(50), { atOnce: 3, signal }, async (item, stopped) => {
    running += 1;
    try {
      await (item === 0 ? pause(1) : untilAborted(stopped));
    } finally {
      running -= 1;
    }
  });
  for await (const _ of results) {
    break;
  }
  expect(running).toBe(0);
});

test("an aborted signal ends it with its reason", async () => {
  const stop = new AbortController();
  const results = mapInOrder(upTo(50), { atOnce: 2, signal: stop.signal }, (_, stopped) => untilAborted(stopped));
  const all = Array.fromAsync(results);
  await pause(5);
  stop.abort(new Error("Enough."));
  await expect(all).rejects.toThrow("Enough.");
});

function untilAborted(stopped: AbortSignal): Promise<void> {
  return new Promise((_, reject) => {
    stopped.addEventListener("abort", () => reject(stopped.reason), { once: true });
  });
}
