/*
 * What a text lacks that two other programs read in the same document, and what it has that neither reads. Words are
 * compared as sets with counts: order and the way of parting lines do not matter.
 */

interface Lost {
  /** The words, or numbers, that both other programs have. */
  readonly shared: number;
  /** Those of them that the text lacks, each as often as it is lacking. */
  readonly lost: readonly string[];
  /** What the text alone has. */
  readonly alone: readonly string[];
}

export interface LostText {
  readonly words: Lost;
  readonly numbers: Lost;
  /** The number of U+FFFD in the text, above the fewest that one of the other programs has. */
  readonly unmapped: number;
}

/** The texts of the two other programs. */
export type OtherTexts = readonly [string, string];

/** Returns what `text` lacks beside two other texts of the same pages. */
export function lostText(text: string, others: OtherTexts): LostText {
  const squeezed = normalized(text).replaceAll(/\s+/gu, "");
  return {
    words: lost({ text, others, squeezed }, wordsOf),
    numbers: lost({ text, others, squeezed }, numbersOf),
    unmapped: Math.max(0, unmappedIn(text) - Math.min(...others.map(unmappedIn))),
  };
}

interface Compared {
  readonly text: string;
  readonly others: OtherTexts;
  /** The normalised text without spaces: a word of four letters or more that is parted otherwise is not lost. */
  readonly squeezed: string;
}

function lost({ text, others, squeezed }: Compared, parts: (text: string) => readonly string[]): Lost {
  const own = countsOf(parts(text));
  const [first, second] = others.map((other) => countsOf(parts(other))) as [Counts, Counts];
  const missing: string[] = [];
  let shared = 0;
  for (const [word, count] of first) {
    const inBoth = Math.min(count, second.get(word) ?? 0);
    shared += inBoth;
    const lacking = inBoth - (own.get(word) ?? 0);
    if (lacking > 0 && !(word.length > 3 && squeezed.includes(word))) {
      missing.push(...Array.from({ length: lacking }, () => word));
    }
  }
  return { shared, lost: missing, alone: [...own.keys()].filter((word) => !first.has(word) && !second.has(word)) };
}

type Counts = ReadonlyMap<string, number>;

function countsOf(words: readonly string[]): Counts {
  const counts = new Map<string, number>();
  for (const word of words) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

const wordsOf = (text: string): readonly string[] => normalized(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

/** Numbers with their separators, signs of dates and percent within: `25,90`, `2026-11-26`, `10:30`. */
const numbersOf = (text: string): readonly string[] =>
  (normalized(text).match(/\d[\d.,:/%-]*/gu) ?? []).map((number) => number.replace(/[.,:/%-]+$/u, ""));

/** Characters without a value: a program that writes the code of a glyph as a control character has not read it either. */
// oxlint-disable-next-line eslint/no-control-regex -- these are what is looked for
const UNMAPPED = /[\uFFFD\u0001-\u0008\u000B\u000E-\u001F]/gu;

const unmappedIn = (text: string): number => text.match(UNMAPPED)?.length ?? 0;

/** Compatibility forms as letters, without characters that nobody sees, and with one hyphen for all dashes. */
const normalized = (text: string): string =>
  text
    .normalize("NFKC")
    .replaceAll(/[\u00AD\u200B-\u200F\u202A-\u202E\u2060\uFEFF]/gu, "")
    .replaceAll(/[‐‑–—−]/gu, "-");
