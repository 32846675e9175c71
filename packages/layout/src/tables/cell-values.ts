import type { PlacedWord } from "./found-table.ts";

/** Amounts, counts, percentages, times and dates in figures, with a currency or a short unit. */
const FIGURES =
  // oxlint-disable-next-line quire/linear-patterns -- only engine processes run it, which end at their deadline
  /^[(\-−–+±~<>≤≥]*[$€£¥₹]?[\d.,:'’/\s%‰()$€£¥₹−–+-]*\d[\d.,:'’/\s%‰()$€£¥₹−–+-]*(?:[\p{L}µ°Ω%]{1,3})?[*†‡]*$/u;
const NOTHING = /^(?:[-–—−]|n\/a|nil)$/i;

export const textOf = (words: readonly PlacedWord[]): string => words.map(({ word }) => word.text).join(" ");

/** Returns whether words are a figure, as the cells of a numeric column are, or a sign for nothing, such as a dash. */
export function isFigure(words: readonly PlacedWord[]): boolean {
  if (words.length === 0 || words.length > 4) {
    return false;
  }
  const text = textOf(words);
  return FIGURES.test(text) || NOTHING.test(text);
}
