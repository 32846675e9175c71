import { expect, test } from "vitest";
import { typedSeparator } from "./page-separator.ts";

test("typed escapes become the characters that they represent, and all else stays", () => {
  expect(typedSeparator(String.raw`\n==\t\f\x`)).toBe("\n==\t\f\\x");
});
