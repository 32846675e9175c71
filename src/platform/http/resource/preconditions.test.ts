import { expect, test } from "vitest";
import { isKnown, requirePreconditions } from "./preconditions.ts";

const TAG = '"tpl_a.3"';
const none = { ifMatch: undefined, ifNoneMatch: undefined };
const failing = expect.objectContaining({ code: "precondition_failed" });

const holds = (conditions: Record<string, string>): boolean => {
  try {
    requirePreconditions({ ...none, ...conditions }, TAG);
    return true;
  } catch (error) {
    expect(error).toEqual(failing);
    return false;
  }
};

test.each([
  [TAG, true],
  ["*", true],
  [`"x", ${TAG}`, true],
  [`"x",${TAG},"y"`, true],
  ['"tpl_a.2"', false],
  ['"tpl_a"', false],
  // The comparison is strong (RFC 9110 §8.8.3.2).
  [`W/${TAG}`, false],
  ["tpl_a.3", false],
  ["", false],
])("If-Match: %s holds: %s", (ifMatch, expected) => {
  expect(holds({ ifMatch })).toBe(expected);
});

test.each([
  [TAG, true],
  [`W/${TAG}`, true],
  ["*", true],
  ['"other"', false],
  ["tpl_a.3", false],
])("If-None-Match: %s is known: %s", (ifNoneMatch, expected) => {
  expect(isKnown({ ...none, ifNoneMatch }, TAG)).toBe(expected);
  expect(holds({ ifNoneMatch })).toBe(!expected);
});

const ofNothing = (conditions: Record<string, string>) => (): void =>
  requirePreconditions({ ...none, ...conditions }, undefined);

test("what is not there matches nothing", () => {
  expect(ofNothing({})).not.toThrow();
  expect(ofNothing({ ifNoneMatch: "*" })).not.toThrow();
  expect(ofNothing({ ifMatch: "*" })).toThrow(failing);
  expect(ofNothing({ ifMatch: TAG })).toThrow(failing);
});
