import { expect, test } from "vitest";
import { losses, missedBars } from "./scores.ts";

test("a score that falls is reported, and one that rises is not", () => {
  const kept = { all: { overall: 0.9, furniture_leak: 0.1, teds: 0.8 } };
  expect(losses(kept, { all: { overall: 0.91, furniture_leak: 0.1, teds: 0.8 }, more: { overall: 0.1 } })).toEqual([]);
  expect(losses(kept, { all: { overall: 0.9, furniture_leak: 0.11, teds: 0.79 } })).toEqual([
    "all, furniture_leak: 0.11, was 0.1",
    "all, teds: 0.79, was 0.8",
  ]);
});

test("a score that is no longer measured has fallen", () => {
  expect(losses({ all: { overall: 0.9 } }, {})).toEqual(["all, overall: undefined, was 0.9"]);
});

test("a bar is the least, but the most for what is better low; what is not measured misses it", () => {
  const bars = { overall: 0.9, furniture_leak: 0.1 };
  expect(missedBars({ overall: 0.9, furniture_leak: 0.1 }, bars)).toEqual([]);
  expect(missedBars({ overall: 0.89, furniture_leak: 0.2 }, bars)).toHaveLength(2);
  expect(missedBars({}, bars)).toHaveLength(2);
});
