import { expect, test } from "vitest";
import { HostSlots } from "./host-slots.ts";

const SLOW_MS = 10_000;

test("a host has two places, all hosts eight", () => {
  const slots = new HostSlots();
  for (const host of ["a", "a", "b", "c", "d", "e", "f"]) {
    expect(slots.isFull).toBe(false);
    slots.enter(host);
  }
  expect([slots.taken(), slots.isFull]).toEqual([["a"], false]);
  slots.enter("g");
  expect(slots.isFull).toBe(true);
  slots.leave("a", 1);
  expect([slots.taken(), slots.isFull]).toEqual([[], false]);
});

test("hosts that were slow have four places together, until they are quick again", () => {
  const slots = new HostSlots();
  const slow = ["a", "b", "c", "d", "e"];
  for (const host of slow) {
    slots.enter(host);
    slots.leave(host, SLOW_MS);
  }
  expect(slots.taken()).toEqual([]);
  for (const host of ["a", "b", "c", "quick"]) {
    slots.enter(host);
  }
  expect(slots.taken()).toEqual([]);
  slots.enter("d");
  expect(slots.taken()).toEqual(slow);
  slots.leave("a", 1);
  expect(slots.taken()).toEqual([]);
  slots.enter("a");
  expect(slots.taken()).toEqual([]);
});
