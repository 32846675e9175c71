import { expect, test } from "vitest";
import { glyphText } from "./glyph-text.ts";

test("ligatures, forms of Arabic letters and punctuation of vertical lines come as letters", () => {
  expect(["\ufb03", "\ufe8d", "\ufe11", "\ufe35", "\ufe41"].map(glyphText)).toEqual(["ffi", "\u0627", "、", "(", "「"]);
});

test("other characters keep their form", () => {
  expect(["²", "Å", "ﾊ", "①"].map(glyphText)).toEqual(["²", "Å", "ﾊ", "①"]);
});
