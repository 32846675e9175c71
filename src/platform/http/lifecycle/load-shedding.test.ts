import { expect, test } from "vitest";
import { FairPlaces } from "../../../kernel/timing/fair-places.ts";
import { LoadShedding } from "./load-shedding.ts";

function scene(count = 2) {
  let nowMs = 5;
  const places = new FairPlaces(count);
  const shedding = new LoadShedding(places, () => nowMs);
  const refuse = (times: number): void => {
    for (let time = 0; time < times; time += 1) {
      shedding.noteRefusal();
    }
  };
  return {
    places,
    shedding,
    refuse,
    pass: (ms: number): void => {
      nowMs += ms;
    },
  };
}

test("many refusals within a second are overload, until there were few for a second", () => {
  const { shedding, refuse, pass } = scene();
  refuse(19);
  expect(shedding.isOverload).toBe(false);
  refuse(1);
  expect(shedding.isOverload).toBe(true);
  pass(1000);
  expect(shedding.isOverload).toBe(true);
  refuse(19);
  pass(1000);
  expect(shedding.isOverload).toBe(false);
});

test("a long silence ends overload", () => {
  const { shedding, refuse, pass } = scene();
  refuse(100);
  pass(2500);
  expect(shedding.isOverload).toBe(false);
});

test("many more requests on their way than there are places are overload", () => {
  const { places, shedding } = scene(10);
  const held = Array.from({ length: 8 }, (_, at) => places.take(`account ${at}`));
  const approaching = Array.from({ length: 21 }, () => shedding.approach());
  expect(shedding.isOverload).toBe(false);
  approaching.push(shedding.approach());
  expect([shedding.isOverload, shedding.approaching]).toEqual([true, 22]);
  approaching[0]?.release();
  approaching[0]?.release();
  expect([shedding.isOverload, shedding.approaching]).toEqual([false, 21]);
  approaching.push(shedding.approach());
  held[0]?.release();
  expect(shedding.isOverload).toBe(false);
});

test("requests that come slowly are not on their way to a place", () => {
  const { shedding, pass } = scene();
  const slow = Array.from({ length: 100 }, () => shedding.approach());
  expect(shedding.isOverload).toBe(true);
  pass(1000);
  expect([shedding.isOverload, shedding.approaching]).toEqual([true, 100]);
  pass(1000);
  expect([shedding.isOverload, shedding.approaching]).toEqual([false, 0]);
  for (const each of slow) {
    each.release();
  }
  expect(shedding.approaching).toBe(0);
});
