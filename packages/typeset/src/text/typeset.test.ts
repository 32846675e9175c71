import { afterAll, describe, expect, test } from "vitest";
import { InstalledFonts } from "../fonts/installed-fonts.ts";
import type { GlyphRun } from "./glyph-run.ts";
import { fontsOf, forgetFonts, missingFonts } from "./testing/noto-fonts.ts";
import { type TypesetOptions, type TypesetText, typeset } from "./typeset.ts";

afterAll(forgetFonts);

const files = [
  "NotoSans-Regular.ttf",
  "NotoSansArabic-Regular.ttf",
  "NotoSansHebrew-Regular.ttf",
  "NotoSansDevanagari-Regular.ttf",
  "NotoSansThai-Regular.ttf",
  "NotoColorEmoji.ttf",
  "NotoSansCJK-Regular.ttc",
  "NotoSerif-Regular.ttf",
];
const lacking = missingFonts(files);
const why = lacking === undefined ? "" : ` (skipped: ${lacking})`;

const sizePt = 10;
const none = InstalledFonts.in([]);

describe.skipIf(lacking !== undefined)(`with Noto fonts${why}`, () => {
  const all = fontsOf(...files);
  const set = (text: string, options: Partial<TypesetOptions> = {}): TypesetText => {
    return typeset(text, { fonts: all, sizePt, align: "left", ...options });
  };

  test("a line is as wide as its glyphs, and as high as its face says", () => {
    const text = set("office AVA");
    const [run] = runsOf(text);
    expect(charactersOf(text)).toEqual(["office AVA"]);
    expect(text.widthPt).toBeCloseTo(run?.glyphs.reduce((sum, { advancePt }) => sum + advancePt, 0) ?? 0);
    // Noto Sans has 1069 and 293 thousandths of the em, and no line gap.
    expect(text.heightPt).toBeCloseTo(13.62);
    expect(text.lines[0]?.baselinePt).toBeCloseTo(2.93);
  });

  test("twice the size is twice as large", () => {
    const [small, large] = [set("Ĝis revido"), set("Ĝis revido", { sizePt: 20 })];
    expect([large.widthPt, large.heightPt]).toEqual([2 * small.widthPt, 2 * small.heightPt]);
  });

  test("lines stand under each other, and empty ones have height", () => {
    const text = set("a\n\nb\n");
    expect(text.lines.map(({ runs }) => runs.length)).toEqual([1, 0, 1, 0]);
    expect(text.heightPt).toBeCloseTo(4 * 13.62);
    expect(text.lines.map(({ baselinePt }) => Math.round(baselinePt * 100))).toEqual([4379, 3017, 1655, 293]);
  });

  test("a line is as high as the highest of its faces, and no lower than one of the main face", () => {
    const [high, low, main] = ["س", "😀", "a"].map((text) => set(text).heightPt);
    expect(high).toBeGreaterThan(main ?? 0);
    expect(low).toBe(main);
    expect(set("a\nس").heightPt).toBeCloseTo((main ?? 0) + (high ?? 0));
  });

  test.each([
    ["left", 0],
    ["center", 0.5],
    ["right", 1],
  ] as const)("short lines are set to the %s", (align, share) => {
    const text = set("wide line\ni", { align });
    const [long, short] = text.lines;
    expect(long?.runs[0]?.xPt).toBe(0);
    expect(short?.runs[0]?.xPt).toBeCloseTo((text.widthPt - (short?.widthPt ?? 0)) * share);
    expect(short?.widthPt).toBeLessThan(text.widthPt);
  });

  test("spaces at the end of a line do not move it, those at the start do", () => {
    expect(set("a  \t").widthPt).toBe(set("a").widthPt);
    expect(set("שלום  ").widthPt).toBe(set("שלום").widthPt);
    expect(set("  a").widthPt).toBeGreaterThan(set("a").widthPt);
  });

  test("each script has its face, and spaces and punctuation that of the text before", () => {
    expect(facesOf(set("Page 1, नमस्ते! ภาษา 漢字、か 😀 😀."))).toEqual([
      ["NotoSans-Regular", "Page 1, "],
      ["NotoSansDevanagari-Regular", "नमस्ते! "],
      ["NotoSansThai-Regular", "ภาษา "],
      ["NotoSansCJKjp-Regular", "漢字、か "],
      ["NotoColorEmoji", "😀"],
      ["NotoSansCJKjp-Regular", " "],
      ["NotoColorEmoji", "😀"],
      ["NotoSansCJKjp-Regular", "."],
    ]);
  });

  test("spaces and punctuation at the start have the face of the text after, and those among pictures that of Latin", () => {
    expect(facesOf(set("“नमस्ते"))).toEqual([["NotoSansDevanagari-Regular", "“नमस्ते"]]);
    expect(facesOf(set("😀 😀"))).toEqual([
      ["NotoColorEmoji", "😀"],
      ["NotoSans-Regular", " "],
      ["NotoColorEmoji", "😀"],
    ]);
  });

  test("brackets of a pair have the same face", () => {
    expect(facesOf(set("a (नम) ab"))).toEqual([
      ["NotoSans-Regular", "a ("],
      ["NotoSansDevanagari-Regular", "नम"],
      ["NotoSans-Regular", ") ab"],
    ]);
  });

  test("the family is preferred where it has the characters", () => {
    expect(facesOf(set("Ab नम", { family: "Noto Serif" }))).toEqual([
      ["NotoSerif-Regular", "Ab "],
      ["NotoSansDevanagari-Regular", "नम"],
    ]);
  });

  test("Hebrew, Latin and digits are in visual order in a Hebrew line, and in a Latin one", () => {
    expect(seen(set("שלום abc 123 לך"))).toBe("ךל abc 123 םולש");
    expect(seen(set("abc שלום 123 לך!"))).toBe("abc ךל 123 םולש!");
    expect(seen(set("(אב)"))).toBe(")בא(");
  });

  test("marks of direction decide where text stands, and are invisible", () => {
    expect(seen(set("abc \u2067שלום!\u2069 d"))).toBe("abc !םולש d");
    expect(charactersOf(set("a\u200f!"))).toEqual(["a!"]);
  });

  test("runs follow each other without gaps", () => {
    const text = set("שלום abc 漢字 سلام");
    let xPt = 0;
    for (const run of runsOf(text)) {
      expect(run.xPt).toBeCloseTo(xPt);
      xPt += run.widthPt;
    }
    expect(text.widthPt).toBeCloseTo(xPt);
  });

  test("characters that no font has are left out and named once", () => {
    const text = set("a\u{10FFFF}b\u0007\ud800\n\u{10FFFF}c\u200d\u00ad\uFEFF");
    expect(charactersOf(text)).toEqual(["ab", "c\u200d"]);
    expect(text.missing.toSorted()).toEqual(["\u0007", "\u{10FFFF}", "\ud800"].toSorted());
  });

  test("a letter keeps a mark of another face, and loses one that no face has", () => {
    expect(facesOf(set("क\u0301"))).toEqual([
      ["NotoSansDevanagari-Regular", "क"],
      ["NotoSans-Regular", "\u0301"],
    ]);
    const lost = set("a\u{1E8D0}");
    expect([charactersOf(lost), lost.missing]).toEqual([["a"], ["\u{1E8D0}"]]);
  });

  test.each(["\r\n", "\r", "\u0085", "\u2028", "\u2029"])("%j ends a line as a line feed does", (end) => {
    expect(set(`a${end}b`)).toEqual(set("a\nb"));
  });

  test.each([
    ["emoji", "😀".repeat(5000), 5000],
    ["alternating scripts", "aбאしक".repeat(2000), 10_000],
    ["marks on one letter", `a${"\u0301".repeat(9999)}`, 9999],
    ["nested embeddings", "\u202eאa".repeat(3333), 6666],
    ["nested isolates", "\u2068א".repeat(5000), 5000],
    ["brackets", "א(".repeat(5000), 10_000],
    ["spaces before a letter", `${" ".repeat(9999)}x`, 10_000],
    ["lines", "a\n".repeat(5000), 5000],
  ])("ten thousand characters are set: %s", (_, text, glyphs) => {
    const made = set(text);
    expect(runsOf(made).reduce((sum, run) => sum + run.glyphs.length, 0)).toBe(glyphs);
    expect(made.missing).toEqual([]);
  });

  test("what is set does not depend on what was set before", () => {
    const fresh = typeset("漢字 abc", { fonts: fontsOf(...files), sizePt, align: "left" });
    const again = set("漢字 abc");
    expect(facesOf(again)).toEqual(facesOf(fresh));
    expect(again.widthPt).toBe(fresh.widthPt);
    set("かな");
    expect(facesOf(set("漢字 abc"))).toEqual(facesOf(fresh));
  });
});

test("without fonts nothing is visible, all is missing, and there is still height", () => {
  const text = typeset("a b\nb", { fonts: none, sizePt, align: "center" });
  expect(runsOf(text)).toEqual([]);
  expect([text.widthPt, text.heightPt, text.missing]).toEqual([0, 20, ["a", " ", "b"]]);
});

test("an empty text is one empty line", () => {
  const text = typeset("", { fonts: none, sizePt, align: "left" });
  expect(text).toEqual({
    sizePt,
    widthPt: 0,
    heightPt: 10,
    lines: [{ baselinePt: 2, widthPt: 0, runs: [] }],
    missing: [],
  });
});

function runsOf({ lines }: TypesetText): GlyphRun[] {
  return lines.flatMap(({ runs }) => runs);
}

const logical = ({ direction, glyphs }: GlyphRun): string => {
  const clusters = glyphs.map(({ text }) => text);
  return (direction === "rtl" ? clusters.toReversed() : clusters).join("");
};

/** Returns the characters of each line, all of which run to the right. */
function charactersOf({ lines }: TypesetText): string[] {
  return lines.map(({ runs }) => runs.map(logical).join(""));
}

function facesOf(text: TypesetText): [string, string][] {
  return runsOf(text).map((run) => [run.face.postScriptName, logical(run)]);
}

/** Returns the characters as they are displayed from left to right. */
function seen(text: TypesetText): string {
  return runsOf(text)
    .flatMap(({ glyphs }) => glyphs.map((glyph) => glyph.text))
    .join("");
}
