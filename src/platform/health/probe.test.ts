import { expect, test } from "vitest";
import { type PartState, Probe } from "./probe.ts";

test("a state is found once a second at most, and reported when it changes", async () => {
  let nowMs = 0;
  let examined = 0;
  let fault: Error | undefined;
  const changes: unknown[] = [];
  const probe = new Probe({
    examine: () => {
      examined += 1;
      return fault === undefined ? Promise.resolve<PartState>("ready") : Promise.reject(fault);
    },
    onChange: (state, error) => changes.push([state, error]),
    now: () => nowMs,
  });
  expect(await Promise.all([probe.state(), probe.state()])).toEqual(["ready", "ready"]);
  fault = new Error("The disk is full.");
  nowMs = 1000;
  expect(await probe.state()).toBe("ready");
  expect(examined).toBe(1);
  nowMs = 1001;
  expect(await probe.state()).toBe("unavailable");
  const full = fault;
  fault = undefined;
  nowMs = 3000;
  expect(await probe.state()).toBe("ready");
  expect(changes).toEqual([
    ["unavailable", full],
    ["ready", undefined],
  ]);
});

test("what does not answer is unavailable in time, is not asked twice, and is ready when it answers", async () => {
  const { promise, resolve } = Promise.withResolvers<PartState>();
  let examined = 0;
  const probe = new Probe({
    examine: () => {
      examined += 1;
      return promise;
    },
    timeoutMs: 20,
  });
  expect(await probe.state()).toBe("unavailable");
  expect(await probe.state()).toBe("unavailable");
  expect(examined).toBe(1);
  resolve("ready");
  await promise;
  await expect.poll(() => probe.state()).toBe("ready");
});
