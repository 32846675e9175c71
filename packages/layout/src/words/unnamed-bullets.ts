import type { Font } from "../content.ts";
import type { Line, Word } from "../words.ts";

/** The least number of lines that a font's glyphs begin before they are bullets. */
const LEAST_LINES = 2;

/** The greatest number of lines with unknown glyphs on a page; with more they are its text. */
const MOST_LINES = 300;

/** The greatest gap to the text, and the greatest difference of baselines, in ems of the text. */
const REACH_EM = 3;
const SAME_HEIGHT_EM = 0.3;

const UNNAMED = "\uFFFD";
const BULLET = "\u2022";
const TEXT = /^["'“„(]?[\p{L}\p{N}]/u;

/**
 * Returns lines in which glyphs of unknown meaning (U+FFFD) are bullets (U+2022) where nothing else is drawn with their
 * font on the page but single glyphs, two or more, each at the beginning of a line and parted from text of another font.
 * Word processors and printer drivers embed signs of pi fonts without names; the place still tells what they are for.
 */
export function withUnnamedBullets(lines: readonly Line[]): Line[] {
  const unnamed = lines.filter(({ words }) => words.some(({ text }) => text === UNNAMED));
  if (unnamed.length > MOST_LINES) {
    return [...lines];
  }
  const counts = new Map<Font, number>();
  for (const line of unnamed) {
    const [first] = line.words;
    if (first?.text === UNNAMED && isBeforeText(first, nextOf(line, lines))) {
      counts.set(first.font, (counts.get(first.font) ?? 0) + 1);
    }
  }
  if (counts.size === 0) {
    return [...lines];
  }
  const all = Map.groupBy(
    lines.flatMap(({ words }) => words),
    ({ font }) => font,
  );
  const isBullet = ({ font }: Word): boolean => {
    const count = counts.get(font) ?? 0;
    return count >= LEAST_LINES && all.get(font)?.length === count;
  };
  return lines.map((line) => {
    const [first, ...rest] = line.words;
    return first?.text === UNNAMED && isBullet(first)
      ? { ...line, words: [{ ...first, text: BULLET }, ...rest] }
      : line;
  });
}

/** Returns the word behind the first of a line: a wide gap makes it the first of another line at the same height. */
function nextOf({ words, xMax, baselineY, sizePt, rotation }: Line, lines: readonly Line[]): Word | undefined {
  if (words.length > 1) {
    return words[1];
  }
  return lines.find(
    (other) =>
      other.rotation === rotation &&
      Math.abs(other.baselineY - baselineY) < SAME_HEIGHT_EM * sizePt &&
      other.xMin >= xMax &&
      other.xMin - xMax < REACH_EM * other.sizePt,
  )?.words[0];
}

const isBeforeText = (word: Word, next: Word | undefined): boolean =>
  next !== undefined && next.isJoined !== true && next.font !== word.font && TEXT.test(next.text);
