import { median } from "../geometry/statistics.ts";
import type { PlacedWord } from "./found-table.ts";

/** Words side by side with no more than a space between them: the text of one cell, or a line of prose. */
export interface Segment {
  readonly words: readonly PlacedWord[];
  readonly xMin: number;
  readonly xMax: number;
}

/** The way the text of a page is set, which shows what white parts columns. */
export interface PageType {
  /** The median size of the page's words, in points. */
  readonly sizePt: number;
  /** The white between two words above which it parts columns, in ems. */
  readonly columnGapEm: number;
}

/** The widest space between words of one text, in ems, where the page does not show it. */
export const COLUMN_GAP_EM = 0.5;
const LEAST_COLUMN_GAP_EM = 0.34;

/** The ratio to a page's usual space above which white is not a space. */
const COLUMN_GAP_RATIO = 1.4;

/** The widest space, in ems, except in justified lines. */
const WIDEST_SPACE_EM = 0.6;

/** The narrowest space, in ems; letters are spaced apart by less. */
const NARROWEST_SPACE_EM = 0.1;

/** The widest space between sentences, in ems, where it is wider than others, or there are two. */
const SENTENCE_GAP_EM = 0.8;
const SENTENCE_END = /\p{Ll}[.!?]["”’)]?$/u;

/** An amount with a separator, of which two are never one text. */
const AMOUNT = /^\d{1,3}(?:[.,]\d{1,4}){1,4}%?$/;

/** The widest space of fixed pitch, in ems: one is 0.6 wide, so that two of them part columns. */
const FIXED_PITCH_GAP_EM = 0.9;

/**
 * The properties of a justified line: its widest space in ems, the greatest ratio of a space to the usual one, the
 * smallest number of words, and the smallest share of words with letters.
 */
export const STRETCHED_SPACE_EM = 1.3;
const STRETCHED_RATIO = 1.6;
const STRETCHED_WORDS = 6;
const STRETCHED_LETTERS = 0.7;
const TWO_LETTERS = /\p{L}{2}/u;

/**
 * Measures the type of a page, from lines as they were made, whose words are one text or several near to each other.
 */
export function pageType(lines: readonly (readonly PlacedWord[])[]): PageType {
  const spaces: number[] = [];
  const sizes: number[] = [];
  for (const words of lines) {
    for (const [index, word] of words.entries()) {
      const before = words[index - 1];
      sizes.push(word.sizePt);
      const space = before === undefined ? 0 : (word.xMin - before.xMax) / word.sizePt;
      if (space > NARROWEST_SPACE_EM && space < WIDEST_SPACE_EM && !word.word.font.isFixedPitch) {
        spaces.push(space);
      }
    }
  }
  const gapEm = COLUMN_GAP_RATIO * median(spaces, COLUMN_GAP_EM / COLUMN_GAP_RATIO);
  return {
    sizePt: median(sizes, 10),
    columnGapEm: Math.min(Math.max(gapEm, LEAST_COLUMN_GAP_EM), WIDEST_SPACE_EM),
  };
}

/** Cuts the words of one row where no space can be, even a stretched one. */
export const chunksOf = (sorted: readonly PlacedWord[]): Segment[] =>
  cut(sorted, (left) => STRETCHED_SPACE_EM * left.sizePt);

/** Cuts the words of one row where white is wider than a space. */
export const segmentsOf = (sorted: readonly PlacedWord[], columnGapEm: number): Segment[] =>
  cut(sorted, (left, right) => {
    const isFixedPitch = left.word.font.isFixedPitch && right.word.font.isFixedPitch;
    const areAmounts = AMOUNT.test(left.word.text) && AMOUNT.test(right.word.text);
    const gapEm = isFixedPitch && !areAmounts ? FIXED_PITCH_GAP_EM : columnGapEm;
    const isSentence = SENTENCE_END.test(left.word.text);
    return (isSentence ? Math.max(gapEm, SENTENCE_GAP_EM) : gapEm) * Math.max(left.sizePt, right.sizePt);
  });

function cut(sorted: readonly PlacedWord[], widest: (left: PlacedWord, right: PlacedWord) => number): Segment[] {
  const pieces: PlacedWord[][] = [];
  let open: PlacedWord[] = [];
  let reach = Number.NEGATIVE_INFINITY;
  let last: PlacedWord | undefined;
  for (const word of sorted) {
    if (last === undefined || word.xMin - reach > widest(last, word)) {
      open = [];
      pieces.push(open);
    }
    open.push(word);
    reach = Math.max(open.length === 1 ? word.xMax : reach, word.xMax);
    last = word;
  }
  return pieces.map(segmentOf);
}

function segmentOf(words: readonly PlacedWord[]): Segment {
  const xMax = words.reduce((most, word) => Math.max(most, word.xMax), Number.NEGATIVE_INFINITY);
  return { words, xMin: words[0]?.xMin ?? 0, xMax };
}

/** Returns whether words may be a line whose spaces are stretched to the width of its column, all of them alike. */
export function isStretched(words: readonly PlacedWord[]): boolean {
  if (words.length < STRETCHED_WORDS) {
    return false;
  }
  const gaps: number[] = [];
  let letters = 0;
  for (const [index, word] of words.entries()) {
    const before = words[index - 1];
    letters += TWO_LETTERS.test(word.word.text) ? 1 : 0;
    if (before !== undefined) {
      gaps.push(word.xMin - before.xMax);
    }
  }
  if (letters < words.length * STRETCHED_LETTERS) {
    return false;
  }
  const widest = gaps.reduce((most, gap) => Math.max(most, gap), 0);
  return widest <= STRETCHED_RATIO * median(gaps, 0);
}
