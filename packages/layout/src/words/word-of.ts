import { GLYPH, type PageContent } from "../content.ts";
import type { FontFacts } from "../glyphs/font-facts.ts";
import { glyphText } from "../glyphs/glyph-text.ts";
import type { Word } from "../words.ts";
import { hasRightToLeft } from "./bidi.ts";
import { logicalGlyphs } from "./logical-glyphs.ts";
import type { Placing } from "./placing.ts";

/** The glyphs of a page, with what words are made from them. */
export interface Letters {
  readonly content: PageContent;
  readonly placing: Placing;
  readonly fonts: readonly FontFacts[];
}

/** Makes the word of some glyphs that are given from left to right; undefined where they are no text. */
export function wordOf(
  seen: readonly number[],
  {
    letters,
    isAfterJoined,
    isRight,
  }: {
    readonly letters: Letters;
    readonly isAfterJoined: boolean;
    /** Whether the word's line is read from the right. */
    readonly isRight: boolean;
  },
): Word | undefined {
  const { content, placing, fonts } = letters;
  const { glyphs } = content;
  const { ordered, text } = textOf(seen, { letters, isRight });
  if (text === "") {
    return undefined;
  }
  const first = seen[0] ?? 0;
  let xMin = Infinity;
  let yMin = Infinity;
  let xMax = Number.NEGATIVE_INFINITY;
  let yMax = Number.NEGATIVE_INFINITY;
  let isArtifact = true;
  for (const glyph of seen) {
    xMin = Math.min(xMin, glyphs.xMin[glyph] ?? xMin);
    yMin = Math.min(yMin, glyphs.yMin[glyph] ?? yMin);
    xMax = Math.max(xMax, glyphs.xMax[glyph] ?? xMax);
    yMax = Math.max(yMax, glyphs.yMax[glyph] ?? yMax);
    isArtifact &&= ((glyphs.flags[glyph] ?? 0) & GLYPH.artifact) !== 0;
  }
  const font = content.fonts[glyphs.font[first] ?? 0] ?? NO_FONT;
  const facts = fonts[glyphs.font[first] ?? 0];
  return {
    text,
    glyphs: ordered,
    xMin,
    yMin,
    xMax,
    yMax,
    baselineY: placing.isUpright ? (placing.baseline[first] ?? yMax) : yMax,
    sizePt: glyphs.sizePt[first] ?? 0,
    font: facts === undefined || facts.isFixedPitch === font.isFixedPitch ? font : facts.font,
    isBold: facts?.isBold ?? false,
    color: glyphs.color[first] ?? 0,
    markedContentId: glyphs.markedContentId[first] ?? -1,
    isArtifact,
    ...(isAfterJoined && { isJoined: true }),
  };
}

const NO_FONT = { name: "", weight: 0, isItalic: false, isFixedPitch: false, isSerif: false };
/** Soft hyphens within a word, which are not seen. */
const INNER_SOFT_HYPHEN = /\u00AD(?!$)/g;
/** ASCII but for the grave accent, which may belong on a letter. */
const ASCII = /^[\u0020-\u005F\u0061-\u007E]*$/;

function textOf(
  seen: readonly number[],
  { letters, isRight }: { readonly letters: Letters; readonly isRight: boolean },
): { ordered: readonly number[]; text: string } {
  const { content, placing } = letters;
  const { text } = content.glyphs;
  let joined = "";
  for (const glyph of seen) {
    joined += glyphText(text[glyph] ?? "");
  }
  if (!isRight && ASCII.test(joined)) {
    return { ordered: seen, text: joined };
  }
  const logical = logicalGlyphs(seen, {
    glyphTexts: text,
    placing,
    isRight,
    hasRight: isRight || hasRightToLeft(joined),
  });
  return { ordered: logical.glyphs, text: logical.text.normalize("NFC").replace(INNER_SOFT_HYPHEN, "") };
}
