import { expect, test } from "vitest";
import { withoutTrailing } from "./trailing.ts";

test.each([
  ["a//", "a"],
  ["/a", "/a"],
  ["///", ""],
  ["", ""],
])("%j without the slashes at its end is %j", (text, expected) => {
  expect(withoutTrailing(text, "/")).toBe(expected);
});
