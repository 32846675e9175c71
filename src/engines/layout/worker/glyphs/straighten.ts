import type { ReadWord } from "../../port.ts";
import { smallHeightOf, typeOfLine } from "./read-type.ts";

type Lines = readonly (readonly ReadWord[])[];

/** A line as it would stand on a level page. */
export interface LevelLine {
  /** The words, all of one height: that of most words' ink. */
  readonly words: readonly ReadWord[];
  readonly baselineY: number;
  readonly sizePt: number;
}

/**
 * Returns the lines of a page that was not level as they would stand if it were; they run from left to right. Each has
 * one height and one baseline then, so that code which finds lines by the places of words finds one line: whoever read
 * it knew that it is one.
 */
export function straightened(lines: Lines): readonly LevelLine[] {
  const slope = slopeOf(lines);
  const level = lines.map((words) => words.map((word) => sheared(word, slope)));
  const smallEm = smallHeightOf(level);
  return level.map((words) => inOneLine(words, smallEm));
}

function sheared(word: ReadWord, slope: number): ReadWord {
  const [left, top, right, bottom] = word.box;
  const shift = slope * ((left + right) / 2);
  return { ...word, box: [left, top - shift, right, bottom - shift] };
}

/** The least number of words by which a line's slope is measured. */
const WORDS_OF_A_LINE = 4;
/** The largest slope, about six degrees: pages that are more askew have been levelled, or not been read at all. */
const MAX_SLOPE = 0.1;

/** Returns how far lines fall per unit of their length. */
function slopeOf(lines: Lines): number {
  const slopes = lines
    .filter((words) => words.length >= WORDS_OF_A_LINE)
    .map((words) => slopeOfLine(words))
    .filter((slope) => Math.abs(slope) < MAX_SLOPE);
  return median(slopes);
}

/** Returns the slope of a line by least squares through the middles of its words. */
function slopeOfLine(words: readonly ReadWord[]): number {
  const points = words.map(({ box: [left, top, right, bottom] }) => ({ x: (left + right) / 2, y: (top + bottom) / 2 }));
  const meanX = mean(points.map(({ x }) => x));
  const meanY = mean(points.map(({ y }) => y));
  const across = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0);
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  return spread === 0 ? 0 : across / spread;
}

/**
 * The type size by the height of ink, where the letters do not determine it: ink reaches from descenders to ascenders,
 * and the baseline is this far up.
 */
const SIZE_PER_INK = 1.05;
const BASELINE_OF_INK = 0.8;

/**
 * Returns a line with one top and one foot. Those of words differ by their letters: a line has the highest top and the
 * lowest foot of most.
 */
function inOneLine(words: readonly ReadWord[], smallEm: number): LevelLine {
  const top = quantile(topsOf(words), 0.25);
  const bottom = Math.max(top, quantile(feetOf(words), 0.75));
  const height = bottom - top;
  const type = typeOfLine(words, smallEm) ?? {
    baselineY: top + BASELINE_OF_INK * height,
    sizePt: SIZE_PER_INK * Math.max(1, height),
  };
  return {
    words: words.map((word) => ({ ...word, box: [word.box[0], top, word.box[2], bottom] })),
    ...type,
  };
}

const topsOf = (words: readonly ReadWord[]): number[] => words.map(({ box: [, top] }) => top);
const feetOf = (words: readonly ReadWord[]): number[] => words.map(({ box: [, , , bottom] }) => bottom);

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Returns a quantile of the values; 0 when there are none. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
}
