import { expect, test } from "vitest";
import { isShared, scriptOf, scriptOfAll } from "./scripts.ts";

test.each([
  ["a", "Latn"],
  ["ж", "Cyrl"],
  ["م", "Arab"],
  ["漢", "Hani"],
  ["か", "Hira"],
  ["क", "Deva"],
  ["𞤀", "Adlm"],
  ["ꡀ", "Phag"],
  ["(", "Zyyy"],
  ["😀", "Zyyy"],
  ["\u0301", "Zinh"],
  ["\u{10FFFF}", "Zyyy"],
])("the script of %s is %s", (character, script) => {
  expect(scriptOf(character)).toBe(script);
});

test("several characters have the script of the first that has one", () => {
  expect(scriptOfAll("(\u0301שa")).toBe("Hebr");
  expect(scriptOfAll("1.")).toBe("Zyyy");
  expect([isShared("Zyyy"), isShared("Zinh"), isShared("Latn")]).toEqual([true, true, false]);
});
