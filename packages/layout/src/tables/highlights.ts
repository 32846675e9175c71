import type { Box } from "../content.ts";
import type { UprightPage } from "./upright.ts";
import { WordIndex } from "./word-index.ts";

/** The greatest height of the background of a text within a line, in ems of the text. */
const HIGHEST_EM = 2.2;

/** The greatest distance from such a background to the text beside it, and from text to text, in ems: a space, padded. */
const BESIDE_EM = 0.5;
const NEXT_WORD_EM = 0.9;

/** The widest word whose middle is looked for beside a background, in points. */
const WIDEST_WORD_PT = 200;

/** The most words and rectangles of a page that are compared; a page with more is no text with highlights. */
const MOST_WORDS = 5000;
const MOST_RECTANGLES = 2000;

/**
 * Returns a function that tells whether a rectangle of a page is the background or the outline of words within a line,
 * such as a name of code or a key of the keyboard. `sizePt` is the size of the page's type.
 */
export function highlightsOf({ words }: UprightPage, sizePt: number): (box: Box) => boolean {
  const index = new WordIndex(words.length > MOST_WORDS ? [] : words);
  let seen = 0;
  return (box) => {
    // Most rectangles are rules and areas, which are too high or too many.
    const isLow = box.yMax - box.yMin <= HIGHEST_EM * 2 * sizePt;
    return isLow && seen++ < MOST_RECTANGLES && isHighlight(box, index);
  };
}

/** Returns whether the line goes on beside a rectangle where a word does. Cells keep more white between their texts. */
function isHighlight({ xMin, yMin, xMax, yMax }: Box, words: WordIndex): boolean {
  const inside = new Set(words.within({ xMin, yMin, xMax, yMax }));
  const [first] = inside;
  if (first === undefined || yMax - yMin > HIGHEST_EM * first.sizePt) {
    return false;
  }
  const { baselineY, sizePt } = first;
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const word of inside) {
    if (Math.abs(word.baselineY - baselineY) > 0.5 * sizePt) {
      return false;
    }
    from = Math.min(from, word.xMin);
    to = Math.max(to, word.xMax);
  }
  const around = { xMin: xMin - WIDEST_WORD_PT, xMax: xMax + WIDEST_WORD_PT, yMin, yMax };
  return words.within(around).some((word) => {
    if (Math.abs(word.baselineY - baselineY) > 0.1 * sizePt || inside.has(word)) {
      return false;
    }
    const isAfter = word.xMin >= xMax - 0.1 * sizePt;
    const isBefore = word.xMax <= xMin + 0.1 * sizePt;
    return (
      (isAfter && word.xMin - xMax <= BESIDE_EM * sizePt && word.xMin - to <= NEXT_WORD_EM * sizePt) ||
      (isBefore && xMin - word.xMax <= BESIDE_EM * sizePt && from - word.xMax <= NEXT_WORD_EM * sizePt)
    );
  });
}
