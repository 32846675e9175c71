import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DateWriter, dateOf } from "./dates.ts";
import { decimalOf, plain, sum } from "./decimal.ts";
import { labelOf } from "./labels.ts";
import { NumberWriter } from "./numbers.ts";
import { toneOf } from "./status-words.ts";

test.each([
  ["due_date", "Due date"],
  ["customerID", "Customer ID"],
  ["HTTPStatusCode", "HTTP status code"],
  ["vat_id", "VAT ID"],
  ["total-net.amount", "Total net amount"],
  ["Name (full)", "Name (full)"],
  ["2026", "2026"],
  ["q1Revenue", "Q1 revenue"],
  ["größe", "Größe"],
  ["客户", "客户"],
  ["_", "_"],
  ["", "(no name)"],
])("the member %s is called %s", (key, label) => {
  expect(labelOf(key)).toBe(label);
});

describe("decimals", () => {
  test("sums are exact", () => {
    const total = ["0.1", "0.2", "1e2", "-0.30", "99999999999999999999"].map((source) => decimalOf(source));
    const exact = total.reduce((one, other) => (one && other ? sum(one, other) : undefined));
    expect(exact && plain(exact)).toBe("100000000000000000099.00");
  });

  test("are what was written", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1e15, max: 1e15 }), (value) => {
        const decimal = decimalOf(String(value));
        expect(decimal === undefined ? value : Number(plain(decimal))).toBe(value === 0 ? 0 : value);
      }),
    );
  });

  test.each(["1e308", "1e-308", "0x1", "", "1.", "١", "1".repeat(61)])("%s is no decimal", (source) => {
    expect(decimalOf(source)).toBeUndefined();
  });
});

test.each([
  ["en-GB", "1234", "1234"],
  ["en-GB", "12345", "12,345"],
  ["en-GB", "1234.50", "1,234.50"],
  ["de-DE", "-1234.5", "-1.234,50"],
  ["en-GB", "9.799999999999999", "9.80"],
  ["en-GB", "65000.0", "65,000"],
  ["en-GB", "0.30000000000000004", "0.30"],
  ["en-GB", "99.99999999999989", "100"],
  ["en-GB", "-0", "-0"],
  ["en-GB", "1e308", "1 × 10³⁰⁸"],
  ["en-GB", "-2.5E-80", "−2.5 × 10⁻⁸⁰"],
  ["en-GB", "3.14159265358979323846264338327950288", "3.14159265358979323846264338327950288"],
  ["en-GB", "123456789012345678901234567890", "123,456,789,012,345,678,901,234,567,890"],
])("in %s the number %s is %s", (locale, source, text) => {
  expect(new NumberWriter(locale).writeSource(source, "amount")).toBe(source === "-0" ? "0" : text);
});

test("a number that names something is not grouped", () => {
  expect(new NumberWriter("en").writeSource("1234567", "customer_id")).toBe("1234567");
  expect(new NumberWriter("en").writeSource("1234567", "paid")).toBe("1,234,567");
});

describe("dates", () => {
  test.each([
    ["en-GB", "2026-03-12", "12 Mar 2026"],
    ["en-US", "2026-03-12", "Mar 12, 2026"],
    ["de", "2026-03-12", "12. März 2026"],
    ["en-GB", "2026-03-12T08:05:00Z", "12 Mar 2026, 08:05"],
    ["en-GB", "2026-03-12 08:05", "12 Mar 2026, 08:05"],
    ["en-GB", "2026-03-12T08:05:09+02:00", "12 Mar 2026, 08:05:09 +02:00"],
    ["en-GB", "2026-03-12T08:05:09.120Z", "12 Mar 2026, 08:05:09.120"],
  ])("in %s %s is %s", (locale, text, written) => {
    const date = dateOf(text);
    expect(date && new DateWriter(locale).write(date)).toBe(written);
  });

  test.each(["2026-02-30", "2026-13-01", "2026-1-1", "20260312", "2026-03-12T25:00Z", "12:30", "2026"])(
    "%s is no date",
    (text) => {
      expect(dateOf(text)).toBeUndefined();
    },
  );
});

test.each([
  ["active", "good"],
  [" Failed ", "bad"],
  ["IN_PROGRESS", "busy"],
  ["on-hold", "busy"],
  ["Cancelled", "calm"],
  ["activity", undefined],
  ["failed twice", undefined],
])("the state %j is %s", (text, tone) => {
  expect(toneOf(text)).toBe(tone);
});
