import { expect, test } from "vitest";
import { parseCssColour } from "./css-colours.ts";

test.each([
  ["navy", "#000080"],
  [" RebeccaPurple ", "#663399"],
  ["aliceblue", "#f0f8ff"],
  ["yellowgreen", "#9acd32"],
  ["#FA0", "#ffaa00"],
  ["#12aBcD", "#12abcd"],
])("%s is %s", (text, value) => {
  expect(parseCssColour(text)).toEqual({ value });
});

test.each(["", "navyish", "#12345", "#ggg", "12abcd", "url(x)", "red;}", "constructor", 7, null])(
  "%j is none",
  (raw) => {
    expect(parseCssColour(raw)).toMatchObject({ fault: { type: "value_error" } });
  },
);
