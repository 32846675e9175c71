import type { ReadWord } from "../../port.ts";

/** What a filled dot is read as: letters and signs that are round. */
const ROUND = /^(?:[eoc©®@°*•·¢«»]|[°º])$/iu;
/** Of the height of its line: letters are higher. */
const MAX_HEIGHT = 0.62;
/** A mark stands further from its text than words do from each other, in heights of the line. */
const MIN_GAP = 0.35;

/** No mark stands further from its text, in heights of the line. */
const MAX_GAP = 2;

/**
 * Lines whose first word is a dot that was read as a letter, with the dot; it may have been read as a line of its own.
 * `box`es are those of the ink; lines run from left to right.
 */
export const withBullets = (lines: readonly (readonly ReadWord[])[]): readonly (readonly ReadWord[])[] =>
  lines.map((words) => {
    const [mark, ...others] = words;
    const isDot = mark !== undefined && ROUND.test(mark.text) && isDotBefore(mark, textBehind(mark, others, lines));
    return isDot ? [{ text: "•", box: mark.box }, ...others] : words;
  });

/** The words of its line, or of the nearest that begins to the right of it at its height. */
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
