import { expect, test } from "vitest";
import { HostSlots, type SlotHolder } from "./host-slots.ts";

const SLOW_MS = 10_000;

/** A host that is asked for an account of its own. */
const ofOne = (host: string): SlotHolder => ({ host, accountId: `account of ${host}` });

test("a host has two places, all hosts eight", () => {
  const slots = new HostSlots();
  for (const host of ["a", "a", "b", "c", "d", "e", "f"]) {
    expect(slots.isFull).toBe(false);
    slots.enter(ofOne(host));
  }
  expect([slots.taken(), slots.isFull]).toEqual([["a"], false]);
  slots.enter(ofOne("g"));
  expect(slots.isFull).toBe(true);
  slots.leave(ofOne("a"), 1);
  expect([slots.taken(), slots.isFull]).toEqual([[], false]);
});

test("hosts that were slow have four places together, until they are quick again", () => {
  const slots = new HostSlots();
  const slow = ["a", "b", "c", "d", "e"];
  for (const host of slow) {
    slots.enter(ofOne(host));
    slots.leave(ofOne(host), SLOW_MS);
  }
  expect(slots.taken()).toEqual([]);
  for (const host of ["a", "b", "c", "quick"]) {
    slots.enter(ofOne(host));
  }
  expect(slots.taken()).toEqual([]);
  slots.enter(ofOne("d"));
  expect(slots.taken()).toEqual(slow);
  slots.leave(ofOne("a"), 1);
  expect(slots.taken()).toEqual([]);
  slots.enter(ofOne("a"));
  expect(slots.taken()).toEqual([]);
});

const ofMany = (host: string): SlotHolder => ({ host, accountId: "many" });

test("an account has four places, however many hosts it has", () => {
  const slots = new HostSlots();
  for (const host of ["a", "b", "c"]) {
    slots.enter(ofMany(host));
  }
  slots.enter(ofOne("x"));
  expect([slots.accountsWithPlaces(), slots.accountsTaken()]).toEqual([["many", "account of x"], []]);
  slots.enter(ofMany("d"));
  expect(slots.accountsTaken()).toEqual(["many"]);
  slots.leave(ofMany("a"), 1);
  slots.leave(ofOne("x"), 1);
  expect([slots.accountsWithPlaces(), slots.accountsTaken()]).toEqual([["many"], []]);
});
