import { expect, test } from "vitest";
import { countWords } from "./word-count.ts";

test.each([
  ["", 0],
  ["One, two -- three.", 3],
  ["— … !", 0],
  ["3.14 is 2nd", 3],
  ["don't use a_b, e.g. 1,000", 5],
  ["and/or (foo-bar)", 4],
  ["你好", 1],
])("'%s' has %i words", (text, count) => {
  expect(countWords(text)).toBe(count);
});
