import { assert, date, integer, property } from "fast-check";
import { expect, test } from "vitest";
import { formatDate, parseDate } from "./date.ts";

const reported = (text: string) => {
  const parsed = parseDate(text);
  return parsed && [new Date(parsed.instantMs).toISOString(), parsed.offsetMinutes, parsed.isStandard];
};

test.each([
  ["D:20260131235959+01'30'", "2026-01-31T22:29:59.000Z", 90],
  ["D:20260131235959+01'30", "2026-01-31T22:29:59.000Z", 90],
  ["D:20260131235959-08'00'", "2026-02-01T07:59:59.000Z", -480],
  ["D:20260131235959-08'", "2026-02-01T07:59:59.000Z", -480],
  ["D:20260131235959Z", "2026-01-31T23:59:59.000Z", 0],
  ["D:20260131235959Z00'00'", "2026-01-31T23:59:59.000Z", 0],
  ["D:20260131235959", "2026-01-31T23:59:59.000Z", undefined],
  ["D:202601312359", "2026-01-31T23:59:00.000Z", undefined],
  ["D:20260131", "2026-01-31T00:00:00.000Z", undefined],
  ["D:202602", "2026-02-01T00:00:00.000Z", undefined],
  ["D:0026", "0026-01-01T00:00:00.000Z", undefined],
  ["D:20240229", "2024-02-29T00:00:00.000Z", undefined],
])("the standard's form: %s", (text, instant, offset) => {
  expect(reported(text)).toEqual([instant, offset, true]);
});

test.each([
  ["20260131235959+01'00'", "2026-01-31T22:59:59.000Z", 60],
  [" D:20260131235959 \0", "2026-01-31T23:59:59.000Z", undefined],
  ["d:20260131235959", "2026-01-31T23:59:59.000Z", undefined],
  ["D:20260131235959+0100", "2026-01-31T22:59:59.000Z", 60],
  ["D:20260131235959+01:00", "2026-01-31T22:59:59.000Z", 60],
  ["D:20260131235959+01’00’", "2026-01-31T22:59:59.000Z", 60],
  ["D:20260131235959Z01'00'", "2026-01-31T22:59:59.000Z", 60],
  ["D:191000131235959", "2000-01-31T23:59:59.000Z", undefined],
  ["D: 20260131", "2026-01-31T00:00:00.000Z", undefined],
  ["2026-01-31T23:59:59.123+01:00", "2026-01-31T22:59:59.000Z", 60],
  ["2026-01-31", "2026-01-31T00:00:00.000Z", undefined],
  ["Sat Jan 31 23:59:59 2026", "2026-01-31T23:59:59.000Z", undefined],
])("a deviation is accepted, and reported: %j", (text, instant, offset) => {
  expect(reported(text)).toEqual([instant, offset, false]);
});

test.each([
  "",
  "D:",
  "D:2",
  "D:20261301",
  "D:20260231",
  "D:20260131246000",
  "D:20260131235959+25'00'",
  "D:20260131235959+01'70'",
  "yesterday",
  "Sat Foo 31 23:59:59 2026",
  `D:${"2".repeat(1_000_000)}`,
  `D:2026${" ".repeat(1_000_000)}x`,
])("is no date: %#", (text) => {
  expect(parseDate(text)).toBeUndefined();
});

test("1910 is not read as a year after 1999", () => {
  expect(parseDate("D:19101231")).toMatchObject({ year: 1910, month: 12, day: 31, isStandard: true });
});

test("what is written is read as the same instant and offset", () => {
  const instants = date({ min: new Date("0001-01-02"), max: new Date("9999-12-30"), noInvalidDate: true });
  assert(
    property(instants, integer({ min: -1439, max: 1439 }), (instant, offset) => {
      const parsed = parseDate(formatDate(instant, offset));
      expect(parsed?.isStandard).toBe(true);
      expect(parsed?.offsetMinutes).toBe(offset);
      expect(parsed?.instantMs).toBe(Math.floor(instant.getTime() / 1000) * 1000);
    }),
  );
  expect(formatDate(new Date("2026-01-31T23:59:59Z"), 60)).toBe("D:20260201005959+01'00'");
  expect(() => formatDate(new Date("+010000-01-01T00:00:00Z"))).toThrow(RangeError);
});
