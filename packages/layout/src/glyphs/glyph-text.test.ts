import { expect, test } from "vitest";
import { glyphText } from "./glyph-text.ts";

test("ligatures, forms of Arabic letters and punctuation of vertical lines come as letters", () => {
  expect(["\ufb03", "\ufe8d", "\ufe11", "\ufe35", "\ufe41"].map(glyphText)).toEqual(["ffi", "\u0627", "、", "(", "「"]);
});

test("an accent and a letter in one glyph are the letter with its accent", () => {
  expect(["\u00B4a", "`e", "\u00A8u", "\u02C7C"].map(glyphText)).toEqual(["\u00E1", "\u00E8", "\u00FC", "\u010C"]);
});

test("lam and alef that come as they are seen are read from the right, with the points of theirs", () => {
  expect(["\u0627\u0644", "\u064B\u0627\u0644", "\u0627\u064B\u0644"].map(glyphText)).toEqual([
    "\u0644\u0627",
    "\u0644\u0627\u064B",
    "\u0644\u0627\u064B",
  ]);
});

test("a joiner of marks and letters is no text, alone or before a letter", () => {
  expect(["\u034F", "\u034F\u05E9\u05BC"].map(glyphText)).toEqual(["", "\u05E9\u05BC"]);
});

test("other characters keep their form", () => {
  expect(["²", "Å", "ﾊ", "①"].map(glyphText)).toEqual(["²", "Å", "ﾊ", "①"]);
});
