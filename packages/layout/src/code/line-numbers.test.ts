import { expect, test } from "vitest";
import { withoutLineNumbers } from "./line-numbers.ts";

test("numbers that count the lines of a listing are left out, and wrapped code stays", () => {
  expect(withoutLineNumbers([" 9 run(", "10   it,", "", "       and more", "12 )"])).not.toContain("run(");
  expect(withoutLineNumbers([" 9 run(", "10   it,", "       and more", "11", "12 )"])).toEqual([
    "run(",
    "  it,",
    "    and more",
    "",
    ")",
  ]);
});

test("numbers that do not count lines are code", () => {
  const table = ["1 2", "4 5", "7 8"];
  expect(withoutLineNumbers(table)).toEqual(table);
});

test("a listing of one line has a number where words follow it", () => {
  expect(withoutLineNumbers(["1 \\blackcase{x}{y}"])).toEqual(["\\blackcase{x}{y}"]);
  expect(withoutLineNumbers(["1 + 2"])).toEqual(["1 + 2"]);
  expect(withoutLineNumbers(["12 boats"])).toEqual(["12 boats"]);
});
