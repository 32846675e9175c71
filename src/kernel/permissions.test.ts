import { expect, test } from "vitest";
import { PERMISSIONS, parsePermissions } from "./permissions.ts";

test.each([
  ["all", PERMISSIONS],
  ["NONE", []],
  ["copy, print", ["print", "copy"]],
  ["annotate,annotate", ["annotate"]],
])("%j", (text, value) => expect(parsePermissions(text)).toEqual({ value }));

test.each(["everything", "print,", "all,print", "none,none"])("%j is refused", (text) => {
  expect(parsePermissions(text)).toMatchObject({ fault: { type: "enum" } });
});
