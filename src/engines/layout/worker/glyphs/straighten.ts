import type { ReadWord } from "../../port.ts";
import { smallHeightOf, typeOfLine } from "./read-type.ts";

type Lines = readonly (readonly ReadWord[])[];

/** A line as it would stand on a page that is level. */
export interface LevelLine {
  /** All of one height: the ink of most of them. */
  readonly words: readonly ReadWord[];
  readonly baselineY: number;
  readonly sizePt: number;
}

/**
 * Lines of a page that was not level, as they would stand if it were; they run from left to right. Each has one height and
 * one baseline then, so that it is one line to whoever finds lines by where words stand: those that read it knew that it is
 * one.
 */
export function straightened(lines: Lines): readonly LevelLine[] {
  const slope = slopeOf(lines);
  const level = lines.map((words) => words.map((word) => sheared(word, slope)));
  const smallEm = smallHeightOf(level);
  return level.map((words) => inOneLine(words, smallEm));
}

function sheared({ text, box: [left, top, right, bottom] }: ReadWord, slope: number): ReadWord {
  const shift = slope * ((left + right) / 2);
  return { text, box: [left, top - shift, right, bottom - shift] };
}

/** A line of fewer words says little of its slope. */
const WORDS_OF_A_LINE = 4;
/** About six degrees: pages that lie more askew have been levelled, or not been read at all. */
const MAX_SLOPE = 0.1;

/** How far lines fall in the way that they go. */
function slopeOf(lines: Lines): number {
  const slopes = lines
    .filter((words) => words.length >= WORDS_OF_A_LINE)
    .map((words) => slopeOfLine(words))
    .filter((slope) => Math.abs(slope) < MAX_SLOPE);
  return median(slopes);
}

/** By least squares through the middles of its words. */
function slopeOfLine(words: readonly ReadWord[]): number {
  const points = words.map(({ box: [left, top, right, bottom] }) => ({ x: (left + right) / 2, y: (top + bottom) / 2 }));
  const meanX = mean(points.map(({ x }) => x));
  const meanY = mean(points.map(({ y }) => y));
  const across = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0);
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  return spread === 0 ? 0 : across / spread;
}

/** Where the letters do not tell: ink reaches from descenders to ascenders, and this far up is the baseline. */
const SIZE_PER_INK = 1.05;
const BASELINE_OF_INK = 0.8;

/** The tops and the feet of words differ by their letters: a line has the highest top and the lowest foot of most. */
function inOneLine(words: readonly ReadWord[], smallEm: number): LevelLine {
  const top = quantile(topsOf(words), 0.25);
  const bottom = Math.max(top, quantile(feetOf(words), 0.75));
  const height = bottom - top;
  const type = typeOfLine(words, smallEm) ?? {
    baselineY: top + BASELINE_OF_INK * height,
    sizePt: SIZE_PER_INK * Math.max(1, height),
  };
  return { words: words.map(({ text, box: [left, , right] }) => ({ text, box: [left, top, right, bottom] })), ...type };
}

const topsOf = (words: readonly ReadWord[]): number[] => words.map(({ box: [, top] }) => top);
const feetOf = (words: readonly ReadWord[]): number[] => words.map(({ box: [, , , bottom] }) => bottom);

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const median = (values: readonly number[]): number => quantile(values, 0.5);

/** 0 of nothing. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
}
