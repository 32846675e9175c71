import type { Font } from "harfbuzzjs";
import { expect, test } from "vitest";
import { type GlyphCode, textOfCode } from "./glyph-code.ts";
import { noteText } from "./glyph-texts.ts";

/** A font that has glyphs 1 and 2 for a and b. */
const font = { nominalGlyph: (character: number) => ({ 0x61: 1, 0x62: 2 })[character] } as unknown as Font;

/** Returns what is recorded for glyphs that are clusters one after the other, each with its text. */
function noted(...clusters: readonly (readonly [glyphs: readonly number[], text: string])[]): Record<number, string> {
  const codes = new Map<number, GlyphCode>();
  const codeOf = (glyph: number): GlyphCode => {
    const code = codes.get(glyph) ?? { font: "F1", code: "00", width: 0, text: undefined, part: undefined };
    codes.set(glyph, code);
    return code;
  };
  for (const [glyphs, text] of clusters) {
    noteText(
      glyphs.map((glyph) => ({ glyph, code: codeOf(glyph) })),
      text,
      font,
    );
  }
  return Object.fromEntries([...codes].map(([glyph, code]) => [glyph, textOfCode(code)]));
}

test("a single glyph stands for all of its text, and for what it stood for first", () => {
  expect(noted([[7], "ffi"], [[7], "x"])).toEqual({ 7: "ffi" });
});

test("glyphs of a cluster stand for the characters that the font has them for, in any order", () => {
  expect(noted([[2, 1], "ab"])).toEqual({ 1: "a", 2: "b" });
});

test("the first of the other glyphs stands for the rest, further ones for nothing visible", () => {
  expect(noted([[8, 1, 9], "acd"])).toEqual({ 1: "a", 8: "cd", 9: "\u200B" });
});

test("what a glyph stands for alone counts more than its share in a cluster", () => {
  expect(noted([[8, 1], "ac"], [[8], "y"])).toEqual({ 1: "a", 8: "y" });
});

test("no code stands for characters that PDF/A forbids", () => {
  expect(noted([[7], "\0"], [[8], "\uFEFFz"])).toEqual({ 7: "\u200B", 8: "z" });
});
