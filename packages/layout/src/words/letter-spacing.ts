import { median } from "../geometry/statistics.ts";
import { isPlainLetter } from "../glyphs/glyph-text.ts";
import type { Letters } from "./word-of.ts";

/**
 * The narrowest space between words, in ems. Justified text has its spaces squeezed to 0.2 at most, while kerning and
 * rounding of advances leave gaps of up to 0.1 between letters.
 */
export const WORD_GAP_EM = 0.15;

/**
 * The gap that may part columns, in ems. Justified lines have wider gaps; they are put together again in their column.
 */
export const SEGMENT_GAP_EM = 0.65;

/** The smallest number of letters that show their spacing. */
const LETTERS_FOR_SPACING = 5;
/** The least gap of letters that are spaced on purpose, in ems, and the share of gaps that exceed it. */
const SPACED_EM = 0.08;
const NEARLY_ALL = 0.8;
/** The least gap between words of spaced letters beyond the space between letters, in ems. */
const SPACED_WORD_GAP = 0.18;

/**
 * The greatest number of glyphs that are looked at together; a line of text has fewer, and longer rows are looked at in
 * parts, so that they take no quadratic time.
 */
const MOST_GLYPHS = 300;

/** Digits and signs that are set apart are numbers, as on an axis, or a formula. */
const LETTER = /[\p{L}\uFFFD]/u;
const NO_LETTER = /^[\s.·…_]*$/u;

/**
 * Returns the word gap, in ems, of the letters from `from` on up to the next wide gap, whose index is `end`; it is
 * wider where letters are spaced.
 */
export function spacingFrom(
  row: readonly number[],
  from: number,
  letters: Letters,
): { wordGapEm: number; end: number } {
  const { placing, content } = letters;
  const gaps: number[] = [];
  let wide = 0;
  let hasLetters = false;
  let end = Number.NEGATIVE_INFINITY;
  let at = from;
  for (; at < Math.min(row.length, from + MOST_GLYPHS); at++) {
    const glyph = row[at] ?? 0;
    const em = content.glyphs.sizePt[glyph] ?? 1;
    // Leaders are spaced out in lines that are not.
    const text = content.glyphs.text[glyph] ?? "";
    const isPlain = isPlainLetter(text);
    const isBlank = !isPlain && NO_LETTER.test(text);
    hasLetters ||= isPlain || LETTER.test(text);
    const start = placing.uMin[glyph] ?? 0;
    if (end > Number.NEGATIVE_INFINITY && !isBlank) {
      const gap = (start - end) / em;
      if (gap > SEGMENT_GAP_EM) {
        break;
      }
      gaps.push(gap);
      wide += gap > SPACED_EM ? 1 : 0;
    }
    end = isBlank ? Number.NEGATIVE_INFINITY : (placing.uMax[glyph] ?? start);
  }
  const usual = hasLetters && wide >= NEARLY_ALL * gaps.length ? usualGap(gaps) : 0;
  const wordGapEm = usual > SPACED_EM ? usual + SPACED_WORD_GAP : isTight(gaps) ? TIGHT_WORD_GAP_EM : WORD_GAP_EM;
  return { wordGapEm, end: at };
}

/** The greatest difference, in ems, between gaps that are one spacing, and the share of all gaps that shows it. */
const EVEN_EM = 0.1;
const MOSTLY = 0.6;

/** Returns the gap of letters that are spaced on purpose, in ems; 0 where gaps differ, as between the signs of a formula. */
function usualGap(gaps: readonly number[]): number {
  const usual = gaps.length < LETTERS_FOR_SPACING ? 0 : median(gaps, 0);
  const even = gaps.filter((gap) => Math.abs(gap - usual) <= EVEN_EM).length;
  return even >= MOSTLY * gaps.length ? usual : 0;
}

/** The narrowest space of a line that is squeezed to fit, in ems, and the widest gap between letters of such a line. */
const TIGHT_WORD_GAP_EM = 0.1;
const TIGHT_LETTER_GAP_EM = 0.05;
/** The number of squeezed spaces that show it. */
const TIGHT_SPACES = 3;

/** Returns whether a line has gaps that are narrower than spaces, and none between these and the gaps of letters. */
function isTight(gaps: readonly number[]): boolean {
  const between = (least: number, most: number): number => gaps.filter((gap) => gap > least && gap <= most).length;
  return (
    between(TIGHT_LETTER_GAP_EM, TIGHT_WORD_GAP_EM) === 0 && between(TIGHT_WORD_GAP_EM, WORD_GAP_EM) >= TIGHT_SPACES
  );
}
