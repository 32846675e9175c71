import { describe, expect, test } from "vitest";
import { parseLength, parsePageSize } from "./lengths.ts";

const points = (raw: unknown): unknown => {
  const parsed = parseLength({ min: 0, max: 144 })(raw);
  return "fault" in parsed ? parsed.fault.type : Math.round(parsed.value * 1000) / 1000;
};

describe("lengths", () => {
  test.each([
    [72, 72],
    [0, 0],
    ["36", 36],
    ["+1.5", 1.5],
    ["-0", 0],
    [".5in", 36],
    ["20mm", 56.693],
    ["2 cm", 56.693],
    ["1IN", 72],
    [" 96px ", 72],
    ["12pt", 12],
    ["50.8mm", 144],
  ])("%j is %d points", (raw, expected) => {
    expect(points(raw)).toBeCloseTo(expected);
  });

  test.each([
    [-1, "greater_than_equal"],
    ["-5mm", "greater_than_equal"],
    [144.1, "less_than_equal"],
    ["3in", "less_than_equal"],
    ["1em", "value_error"],
    ["", "value_error"],
    ["1,5cm", "value_error"],
    ["1e2", "value_error"],
    [Number.NaN, "value_error"],
    [true, "value_error"],
    [["72"], "value_error"],
  ])("%j is refused: %s", (raw, type) => {
    expect(points(raw)).toBe(type);
  });
});

const size = (raw: unknown): unknown => {
  const parsed = parsePageSize(raw);
  return "fault" in parsed ? parsed.fault.type : [parsed.value.widthPt, parsed.value.heightPt].map(Math.round);
};

describe("page sizes", () => {
  test.each([
    ["A4", [595, 842]],
    ["a0", [2384, 3370]],
    ["A6", [298, 420]],
    ["LETTER", [612, 792]],
    ["legal", [612, 1008]],
    ["tabloid", [792, 1224]],
    ["210x297mm", [595, 842]],
    ["210mm x 297mm", [595, 842]],
    ["8.5X11in", [612, 792]],
    ["100×200", [100, 200]],
    ["1inx100", [72, 100]],
  ])("%s", (raw, expected) => {
    expect(size(raw)).toEqual(expected);
  });

  test.each([
    ["A7", "value_error"],
    ["210x297xmm", "value_error"],
    ["x", "value_error"],
    [210, "value_error"],
    ["10x297mm", "greater_than_equal"],
    ["210x9000mm", "less_than_equal"],
  ])("%j is refused: %s", (raw, type) => {
    expect(size(raw)).toBe(type);
  });
});
