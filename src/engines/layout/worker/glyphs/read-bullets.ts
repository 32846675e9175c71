import type { ReadWord } from "../../port.ts";

/** Matches the letters and signs that a filled dot is read as: those that are round. */
const ROUND = /^(?:[eoc©®@°*•·¢«»]|[°º])$/iu;
/** The greatest height of a mark in heights of its line: letters are higher. */
const MAX_HEIGHT = 0.62;
/** The least distance of a mark from its text, in heights of the line: larger than that between words. */
const MIN_GAP = 0.35;

/** The greatest distance of a mark from its text, in heights of the line. */
const MAX_GAP = 2;

/**
 * Returns the lines with bullets in place of first words that are dots read as letters; such a dot may also have been
 * read as a separate line. `box`es are those of the ink; lines run from left to right.
 */
export const withBullets = (lines: readonly (readonly ReadWord[])[]): readonly (readonly ReadWord[])[] =>
  lines.map((words) => {
    const [mark, ...others] = words;
    const isDot = mark !== undefined && ROUND.test(mark.text) && isDotBefore(mark, textBehind(mark, others, lines));
    return isDot ? [{ ...mark, text: "•" }, ...others] : words;
  });

/**
 * Returns the words after a mark: those of its line, or of the nearest line that begins to the right of it at its
 * height.
 */
function textBehind(
  { box: [, top, right, bottom] }: ReadWord,
  others: readonly ReadWord[],
  lines: readonly (readonly ReadWord[])[],
): readonly ReadWord[] {
  if (others.length > 0) {
    return others;
  }
  const middle = (top + bottom) / 2;
  const beside = lines.filter(([first]) => {
    const box = first?.box;
    return box !== undefined && box[0] > right && box[1] < middle && box[3] > middle;
  });
  return beside.toSorted((a, b) => startOf(a) - startOf(b))[0] ?? [];
}

const startOf = ([first]: readonly ReadWord[]): number => first?.box[0] ?? Number.POSITIVE_INFINITY;

function isDotBefore({ box: [left, top, right, bottom] }: ReadWord, text: readonly ReadWord[]): boolean {
  const [first] = text;
  if (first === undefined) {
    return false;
  }
  const lineHeight = Math.max(...text.map(({ box }) => box[3] - box[1]));
  const gap = first.box[0] - right;
  const isSmall = bottom - top < MAX_HEIGHT * lineHeight && right - left < MAX_HEIGHT * lineHeight;
  return isSmall && gap > MIN_GAP * lineHeight && gap < MAX_GAP * lineHeight;
}
