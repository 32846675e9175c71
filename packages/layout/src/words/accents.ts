import type { Glyphs } from "../content.ts";
import { accented, isPlainLetter, isSpace, SPACING_ACCENTS } from "../glyphs/glyph-text.ts";

/*
 * Accents that are glyphs of their own. TeX's first text encoding (OT1) has few accented letters: an accent is drawn
 * first, raised where its letter is a capital, and then the letter below it.
 */

/** The greatest height of an accent's baseline over that of its letter, in ems. */
const RAISED_EM = 0.36;
/** The share of an accent that stands over its letter. */
const OVER_SHARE = 0.5;
const LETTER = /^\p{L}$/u;

/** Returns whether an extent is above another one for the most part. */
export function isOver(
  mark: number,
  letter: number,
  { uMin, uMax }: { readonly uMin: Float32Array; readonly uMax: Float32Array },
): boolean {
  const from = uMin[mark] ?? 0;
  const to = uMax[mark] ?? 0;
  const shared = Math.min(to, uMax[letter] ?? 0) - Math.max(from, uMin[letter] ?? 0);
  return shared > OVER_SHARE * (to - from);
}

/**
 * Returns the letter that is drawn below an accent right after it; undefined where a glyph is no such accent, and where the
 * two are no letter of a language, as in formulas.
 */
export function letterBelow(
  glyph: number,
  glyphs: Glyphs,
  extents: { readonly uMin: Float32Array; readonly uMax: Float32Array },
): number | undefined {
  const text = glyphs.text[glyph] ?? "";
  const mark = isPlainLetter(text) ? undefined : SPACING_ACCENTS[text];
  if (mark === undefined) {
    return undefined;
  }
  // PDFium puts a space between two glyphs where the baseline changes.
  const next = isSpace(glyphs.text[glyph + 1] ?? "") ? glyph + 2 : glyph + 1;
  const letter = glyphs.text[next] ?? "";
  const isBelow =
    LETTER.test(letter) &&
    accented(letter, mark).normalize("NFC").length === 1 &&
    glyphs.sizePt[glyph] === glyphs.sizePt[next] &&
    isOver(glyph, next, extents);
  return isBelow ? next : undefined;
}

/** Returns the baselines of upright glyphs, where a raised accent has that of its letter. */
export function baselinesWithAccents(glyphs: Glyphs, indices: readonly number[]): Float32Array {
  let baselines = glyphs.originY;
  const extents = { uMin: glyphs.xMin, uMax: glyphs.xMax };
  for (const glyph of indices) {
    const letter = letterBelow(glyph, glyphs, extents);
    const baseline = glyphs.originY[letter ?? glyph] ?? 0;
    const raised = baseline - (glyphs.originY[glyph] ?? 0);
    if (raised > 0 && raised <= RAISED_EM * (glyphs.sizePt[glyph] ?? 0)) {
      baselines = baselines === glyphs.originY ? glyphs.originY.slice() : baselines;
      baselines[glyph] = baseline;
    }
  }
  return baselines;
}
