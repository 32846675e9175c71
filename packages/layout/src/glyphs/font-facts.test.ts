import { expect, test } from "vitest";
import type { Font } from "../content.ts";
import { builtPage, CODE } from "../testing/built-page.ts";
import { fontFacts } from "./font-facts.ts";

const alphabet = "will mow him";
const named = (name: string, isFixedPitch = false): Font => ({
  name,
  weight: 0,
  isItalic: false,
  isFixedPitch,
  isSerif: false,
});

test("a font whose letters are all as wide is of fixed pitch, whatever it says", () => {
  const page = builtPage([{ text: alphabet, x: 50, y: 100, font: CODE }]);
  const silent = { ...page, fonts: page.fonts.map(() => named("")) };
  expect(fontFacts(silent)[CODE]?.isFixedPitch).toBe(true);
});

test("a font whose letters differ is of no fixed pitch, whatever it says", () => {
  const page = builtPage([{ text: alphabet, x: 50, y: 100 }]);
  expect(fontFacts({ ...page, fonts: [named("Courier", true)] })[0]?.isFixedPitch).toBe(false);
});

test("where too few letters are seen the name decides", () => {
  const page = builtPage([{ text: "aa", x: 50, y: 100 }]);
  const facts = fontFacts({ ...page, fonts: [named("DejaVuSansMono-BoldOblique")] })[0];
  expect(facts).toMatchObject({ isFixedPitch: true, isBold: true, font: { isItalic: true } });
});

test("the pitch of a Chinese font says nothing where it sets the text of a page, and tells code beside other text", () => {
  const text = { text: "設定檔皆位於 /etc 目錄裡。用 ls man vim 顯示", x: 50, y: 100, font: CODE };
  expect(fontFacts(builtPage([text]))[CODE]?.isFixedPitch).toBe(false);
  const other = { text: "Beside it stands text of another font, of which the page has more", x: 50, y: 120 };
  expect(fontFacts(builtPage([text, other]))[CODE]?.isFixedPitch).toBe(true);
  const latin = { text: "for (file of files) print(file.name, when) // 檔", x: 50, y: 100, font: CODE };
  expect(fontFacts(builtPage([latin]))[CODE]?.isFixedPitch).toBe(true);
});
