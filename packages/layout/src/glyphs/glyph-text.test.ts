import { expect, test } from "vitest";
import { glyphText } from "./glyph-text.ts";

test("ligatures, forms of Arabic letters and punctuation of vertical lines come as letters", () => {
  expect(["\ufb03", "\ufe8d", "\ufe11", "\ufe35", "\ufe41"].map(glyphText)).toEqual(["ffi", "\u0627", "、", "(", "「"]);
});

test("an accent and a letter in one glyph are the letter with its accent", () => {
  expect(["\u00B4a", "`e", "\u00A8u", "\u02C7C"].map(glyphText)).toEqual(["\u00E1", "\u00E8", "\u00FC", "\u010C"]);
});

test("other characters keep their form", () => {
  expect(["²", "Å", "ﾊ", "①"].map(glyphText)).toEqual(["²", "Å", "ﾊ", "①"]);
});
