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
