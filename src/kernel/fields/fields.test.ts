import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { FaultParameters } from "../faults.ts";
import { documentPassword, fields, toJsonSchema } from "./fields.ts";

/** Returns what one field makes of `raw`: its value, or the type of the fault. */
function read(field: z.ZodType, raw: unknown): unknown {
  const parsed = z.object({ field }).safeParse(raw === undefined ? {} : { field: raw });
  if (parsed.success) {
    return parsed.data.field;
  }
  const [issue] = parsed.error.issues;
  return issue?.code === "custom" ? (issue.params as FaultParameters).fault.type : issue?.code;
}

describe("flags", () => {
  const flag = fields.flag({ default: true });
  test.each(["true", "1", "on", "YES", "t", "y"])("%j is true", (raw) => expect(read(flag, raw)).toBe(true));
  test.each(["false", "0", "Off", "no", "f", "n"])("%j is false", (raw) => expect(read(flag, raw)).toBe(false));
  test.each(["2", "truth", " true", "null"])("%j is neither", (raw) => expect(read(flag, raw)).toBe("bool_parsing"));
  test.each(["", undefined])("%j is absent", (raw) => expect(read(flag, raw)).toBe(true));
});

describe("integers", () => {
  const quality = fields.integer({ min: 1, max: 100, default: 85 });
  test.each([
    ["1", 1],
    ["100", 100],
    ["+7", 7],
    ["12.0", 12],
    [12, 12],
    ["", 85],
    [undefined, 85],
    ["0", "greater_than_equal"],
    ["-1", "greater_than_equal"],
    ["101", "less_than_equal"],
    [" 1", "int_parsing"],
    ["1.5", "int_parsing"],
    ["1e2", "int_parsing"],
    ["0x10", "int_parsing"],
    ["NaN", "int_parsing"],
    ["Infinity", "int_parsing"],
    ["9".repeat(400), "int_parsing"],
    [1.5, "int_parsing"],
    ["ten", "int_parsing"],
  ])("%j gives %j", (raw, expected) => expect(read(quality, raw)).toBe(expected));

  test("one of a few", () => {
    const dpi = fields.oneOfIntegers({ values: [72, 150, 300], default: 150 });
    expect(["72", "300", "", "100", "x"].map((raw) => read(dpi, raw))).toEqual([72, 300, 150, "enum", "int_parsing"]);
  });
});

describe("numbers", () => {
  const opacity = fields.number({ min: 0.05, max: 1, default: 0.3 });
  test.each([
    ["0.05", 0.05],
    ["1", 1],
    ["5e-1", 0.5],
    [".5", 0.5],
    ["", 0.3],
    ["0.049", "greater_than_equal"],
    ["1.01", "less_than_equal"],
    ["NaN", "float_parsing"],
    ["Infinity", "float_parsing"],
    ["1e999", "float_parsing"],
    ["0x1", "float_parsing"],
    ["half", "float_parsing"],
  ])("%j gives %j", (raw, expected) => expect(read(opacity, raw)).toBe(expected));
});

describe("colours", () => {
  const colour = fields.colour({ default: "#808080" });
  test.each([
    ["#FF8000", "#ff8000"],
    ["#f80", "#ff8800"],
    ["", "#808080"],
    ["red", "string_pattern_mismatch"],
    ["#12345", "string_pattern_mismatch"],
    ["#gggggg", "string_pattern_mismatch"],
    ["#ff8000\n", "string_pattern_mismatch"],
  ])("%j gives %j", (raw, expected) => expect(read(colour, raw)).toBe(expected));
});

test("a page list is parsed where it enters", () => {
  const pages = fields.pages({ default: "all" });
  expect(read(pages, "2-")).toEqual({ kind: "ranges", ranges: [{ first: 2, last: null }] });
  expect(read(pages, "")).toEqual({ kind: "all" });
  expect(read(pages, "0")).toBe("value_error");
});

describe("choices", () => {
  const format = fields.choice({ values: ["PNG", "JPEG"], default: "PNG", aliases: { JPG: "JPEG" } });
  test.each([
    ["png", "PNG"],
    ["Jpeg", "JPEG"],
    ["jpg", "JPEG"],
    ["", "PNG"],
    ["gif", "enum"],
    [7, "enum"],
  ])("%j gives %j", (raw, expected) => expect(read(format, raw)).toBe(expected));
});

describe("texts", () => {
  test("an empty text is absent", () => {
    expect(read(documentPassword(), "")).toBeUndefined();
    expect(read(documentPassword(), "a")).toBe("a");
  });

  test("an empty text can be a value", () => {
    const password = fields.textEvenEmpty({ maxLength: 3 });
    expect([undefined, "", "abc", "abcd", 1].map((raw) => read(password, raw))).toEqual([
      "missing",
      "",
      "abc",
      "string_too_long",
      "string_type",
    ]);
  });

  test("an optional text can be absent and yet not empty", () => {
    const newPassword = fields.optionalTextEvenEmpty({ minLength: 1 });
    expect([undefined, "", "é"].map((raw) => read(newPassword, raw))).toEqual([undefined, "string_too_short", "é"]);
  });
});

test("fields describe themselves to the API description", () => {
  const schema = z.object({
    quality: fields.integer({ min: 1, max: 100, default: 85 }).describe("Quality."),
    password: fields.textEvenEmpty().describe("Password."),
  });
  expect(toJsonSchema(schema)).toMatchObject({
    properties: {
      quality: { type: "integer", minimum: 1, maximum: 100, default: 85, description: "Quality." },
      password: { type: "string" },
    },
    required: ["password"],
  });
});

describe("integers in JSON", () => {
  const amount = fields.jsonInteger({ min: -5, max: 5 });
  test.each([
    [5, 5],
    [-5, -5],
    [0, 0],
    [6, "less_than_equal"],
    [-6, "greater_than_equal"],
    [1.5, "int_parsing"],
    ["5", "int_parsing"],
    ["", "int_parsing"],
    [true, "int_parsing"],
    [Number.POSITIVE_INFINITY, "int_parsing"],
    [undefined, "missing"],
  ])("%j gives %j", (raw, expected) => expect(read(amount, raw)).toBe(expected));

  test("absent gives the default, or nothing", () => {
    expect(read(fields.jsonIntegerOr({ min: 0, default: 7 }), undefined)).toBe(7);
    expect(read(fields.optionalJsonInteger({ min: 0 }), undefined)).toBeUndefined();
    expect(read(fields.optionalJsonInteger({ min: 0 }), "")).toBe("int_parsing");
  });
});

describe("times", () => {
  test.each([
    ["2030-01-31T12:00:00Z", Date.UTC(2030, 0, 31, 12)],
    ["2030-01-31t12:00:00.5z", Date.UTC(2030, 0, 31, 12, 0, 0, 500)],
    ["2030-01-31T12:00:00+02:00", Date.UTC(2030, 0, 31, 10)],
    ["2028-02-29T00:00:00Z", Date.UTC(2028, 1, 29)],
    ["2030-02-30T12:00:00Z", "value_error"],
    ["2030-13-01T12:00:00Z", "value_error"],
    ["2030-01-31T24:00:00Z", "value_error"],
    ["2030-01-31T12:00:00", "value_error"],
    ["2030-01-31 12:00:00Z", "value_error"],
    ["2030-01-31", "value_error"],
    [1_900_000_000, "value_error"],
    ["", "value_error"],
    [undefined, undefined],
  ])("%j gives %j", (raw, expected) => expect(read(fields.optionalTime(), raw)).toBe(expected));
});

describe("days and hours", () => {
  test.each([
    ["2028-02-29", "2028-02-29"],
    ["2030-02-29", "value_error"],
    ["2030-1-1", "value_error"],
    ["2030-01-31T00:59:59Z", "2030-01-31T00"],
    ["2030-01-31T00:59:59+01:00", "2030-01-30T23"],
    ["9999-12-31T23:59:59-01:00", "value_error"],
    ["0000-01-01T00:00:00+01:00", "value_error"],
    ["2030-01-31T00", "value_error"],
    ["", "value_error"],
    [undefined, undefined],
  ])("%j gives %j", (raw, expected) => expect(read(fields.optionalDayOrHour(), raw)).toBe(expected));
});

describe("lists of choices", () => {
  const list = fields.choices({ values: ["a", "b"], default: ["a"] });
  test.each([
    [
      ["b", "A", "b"],
      ["b", "a"],
    ],
    [undefined, ["a"]],
    [[], "too_short"],
    ["a", "value_error"],
    [["a", ""], "enum"],
    [[{}], "enum"],
  ])("%j gives %j", (raw, expected) => expect(read(list, raw)).toEqual(expected));

  test("every wrong item is reported at its index", () => {
    const parsed = z.object({ list }).safeParse({ list: ["x", "a", 1] });
    expect(parsed.error?.issues.map(({ path }) => path)).toEqual([
      ["list", 0],
      ["list", 2],
    ]);
  });
});

test("a choice that may be absent is not empty", () => {
  const choice = fields.optionalChoice({ values: ["on", "off"] });
  expect([undefined, "ON", "", "x"].map((raw) => read(choice, raw))).toEqual([undefined, "on", "enum", "enum"]);
});

test("lengths and page sizes are in points, whatever unit they are given in", () => {
  const length = fields.optionalLength({ min: 0, max: 144 });
  expect([undefined, "", 36, "1in"].map((raw) => read(length, raw))).toEqual([undefined, undefined, 36, 72]);
  expect(["3in", "-1", "wide"].map((raw) => read(length, raw))).toEqual([
    "less_than_equal",
    "greater_than_equal",
    "value_error",
  ]);
  const size = fields.pageSize({ default: "Letter" });
  const letter = { widthPt: 612, heightPt: 792 };
  expect(["", "letter", "8.5x11in"].map((raw) => read(size, raw))).toEqual([letter, letter, letter]);
});
