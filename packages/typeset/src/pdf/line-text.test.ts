import { expect, test } from "vitest";
import type { FontFace } from "../fonts/font-face.ts";
import type { GlyphRun } from "../text/glyph-run.ts";
import { visualText } from "./line-text.ts";

const face: FontFace = {
  path: "",
  index: 0,
  family: "",
  postScriptName: "",
  glyphs: "truetype",
  unitsPerEm: 1000,
  ascent: 0,
  descent: 0,
  lineGap: 0,
  weight: 400,
  isItalic: false,
  has: () => false,
  read: () => new Uint8Array(0),
};

function textOf(...runs: readonly (readonly ["ltr" | "rtl", ...string[]])[]): string {
  const made = runs.map(([direction, ...texts]): GlyphRun => {
    const glyphs = texts.map((text) => ({ glyph: 1, advancePt: 1, offsetXPt: 0, offsetYPt: 0, text }));
    return { face, direction, xPt: 0, widthPt: 0, glyphs };
  });
  return visualText({ baselinePt: 0, widthPt: 0, runs: made });
}

test("what runs to the right stays as it is, with the texts of clusters in one piece", () => {
  expect(textOf(["ltr", "of", "fi", "", "ce"])).toBe("office");
});

test("what runs to the left is reversed, its ligatures and clusters as well", () => {
  // Glyphs stand from left to right: the alef of lam-alef is the last letter.
  expect(textOf(["ltr", "a "], ["rtl", "\u0644\u0627", "\u0633", "\u{1E900}"])).toBe("a \u0627\u0644\u0633\u{1E900}");
});

test("a vowel point at the left end stays with its letter", () => {
  expect(textOf(["rtl", "בּ", "א"])).toBe("\u200F\u05BCבא");
});

test("what no code may stand for is left out, halves of characters are replaced", () => {
  expect(textOf(["ltr", "a\0\uFEFF", "\uD83D", "b\uFFFE"])).toBe("a\uFFFDb");
});
