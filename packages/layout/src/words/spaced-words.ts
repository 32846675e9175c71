import { boxAround } from "../geometry/boxes.ts";
import { median } from "../geometry/statistics.ts";
import type { Line, Word } from "../words.ts";

/** The least number of letters that show that they are spaced out. */
const FEWEST_LETTERS = 4;
/** The widest space between letters of a word, in ems. */
const WIDEST_EM = 1;
/** The ratio to the usual space from which a space is one between words. */
const WORD_SPACE = 1.6;

/** The greatest number of spaced lines of a page that shorter ones are compared with. */
const MOST_MODELS = 40;
/** The difference below which baselines are one, in ems. */
const SAME_BASELINE_EM = 0.12;

const CAPITAL = /^\p{Lu}$/u;

/**
 * Returns lines in which capitals that are parted by spaces, all of them of a line, are words: a heading that was typed
 * as `C O N T E N T S`. Letters in the order of the alphabet are labels of columns or choices.
 */
export function withSpacedWords(lines: readonly Line[]): Line[] {
  const sure = new Set(lines.filter(isSpaced));
  const models = [...sure].slice(0, MOST_MODELS);
  return sure.size === 0
    ? [...lines]
    : lines.map((line) =>
        sure.has(line) || models.some((model) => isAlike(line, model))
          ? { ...line, words: joined(line.words, gapsOf(line.words)) }
          : line,
      );
}

function isSpaced({ words, sizePt }: Line): boolean {
  if (words.length < FEWEST_LETTERS || !words.every(isLoneCapital) || isAlphabet(words)) {
    return false;
  }
  const usual = median(gapsOf(words), 0);
  return usual > 0 && usual <= WIDEST_EM * sizePt;
}

/** Returns whether a short line stands on the baseline of one that is spaced, its capitals as far apart. */
const isAlike = (line: Line, spaced: Line): boolean =>
  line.words.length > 1 &&
  line.words.length < FEWEST_LETTERS &&
  line.rotation === spaced.rotation &&
  Math.abs(line.baselineY - spaced.baselineY) < SAME_BASELINE_EM * spaced.sizePt &&
  line.words.every(isLoneCapital) &&
  median(gapsOf(line.words), 0) < WORD_SPACE * median(gapsOf(spaced.words), 0);

const isLoneCapital = ({ text, font, isJoined }: Word): boolean =>
  CAPITAL.test(text) && !font.isItalic && isJoined !== true;

const isAlphabet = (words: readonly Word[]): boolean =>
  words.every(({ text }, index) => {
    const before = words[index - 1]?.text.codePointAt(0);
    return before === undefined || (text.codePointAt(0) ?? 0) > before;
  });

const gapsOf = (words: readonly Word[]): number[] =>
  words.slice(1).map(({ xMin }, index) => xMin - (words[index]?.xMax ?? xMin));

function joined(words: readonly Word[], gaps: readonly number[]): Word[] {
  const usual = median(gaps, 0);
  const result: Word[] = [];
  for (const [index, word] of words.entries()) {
    const last = result.at(-1);
    if (last !== undefined && (gaps[index - 1] ?? 0) < WORD_SPACE * usual) {
      result[result.length - 1] = {
        ...last,
        ...boxAround([last, word]),
        text: last.text + word.text,
        glyphs: [...last.glyphs, ...word.glyphs],
      };
    } else {
      result.push(word);
    }
  }
  return result;
}
