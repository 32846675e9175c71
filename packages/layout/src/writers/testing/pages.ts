import type { Glyphs, Link, PageContent, Rule, Shape } from "../../content.ts";
import type { Line, PageLines, Word } from "../../words.ts";

/* Pages with words at given places, for the writers' tests. */

const NO_GLYPHS: Glyphs = {
  count: 0,
  text: [],
  xMin: new Float32Array(),
  yMin: new Float32Array(),
  xMax: new Float32Array(),
  yMax: new Float32Array(),
  originX: new Float32Array(),
  originY: new Float32Array(),
  font: new Uint16Array(),
  sizePt: new Float32Array(),
  angleDegrees: new Uint16Array(),
  color: new Uint32Array(),
  markedContentId: new Int32Array(),
  flags: new Uint8Array(),
};

export interface PageParts {
  readonly page?: number;
  readonly links?: readonly Link[];
  readonly shapes?: readonly Shape[];
  readonly rules?: readonly Rule[];
  readonly images?: PageContent["images"];
}

export const pageOf = (
  lines: readonly Line[],
  { page = 1, links = [], shapes = [], rules = [], images = [] }: PageParts = {},
): PageLines => ({
  content: { page, widthPt: 595, heightPt: 842, fonts: [], glyphs: NO_GLYPHS, rules, shapes, images, links },
  lines,
});

export type WordParts = Partial<Word> & { readonly text: string };

/** Builds a word of 10-point type, 5 points a character, that begins at `x` with its baseline at `y`. */
export const wordAt = (x: number, y: number, { text, ...more }: WordParts): Word => ({
  text,
  glyphs: [],
  xMin: x,
  yMin: y - 8,
  xMax: x + 5 * text.length,
  yMax: y + 2,
  baselineY: y,
  sizePt: 10,
  font: { name: "Sans", weight: 400, isItalic: false, isFixedPitch: false, isSerif: false },
  isBold: false,
  color: 0,
  markedContentId: -1,
  isArtifact: false,
  ...more,
});

export const lineOf = (words: readonly Word[], rotation: Line["rotation"] = 0): Line => ({
  words,
  xMin: Math.min(...words.map(({ xMin }) => xMin)),
  yMin: Math.min(...words.map(({ yMin }) => yMin)),
  xMax: Math.max(...words.map(({ xMax }) => xMax)),
  yMax: Math.max(...words.map(({ yMax }) => yMax)),
  baselineY: words[0]?.baselineY ?? 0,
  sizePt: 10,
  rotation,
});

/** Places the words of a text from `x` on, on one line. */
export function textAt(x: number, y: number, text: string): Line {
  let at = x;
  return lineOf(
    text.split(" ").map((word) => {
      const own = wordAt(at, y, { text: word });
      at = own.xMax + 5;
      return own;
    }),
  );
}
