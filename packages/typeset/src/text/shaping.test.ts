import { afterAll, describe, expect, test } from "vitest";
import type { FontFace } from "../fonts/font-face.ts";
import { type ShapedGlyph, shapeItem } from "./shaping.ts";
import { hasHbShape, hbShape } from "./testing/hb-shape.ts";
import { fontsOf, forgetFonts, missingFonts, notoPath } from "./testing/noto-fonts.ts";

afterAll(forgetFonts);

const files = {
  latin: "NotoSans-Regular.ttf",
  arabic: "NotoSansArabic-Regular.ttf",
  hebrew: "NotoSansHebrew-Regular.ttf",
  devanagari: "NotoSansDevanagari-Regular.ttf",
  thai: "NotoSansThai-Regular.ttf",
  emoji: "NotoColorEmoji.ttf",
  cjk: "NotoSansCJK-Regular.ttc",
};
const lacking = missingFonts(Object.values(files));
const why = lacking === undefined ? "" : ` (skipped: ${lacking})`;

interface Shaped {
  readonly glyphs: readonly ShapedGlyph[];
  readonly missing: readonly string[];
  readonly face: FontFace;
}

/** Shapes a whole text, or a part of it, with the face of its first character. */
function shaped(
  file: string,
  text: string,
  { script, level = 0, start = 0, end = text.length }: { script: string; level?: number; start?: number; end?: number },
): Shaped {
  const face = fontsOf(file).faceFor(String.fromCodePoint(text.codePointAt(start) ?? 0), { context: `${text}か` });
  if (face === undefined) {
    throw new Error(`${file} does not have ${text}`);
  }
  const missing = new Set<string>();
  const glyphs = shapeItem(text, { start, end, level, script, face }, missing);
  return { glyphs, missing: [...missing], face };
}

const texts = ({ glyphs }: Shaped): string[] => glyphs.map(({ text }) => text);
const numbers = ({ glyphs }: Shaped): number[] => glyphs.map(({ glyph }) => glyph);
const width = ({ glyphs }: Shaped): number => glyphs.reduce((sum, { advance }) => sum + advance, 0);

const lacksJudge = lacking ?? (hasHbShape() ? undefined : "hb-shape is not installed");
test.skipIf(lacksJudge !== undefined).each([
  [files.latin, "office AVATAR Toffee, fjord Ỹẽ", "Latn", 0],
  [files.arabic, "السلام عليكم ورحمة", "Arab", 1],
  [files.hebrew, "בְּרֵאשִׁית", "Hebr", 1],
  [files.devanagari, "नमस्ते क्षत्रिय र्कि", "Deva", 0],
  [files.thai, "ภาษาไทย น้ำ ก็", "Thai", 0],
  [files.emoji, "👨‍👩‍👧‍👦😀🇫🇷", "Zyyy", 0],
  [files.cjk, "漢字かな", "Hani", 0],
])(
  `%s: %s is shaped as HarfBuzz's own program shapes it${lacksJudge === undefined ? "" : ` (skipped: ${lacksJudge})`}`,
  (file, text, script, level) => {
    const { glyphs, face } = shaped(file, text, { script, level });
    const inThousandths = (units: number): number => Math.round((units * 1000) / face.unitsPerEm);
    const mine = glyphs.map(({ glyph, advance, offsetX, offsetY }) => {
      return `${glyph}@${inThousandths(offsetX)},${inThousandths(offsetY)}+${inThousandths(advance)}`;
    });
    expect(mine).toEqual(hbShape(notoPath(file) ?? "", text));
  },
);

describe.skipIf(lacking !== undefined)(`with Noto fonts${why}`, () => {
  test("Latin letters are kerned and make ligatures", () => {
    expect(texts(shaped(files.latin, "office", { script: "Latn" }))).toEqual(["o", "ffi", "c", "e"]);
    const apart = ["A", "V"].reduce((sum, letter) => sum + width(shaped(files.latin, letter, { script: "Latn" })), 0);
    expect(width(shaped(files.latin, "AV", { script: "Latn" }))).toBeLessThan(apart);
  });

  test("a letter and a mark become one glyph that stands for both", () => {
    expect(texts(shaped(files.latin, "e\u0301a", { script: "Latn" }))).toEqual(["e\u0301", "a"]);
  });

  test("Arabic letters join: the same letter has four forms", () => {
    const forms = ["ه", "هم", "مهم", "مه"].map((text) => {
      const { glyphs } = shaped(files.arabic, text, { script: "Arab", level: 1 });
      return glyphs.find((glyph) => glyph.text === "ه")?.glyph;
    });
    expect(new Set(forms).size).toBe(4);
    expect(forms).not.toContain(undefined);
  });

  test("letters join with those beyond the item", () => {
    const text = "مهم";
    const [inWord] = numbers(shaped(files.arabic, text, { script: "Arab", level: 1, start: 1, end: 2 }));
    const [alone] = numbers(shaped(files.arabic, "ه", { script: "Arab", level: 1 }));
    expect(inWord).toBe(
      shaped(files.arabic, text, { script: "Arab", level: 1 }).glyphs.find((glyph) => glyph.text === "ه")?.glyph,
    );
    expect(inWord).not.toBe(alone);
  });

  test("right-to-left glyphs come from left to right, each with its characters", () => {
    expect(texts(shaped(files.arabic, "سلام", { script: "Arab", level: 1 }))).toEqual(["م", "لا", "س"]);
    expect(texts(shaped(files.hebrew, "שלום", { script: "Hebr", level: 1 }))).toEqual(["ם", "ו", "ל", "ש"]);
  });

  test("brackets are mirrored in right-to-left text, and stand for what was written", () => {
    const opening = shaped(files.latin, "(", { script: "Hebr", level: 1 });
    expect(numbers(opening)).toEqual(numbers(shaped(files.latin, ")", { script: "Latn" })));
    expect(texts(opening)).toEqual(["("]);
  });

  test("Devanagari's i is put before its consonant, and the leftmost glyph has the syllable", () => {
    const syllable = shaped(files.devanagari, "कि", { script: "Deva" });
    expect(texts(syllable)).toEqual(["कि", ""]);
    const [consonant] = numbers(shaped(files.devanagari, "क", { script: "Deva" }));
    expect(numbers(syllable).at(1)).toBe(consonant);
    expect(numbers(shaped(files.devanagari, "क्ष", { script: "Deva" }))).toHaveLength(1);
  });

  test("Thai marks take no room", () => {
    expect(width(shaped(files.thai, "ก็", { script: "Thai" }))).toBe(width(shaped(files.thai, "ก", { script: "Thai" })));
  });

  test("a sequence of emoji is one glyph, with all of its characters", () => {
    expect(texts(shaped(files.emoji, "👨‍👩‍👧‍👦❤️", { script: "Zyyy" }))).toEqual(["👨‍👩‍👧‍👦", "❤️"]);
  });

  test("Chinese characters are as wide as they are high", () => {
    const { glyphs, face } = shaped(files.cjk, "漢字、", { script: "Hani" });
    expect(glyphs.map(({ advance, text }) => [advance / face.unitsPerEm, text])).toEqual([
      [1, "漢"],
      [1, "字"],
      [1, "、"],
    ]);
  });

  test("joiners get no glyph, and belong to the letter before", () => {
    expect(texts(shaped(files.latin, "a\u200cb\uFE0F", { script: "Latn" })).join("|")).toBe("a\u200c|b\uFE0F");
  });

  test("a mark without a base gets no circle", () => {
    expect(texts(shaped(files.devanagari, "\u093F", { script: "Deva" }))).toEqual(["\u093F"]);
  });

  test("characters that the face turns out not to have are left out and named", () => {
    const latin = shaped(files.latin, "aश\u200dbशc", { script: "Latn" });
    expect([texts(latin).join(""), latin.missing]).toEqual(["abc", ["श"]]);
    const arabic = shaped(files.arabic, "سअل", { script: "Arab", level: 1 });
    expect([texts(arabic), arabic.missing]).toEqual([["ل", "س"], ["अ"]]);
  });

  test("a word is shaped in the middle of a long line as it is alone", () => {
    const text = `${"ا".repeat(5000)}مهم${"ا".repeat(5000)}`;
    expect(texts(shaped(files.arabic, text, { script: "Arab", level: 1, start: 5000, end: 5003 }))).toEqual([
      "م",
      "ه",
      "م",
    ]);
  });
});
