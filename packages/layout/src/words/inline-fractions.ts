import type { Rule } from "../content.ts";
import { boxAround } from "../geometry/boxes.ts";
import type { Line, Word } from "../words.ts";

/*
 * A fraction within a line is drawn on baselines of its own: without its bar, its numerator and its denominator are lines
 * that tear the paragraph they are in.
 */

/** The height of a fraction's bar above the baseline of its line, in ems: the axis of formulas. */
const LOWEST_AXIS_EM = 0.12;
const HIGHEST_AXIS_EM = 0.42;
/** The widest gap between a bar and the words beside it, in ems, and how far words may reach over its ends, in points. */
const BESIDE_EM = 0.4;
const OVER_END_PT = 1;
/** The greatest distance of the baselines of a numerator and a denominator from the bar, in ems of the line. */
const ABOVE_EM = 0.9;
const BELOW_EM = 1.05;
const SAME_SIZE = 1.05;

/** The greatest width of a bar, in points, and the greatest number of them: pages with more have drawings. */
const MOST_WIDTH_PT = 150;
const MOST_BARS = 300;
const MOST_LINES = 5000;

/**
 * Returns lines with the fractions put into those they belong to, each above its bar before what is below it. A bar is
 * that of a fraction where it is at the height of a minus beside the words of a line, and has text above and below it
 * that stands between its ends.
 */
export function withInlineFractions(lines: readonly Line[], rules: readonly Rule[]): Line[] {
  const bars = rules.filter(isBar);
  if (bars.length === 0 || bars.length > MOST_BARS || lines.length > MOST_LINES) {
    return [...lines];
  }
  const result = [...lines];
  // A bar within a fraction is shorter than that of the fraction.
  for (const bar of bars.toSorted((a, b) => a.xMax - a.xMin - (b.xMax - b.xMin))) {
    const at = result.findIndex((line) => isHost(line, bar));
    const host = result[at];
    const parts = host === undefined ? [] : result.filter((line) => line !== host && isPart(line, { host, bar }));
    const own =
      host === undefined
        ? []
        : [...host.words.filter((word) => isWithin(word, bar)), ...parts.flatMap(({ words }) => words)];
    const [above, below] = [own.filter((word) => isAbove(word, bar)), own.filter((word) => !isAbove(word, bar))];
    if (host !== undefined && parts.length > 0 && above.length > 0 && below.length > 0) {
      result[at] = withWords(host, [...numerator(above, host), ...below.toSorted(byPlace)]);
      for (const part of parts) {
        result.splice(result.indexOf(part), 1);
      }
    }
  }
  return result;
}

/** Returns the words of a numerator; a number alone is no raised mark of a note. */
const numerator = (words: readonly Word[], { baselineY }: Line): Word[] =>
  words.length === 1 ? words.map((word) => ({ ...word, baselineY })) : words.toSorted(byPlace);

const middleY = ({ yMin, yMax }: Rule): number => (yMin + yMax) / 2;

const isBar = (rule: Rule): boolean =>
  rule.yMax - rule.yMin < rule.xMax - rule.xMin && rule.xMax - rule.xMin < MOST_WIDTH_PT && !rule.isArtifact;

const isWithin = (word: Word, bar: Rule): boolean =>
  word.xMin > bar.xMin - OVER_END_PT && word.xMax < bar.xMax + OVER_END_PT;

const isAbove = ({ baselineY }: Word, bar: Rule): boolean => baselineY <= middleY(bar);

const byPlace = (a: Word, b: Word): number => a.xMin - b.xMin;

/** Returns whether a bar is at the height of a minus in a line, right beside words of it and over none. */
function isHost({ rotation, baselineY, sizePt, words, xMin, xMax }: Line, bar: Rule): boolean {
  const height = (baselineY - middleY(bar)) / sizePt;
  const reach = BESIDE_EM * sizePt;
  if (
    rotation !== 0 ||
    height < LOWEST_AXIS_EM ||
    height > HIGHEST_AXIS_EM ||
    xMin > bar.xMax + reach ||
    xMax < bar.xMin - reach
  ) {
    return false;
  }
  const level = words.filter((word) => Math.abs(word.baselineY - baselineY) < LOWEST_AXIS_EM * sizePt);
  const gaps = level.map((word) => Math.max(word.xMin - bar.xMax, bar.xMin - word.xMax));
  return gaps.every((gap) => gap > -OVER_END_PT) && gaps.some((gap) => gap < reach);
}

/** Returns whether a line is all above or below a bar of another one, and near to it. */
function isPart(
  { rotation, baselineY, sizePt, words }: Line,
  { host, bar }: { readonly host: Line; readonly bar: Rule },
): boolean {
  const drop = (baselineY - middleY(bar)) / host.sizePt;
  return (
    rotation === 0 &&
    drop > -ABOVE_EM &&
    drop < BELOW_EM &&
    sizePt <= SAME_SIZE * host.sizePt &&
    words.every((word) => isWithin(word, bar))
  );
}

/** Returns a line with words put in where they stand, in their order. */
function withWords(host: Line, own: readonly Word[]): Line {
  const moved = new Set(own);
  const rest = host.words.filter((word) => !moved.has(word));
  const start = boxAround(own).xMin;
  const at = rest.findIndex(({ xMin }) => xMin > start);
  const words = rest.toSpliced(at < 0 ? rest.length : at, 0, ...own);
  return { ...host, ...boxAround(words), words };
}
