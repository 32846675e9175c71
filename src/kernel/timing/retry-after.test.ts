import { expect, test } from "vitest";
import { retryAfterMs } from "./retry-after.ts";

const NOW = Date.UTC(2026, 10, 22, 12, 0, 0);

test.each([
  ["0", 0],
  ["2", 2000],
  [" 120 ", 120_000],
  ["0.5", 500],
  ["1.0001", 1001],
  ["Sun, 22 Nov 2026 12:01:00 GMT", 60_000],
  ["Sun, 22 Nov 2026 11:59:00 GMT", 0],
])("%s is a wait", (value, expected) => {
  expect(retryAfterMs(value, NOW)).toBe(expected);
});

test.each([
  undefined,
  null,
  "",
  "-1",
  "1e3",
  "0x10",
  "soon",
  "Infinity",
  "99999999999",
  "November 2027",
  "2026-11-22T12:01:00Z",
  "Sun, 22 Nov 2026 12:01:00",
  "Sun, 99 Nov 2026 12:01:00 GMT",
  "1, 2",
])("%s is none", (value) => {
  expect(retryAfterMs(value, NOW)).toBeUndefined();
});
