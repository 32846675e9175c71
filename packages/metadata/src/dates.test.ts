import { expect, test } from "vitest";
import { rfc3339Of } from "./dates.ts";

test.each([
  ["D:20260131235959+01'00'", "2026-01-31T23:59:59+01:00"],
  ["D:20260131235959-05'30", "2026-01-31T23:59:59-05:30"],
  ["D:20260131Z", "2026-01-31T00:00:00Z"],
  ["D:2026", "2026-01-01T00:00:00Z"],
  ["2026-01-31T12:00:00.25+02:00", "2026-01-31T12:00:00+02:00"],
  ["yesterday", undefined],
  ["D:20260231", undefined],
])("%s is %s", (written, expected) => {
  expect(rfc3339Of(written)).toBe(expected);
});
