import type { PageContent, Word } from "@quire/layout";
import type { WebGlyph } from "@quire/typeset/webfont";
import { describe, expect, test } from "vitest";
import type { PaintedGlyph, TextLook } from "../../../pdfium/worker/painted/painted-text.ts";
import { FontFamilies } from "./font-families.ts";
import { setWord } from "./set-words.ts";

const LOOK: TextLook = {
  fontName: "Serif",
  kind: "outlines",
  along: { x: 10, y: 0 },
  up: { x: 0, y: -10 },
  fill: { color: 0, opacity: 1 },
  stroke: undefined,
  clip: { xMin: 0, yMin: 0, xMax: 100, yMax: 100 },
  isOptional: false,
};

/** Returns a triangle that is as high as its advance is wide. */
const triangle = (advance: number): WebGlyph => ({
  contours: [
    {
      startX: 0,
      startY: 0,
      steps: [
        [advance, 0],
        [0, advance],
      ],
    },
  ],
  advance,
});

const painted = (originX: number, advance = 0.5, look: TextLook = LOOK): PaintedGlyph => ({
  look,
  originX,
  originY: 50,
  glyph: triangle(advance),
});

/** Sets a word whose glyphs stand for these texts. */
function set(texts: readonly string[], glyphs: readonly (PaintedGlyph | undefined)[], text = texts.join("")) {
  const word = { text, glyphs: texts.map((_, index) => index) } as unknown as Word;
  const content = { glyphs: { text: texts } } as unknown as PageContent;
  return setWord(word, content, { painted: glyphs, families: new FontFamilies("T") });
}

const piecesOf = (word: ReturnType<typeof setWord>) =>
  word.kind === "set" ? word.pieces.map(({ text, family, x }) => ({ text, family, x })) : word.kind;

describe("words in the fonts of a page", () => {
  test("glyphs one after the other are told only where the first of them is", () => {
    expect(piecesOf(set(["a", "b"], [painted(20), painted(25)]))).toEqual([{ text: "ab", family: "T1", x: [20] }]);
  });

  test("glyphs apart are told their places", () => {
    expect(piecesOf(set(["a", "b"], [painted(20), painted(27)]))).toEqual([{ text: "ab", family: "T1", x: [20, 27] }]);
  });

  test("a ligature is the glyph of its first character, and the others paint nothing", () => {
    expect(piecesOf(set(["fi", "n"], [painted(20), painted(25)]))).toEqual([{ text: "fin", family: "T1", x: [20] }]);
  });

  test("the second character of a ligature of equal ones paints nothing, in a font of its own", () => {
    expect(piecesOf(set(["o", "ff"], [painted(20), painted(25, 0.6)]))).toEqual([
      { text: "of", family: "T1", x: [20] },
      { text: "f", family: "T2", x: [31] },
    ]);
  });

  test("a word whose text is not that of its glyphs is one glyph", () => {
    expect(piecesOf(set(["a", "b"], [painted(20), painted(25)], "XYX"))).toEqual([
      { text: "X", family: "T1", x: [20] },
      { text: "YX", family: "T2", x: [30] },
    ]);
  });

  test("two glyphs of one character are in two fonts", () => {
    expect(piecesOf(set(["a", "a"], [painted(20), painted(25, 0.6)]))).toEqual([
      { text: "a", family: "T1", x: [20] },
      { text: "a", family: "T2", x: [25] },
    ]);
  });

  test("what no glyph paints is in the picture, and what has no outline is in the reader's own fonts", () => {
    expect(set(["a"], [undefined]).kind).toBe("pictured");
    expect(set(["a"], [painted(20, 0.5, { ...LOOK, kind: "type 3" })]).kind).toBe("pictured");
    expect(set(["a"], [{ ...painted(20), glyph: undefined }]).kind).toBe("replaced");
  });
});
