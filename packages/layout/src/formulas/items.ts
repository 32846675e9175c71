import type { Box, PageContent } from "../content.ts";
import { boxAround } from "../geometry/boxes.ts";
import { glyphText } from "../glyphs/glyph-text.ts";
import { alphabetOfText, mathFontOf } from "./math-fonts.ts";
import type { Alphabet, FormulaNode } from "./nodes.ts";
import { type Role, signOf } from "./signs.ts";

/** A part of a formula with its place: a glyph at first, then what has been put together of several. */
export interface Item {
  /** What it draws. */
  readonly ink: Box;
  /** Where it begins and ends on its line, by its advance. */
  readonly xMin: number;
  readonly xMax: number;
  readonly baselineY: number;
  readonly sizePt: number;
  readonly node: FormulaNode;
  readonly role: Role;
  /**
   * Whether its baseline says where its line is. Signs that grow, such as brackets and sums, and fractions stand around
   * the axis of the line instead.
   */
  readonly isOnBaseline: boolean;
  /** The height of the axis that a fraction or the like stands around; undefined for other items. */
  readonly axisY?: number;
  /** The number of glyphs in it. */
  readonly glyphs: number;
}

/** Reads items as one; undefined where it is not certain how they belong together. */
export type ReadItems = (items: readonly Item[]) => Item | undefined;

/** The height of the axis of formulas, which fraction bars stand on, in ems above the baseline. */
export const AXIS_EM = 0.25;

export const middleY = ({ ink }: Item): number => (ink.yMin + ink.yMax) / 2;
export const middleX = ({ ink }: Item): number => (ink.xMin + ink.xMax) / 2;
export const heightOf = ({ ink }: Item): number => ink.yMax - ink.yMin;

/** The height in ems from which a sign is one that has grown. */
const GROWN_EM = 1.15;

/** Returns the items of glyphs of a page; undefined where one of them has no text. */
export function itemsOf(content: PageContent, glyphs: readonly number[]): Item[] | undefined {
  const items: Item[] = [];
  for (const glyph of glyphs) {
    const item = itemOf(content, glyph);
    if (item === undefined) {
      return undefined;
    }
    items.push(item);
  }
  return items;
}

function itemOf({ glyphs, fonts }: PageContent, glyph: number): Item | undefined {
  const font = fonts[glyphs.font[glyph] ?? 0];
  const named = glyphText(glyphs.text[glyph] ?? "").trim();
  const written = (font !== undefined && EXTENSION.test(font.name) ? LARGE[named] : undefined) ?? named;
  if (font === undefined || written === "" || written.includes("\uFFFD")) {
    return undefined;
  }
  const math = mathFontOf(font);
  const { text, alphabet } = letterOf(written, math?.alphabet ?? alphabetOfText(font));
  const ink = inkOf(glyphs, glyph);
  const sizePt = glyphs.sizePt[glyph] ?? 0;
  const role = signOf(text)?.role ?? "ordinary";
  const isGrown = ink.yMax - ink.yMin > GROWN_EM * sizePt || EXTENSION.test(font.name);
  const isOfText = math === undefined && /^\p{L}+$/u.test(text) && !/^\p{Script=Greek}+$/u.test(text);
  return {
    ink,
    xMin: glyphs.xMin[glyph] ?? 0,
    xMax: glyphs.xMax[glyph] ?? 0,
    baselineY: glyphs.originY[glyph] ?? 0,
    sizePt,
    node: isOfText ? { kind: "word", text, alphabet } : { kind: "symbol", text, alphabet },
    role,
    isOnBaseline: !isGrown && role !== "large",
    glyphs: 1,
  };
}

/** The signs that fonts of large signs have under the names of small ones. */
const LARGE: Readonly<Record<string, string>> = {
  "∪": "⋃",
  "∩": "⋂",
  "∨": "⋁",
  "∧": "⋀",
  "⊕": "⨁",
  "⊗": "⨂",
  "⊙": "⨀",
  "⊔": "⨆",
  "⊎": "⨄",
  Σ: "∑",
  Π: "∏",
  "∐": "∐",
};

/** The fonts of TeX that have nothing but signs which grow; their glyphs hang from the baseline. */
const EXTENSION = /^(?:cmex|lmmathextension|(?:rtx|tx|ntx|px|rpx|fut|eu|mt)ex)/i;

function inkOf(glyphs: PageContent["glyphs"], glyph: number): Box {
  const { ink = glyphs } = glyphs;
  const isKnown = (ink.xMax[glyph] ?? 0) > (ink.xMin[glyph] ?? 0) && (ink.yMax[glyph] ?? 0) > (ink.yMin[glyph] ?? 0);
  const from = isKnown ? ink : glyphs;
  return {
    xMin: from.xMin[glyph] ?? 0,
    yMin: from.yMin[glyph] ?? 0,
    xMax: from.xMax[glyph] ?? 0,
    yMax: from.yMax[glyph] ?? 0,
  };
}

const MATH_ALPHANUMERIC = /^[\u{1D400}-\u{1D7FF}ℂℍℕℙℚℝℤℬℰℱℋℐℒℳℛℭℌℑℜℨℎ]$/u;
const DOUBLE_STRUCK = /^[ℂℍℕℙℚℝℤ]$/u;
const FRAKTUR = /^[ℭℌℑℜℨ]$/u;

/** Returns the letter that a character of Unicode's mathematical alphabets stands for, and its alphabet. */
function letterOf(written: string, alphabet: Alphabet): { readonly text: string; readonly alphabet: Alphabet } {
  if (!MATH_ALPHANUMERIC.test(written)) {
    return { text: written, alphabet: /^\p{N}+$/u.test(written) && alphabet !== "bold" ? "roman" : alphabet };
  }
  const text = written.normalize("NFKC");
  if (DOUBLE_STRUCK.test(written)) {
    return { text, alphabet: "blackboard" };
  }
  if (written === "ℑ" || written === "ℜ") {
    return { text: written, alphabet: "roman" };
  }
  if (FRAKTUR.test(written)) {
    return { text, alphabet: "fraktur" };
  }
  return { text, alphabet: written === "ℎ" ? "italic" : alphabetOfCode(written.codePointAt(0) ?? 0) };
}

/** The first code points of Unicode's mathematical alphabets, from U+1D400. */
const ALPHABETS: readonly (readonly [number, Alphabet])[] = [
  [0x1_d400, "bold"],
  [0x1_d434, "italic"],
  [0x1_d468, "boldItalic"],
  [0x1_d49c, "script"],
  [0x1_d504, "fraktur"],
  [0x1_d538, "blackboard"],
  [0x1_d56c, "fraktur"],
  [0x1_d5a0, "sans"],
  [0x1_d670, "mono"],
  [0x1_d6a8, "bold"],
  [0x1_d6e2, "italic"],
  [0x1_d71c, "boldItalic"],
  [0x1_d756, "sans"],
  [0x1_d7ce, "bold"],
  [0x1_d7d8, "blackboard"],
  [0x1_d7e2, "sans"],
  [0x1_d7f6, "mono"],
];

const alphabetOfCode = (code: number): Alphabet =>
  code < 0x1_d400 ? "script" : (ALPHABETS.findLast(([first]) => first <= code)?.[1] ?? "italic");

/** Returns the place of several items as one, with the given node. */
export function joinedItem(
  items: readonly Item[],
  node: FormulaNode,
  more: Partial<Pick<Item, "baselineY" | "sizePt" | "role" | "isOnBaseline" | "axisY">> = {},
): Item {
  const first = items[0];
  return {
    ink: boxAround(items.map(({ ink }) => ink)),
    xMin: items.reduce((least, { xMin }) => Math.min(least, xMin), Infinity),
    xMax: items.reduce((most, { xMax }) => Math.max(most, xMax), -Infinity),
    baselineY: first?.baselineY ?? 0,
    sizePt: first?.sizePt ?? 0,
    role: "ordinary",
    isOnBaseline: true,
    glyphs: items.reduce((sum, { glyphs }) => sum + glyphs, 0),
    node,
    ...more,
  };
}
