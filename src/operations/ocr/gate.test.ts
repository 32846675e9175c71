import { expect, test } from "vitest";
import { createGate } from "./gate.ts";

const { signal } = new AbortController();

test("no more are let in than there are places, and those that wait come in their order", async () => {
  const gate = createGate(2);
  const begun: number[] = [];
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const passing = ends.map(({ promise }, index) =>
    gate.pass(signal, () => {
      begun.push(index);
      return promise;
    }),
  );
  await Promise.resolve();
  expect(begun).toEqual([0, 1]);
  ends[1]?.resolve();
  await passing[1];
  ends[0]?.reject(new Error("No."));
  await expect(passing[0]).rejects.toThrow("No.");
  expect(begun).toEqual([0, 1, 2, 3]);
  ends[2]?.resolve();
  await passing[2];
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  ends[3]?.resolve();
  ends[4]?.resolve();
  await Promise.all([passing[3], passing[4]]);
  await expect(gate.pass(signal, () => Promise.resolve("again"))).resolves.toBe("again");
});

test("whose turn comes after the end is not let in", async () => {
  const gate = createGate(1);
  const stop = new AbortController();
  const first = Promise.withResolvers<void>();
  let hasBegun = false;
  const passing = gate.pass(stop.signal, () => first.promise);
  const waiting = gate.pass(stop.signal, () => {
    hasBegun = true;
    return Promise.resolve();
  });
  stop.abort(new Error("The end."));
  first.resolve();
  await passing;
  await expect(waiting).rejects.toThrow("The end.");
  expect(hasBegun).toBe(false);
});
