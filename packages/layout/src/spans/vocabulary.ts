import type { Line } from "../words.ts";

/** The words of a document, by which a hyphen at the end of a line is distinguished from one within a word. */
export interface Vocabulary {
  /** Returns whether two parts that a line end has cut at a hyphen were one word without it. */
  readonly isOneWord: (before: string, after: string) => boolean;
}

// oxlint-disable-next-line quire/linear-patterns -- only engine processes run it, which end at their deadline
const TRIM = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}-]+$/gu;

/**
 * The number of words that are surely cut which shows that a document is hyphenated: then most hyphens at line ends are
 * not typed.
 */
const SURELY_CUT = 2;

/** The number of words from which a line is full, and the most full lines of a hyphenated document to each such cut. */
const FULL_LINE_WORDS = 6;
const LINES_TO_CUT = 80;

export function vocabularyOf(pages: Iterable<readonly Line[]>): Vocabulary {
  const words = new Set<string>();
  const cuts: string[] = [];
  let fullLines = 0;
  for (const lines of pages) {
    for (const { words: own } of lines) {
      fullLines += own.length >= FULL_LINE_WORDS ? 1 : 0;
      for (const [index, { text }] of own.entries()) {
        // The last word of a line may be a part of a word.
        if (index === own.length - 1 && HYPHEN_END.test(text)) {
          cuts.push(stem(text));
        } else {
          words.add(text.replace(TRIM, "").toLowerCase());
        }
      }
    }
  }
  const surelyCut = cuts.filter((cut) => !words.has(cut)).length;
  // Where next to no line ends with a hyphen, those that do were typed.
  const isTyped = fullLines >= LINES_TO_CUT && surelyCut * LINES_TO_CUT < fullLines;
  const isHyphenated = surelyCut >= SURELY_CUT;
  return {
    isOneWord(before, after) {
      const start = stem(before);
      const end = after.replace(TRIM, "").toLowerCase();
      if (words.has(start + end)) {
        return true;
      }
      if (words.has(`${start}-${end}`) || start.includes("-") || isTyped) {
        return false;
      }
      // Two known words, neither of them a syllable, are a compound, which has its hyphen anywhere.
      return isHyphenated || !(start.length > 3 && end.length > 3 && words.has(start) && words.has(end));
    },
  };
}

const stem = (text: string): string => text.replace(TRIM, "").replace(HYPHEN_END, "").toLowerCase();

/** A hyphen at the end, behind a letter: typed, typeset or soft. */
export const HYPHEN_END = /(?<=\p{L})[-\u2010\u00AD]$/u;
