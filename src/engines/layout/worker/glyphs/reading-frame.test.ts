import { expect, test } from "vitest";
import { readingFrame } from "./reading-frame.ts";

const box = [10, 20, 110, 40] as const;

test.each([0, 90, 180, 270])("what comes back from the frame of %s degrees stands where it stood", (angleDegrees) => {
  const { toFrame, toPage } = readingFrame(angleDegrees);
  expect(toPage(toFrame(box))).toEqual(box);
});

test.each([
  { angleDegrees: 0, first: [10, 10, 20, 20], next: [30, 10, 40, 20] },
  { angleDegrees: 90, first: [10, 10, 20, 20], next: [10, 30, 20, 40] },
  { angleDegrees: 180, first: [30, 10, 40, 20], next: [10, 10, 20, 20] },
  { angleDegrees: 270, first: [10, 30, 20, 40], next: [10, 10, 20, 20] },
] as const)("text at $angleDegrees degrees runs to the right in its frame", ({ angleDegrees, first, next }) => {
  const { toFrame } = readingFrame(angleDegrees);
  expect(toFrame(next)[0]).toBeGreaterThan(toFrame(first)[0]);
  expect(toFrame(next)[1]).toBe(toFrame(first)[1]);
});

test.each([
  { angleDegrees: 90, head: [50, 0, 60, 10], foot: [10, 0, 20, 10] },
  { angleDegrees: 180, head: [0, 50, 10, 60], foot: [0, 10, 10, 20] },
  { angleDegrees: 270, head: [10, 0, 20, 10], foot: [50, 0, 60, 10] },
] as const)("what is above stays above at $angleDegrees degrees", ({ angleDegrees, head, foot }) => {
  const { toFrame } = readingFrame(angleDegrees);
  expect(toFrame(head)[1]).toBeLessThan(toFrame(foot)[1]);
});
