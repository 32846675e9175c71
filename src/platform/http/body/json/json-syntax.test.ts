import { array, assert, constantFrom, json, oneof, property } from "fast-check";
import { expect, test } from "vitest";
import { findJsonFault } from "./json-syntax.ts";

test.each([
  ["", 0, "value"],
  ["   ", 3, "value"],
  ["{", 1, "name or end of object"],
  ['{"a" 1}', 5, "colon"],
  ['{"a": x}', 6, "value"],
  ['{"a": 1,}', 8, "name"],
  ["[1,]", 3, "value"],
  ["[1 2]", 3, "comma or end"],
  ['{"a": 1]', 7, "comma or end"],
  ["[1}", 2, "comma or end"],
  ["{} {}", 3, "end of data"],
  ["01", 1, "end of data"],
  ['{"a": "unended', 6, "value"],
  ['"a\nb"', 0, "value"],
  ["NaN", 0, "value"],
  ["]", 0, "value"],
  [`"${"a".repeat(1_000_000)}`, 0, "value"],
  ["[".repeat(100_000), 100_000, "value or end of array"],
])("%.20j fails at %i", (text, index, expected) => {
  expect(findJsonFault(text)).toEqual({ index, expected });
});

test.each(["{}", "[]", ' {"a":[1,{"b":null}],"c":"\\u00e9\\n"}\n', "-1.5e+3", "true", '""', "[[],{}]"])(
  "%j is JSON",
  (text) => expect(findJsonFault(text)).toBeUndefined(),
);

test("it agrees with JSON.parse about every text", () => {
  const pieces = constantFrom(
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    '"a"',
    '"',
    "\\",
    "1",
    "-",
    "0",
    ".",
    "e",
    "true",
    " ",
    "x",
  );
  const texts = oneof(
    json(),
    array(pieces, { maxLength: 12 }).map((parts) => parts.join("")),
  );
  assert(
    property(texts, (text) => {
      expect(findJsonFault(text) === undefined).toBe(isJson(text));
    }),
    { numRuns: 2000 },
  );
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
