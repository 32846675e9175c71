import type { Draft, PlacedWord } from "./found-table.ts";
import { visualRows } from "./rows/visual-rows.ts";
import { type Segment, STRETCHED_SPACE_EM } from "./segments.ts";

/**
 * The share of all texts above which texts that stand beside others in the same cell show that a grid has too few
 * columns. Frames around tables have more than half of them so; a table has some, where a label and its value share a
 * cell.
 */
const CROWDED_SHARE = 0.25;

/**
 * Returns whether many cells of a draft hold texts side by side, with white between that no space takes: the borders
 * are those of frames around a table, or of several tables one below the other.
 */
export function isCrowded({ cells }: Draft): boolean {
  let texts = 0;
  let beside = 0;
  for (const { words } of cells) {
    for (const segments of linesOf(words)) {
      texts += segments.length;
      beside += Math.max(0, segments.length - 1);
    }
  }
  return beside > CROWDED_SHARE * texts;
}

/** Returns the texts of each line of a cell, without bullets, which stand apart from the text of their item. */
const linesOf = (words: readonly PlacedWord[]): Segment[][] =>
  words.length < 2
    ? [words.map((word) => ({ words: [word], xMin: word.xMin, xMax: word.xMax }))]
    : visualRows(words, STRETCHED_SPACE_EM).map(({ segments }) => segments.filter((segment) => !isSign(segment)));

const isSign = ({ words }: Segment): boolean => words.length === 1 && !/[\p{L}\p{N}]/u.test(words[0]?.word.text ?? "");
