import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { allEnded } from "./all-ended.ts";

test("gives the results in order", async () => {
  expect(await allEnded([sleep(5).then(() => 1), Promise.resolve(2)])).toEqual([1, 2]);
  expect(await allEnded([])).toEqual([]);
});

test("a failure is reported when the others have ended", async () => {
  let hasEnded = false;
  const slow = sleep(20).then(() => {
    hasEnded = true;
  });
  await expect(
    allEnded([Promise.reject(new Error("first")), slow, Promise.reject(new Error("second"))]),
  ).rejects.toThrow("first");
  expect(hasEnded).toBe(true);
});
