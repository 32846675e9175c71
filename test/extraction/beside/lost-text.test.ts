import { expect, test } from "vitest";
import { lostText } from "./lost-text.ts";

test("a word counts as lost when both others have it more often", () => {
  const { words } = lostText("one two", ["one two two three", "two one two four"]);
  expect(words).toEqual({ shared: 3, lost: ["two"], alone: [] });
});

test("a number whose digits have moved is lost, and the number that they make is ours alone", () => {
  const { numbers } = lostText("Price 5,290 on 1/2/2026.", ["Price 25,90 on 1/2/2026.", "Price: 25,90 (1/2/2026)"]);
  expect(numbers).toEqual({ shared: 2, lost: ["25,90"], alone: ["5,290"] });
});

test("a long word that is parted otherwise, ligatures and soft hyphens are not lost", () => {
  const others = ["hyphenated efficient", "hyphen\u{AD}ated e\u{FB03}cient"] as const;
  expect(lostText("hyphen ated e\u{FB03}cient", others).words.lost).toEqual([]);
  expect(lostText("hyphen", others).words.lost).toEqual(["hyphenated", "efficient"]);
});

test("characters without a value count where one of the others has them", () => {
  expect(lostText("\u{FFFD}\u{FFFD}", ["\u{FFFD}", "ab"]).unmapped).toBe(2);
  expect(lostText("\u{FFFD}\u{FFFD}", ["\u{FFFD}", "\u{FFFD}\u{FFFD}"]).unmapped).toBe(1);
  // A code in place of a character is none.
  expect(lostText("\u{FFFD} a", ["\u{1A} a", "\u{FFFD} a"]).unmapped).toBe(0);
});
