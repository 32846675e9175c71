import type { PixelBox } from "@quire/scan";
import type { EngineBlock, EngineWord } from "../../library/text-engine.ts";
import { withWords } from "./result.ts";
import type { PageOfWords } from "./word-evidence.ts";
import { type ProbableWord, probableWords } from "./word-probabilities.ts";

/** By how much more probably a word must be right to take another's place. */
const LEAST_GAIN = 0.1;
/** The share of their common area that two boxes must overlap by to be of one word. */
const LEAST_OVERLAP = 0.5;

/**
 * Returns the blocks of one reading of a page, with what another reading has in place of a word where that is more
 * probably right: its text and confidence, in the same box. Each reading of poor print misreads other words, and which
 * ones changes with the least change of the picture; what either is sure of changes less.
 */
export function withBetterWords(page: PageOfWords, other: readonly EngineBlock[]): readonly EngineBlock[] {
  const words = probableWords(page).toSorted((a, b) => a.word.box.xMin - b.word.box.xMin);
  const widest = words.reduce((most, { word: { box } }) => Math.max(most, box.xMax - box.xMin), 0);
  const better = new Map<EngineWord, ProbableWord>();
  for (const candidate of probableWords({ ...page, blocks: other })) {
    // How often punctuation is right is not known.
    if (candidate.evidence.hasNoLetterOrDigit === 1) {
      continue;
    }
    const { box } = candidate.word;
    const near = words.slice(firstFrom(words, box.xMin - widest), firstFrom(words, box.xMax));
    const found = mostOverlapping(near, box);
    if (found !== undefined && candidate.right >= (better.get(found.word)?.right ?? found.right + LEAST_GAIN)) {
      better.set(found.word, candidate);
    }
  }
  return withWords(page.blocks, (word) => ({ ...(better.get(word)?.word ?? word), box: word.box }));
}

/** Returns the first of words sorted by their left edges whose edge is at `x` or beyond. */
function firstFrom(words: readonly ProbableWord[], x: number): number {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    [low, high] = words[middle]!.word.box.xMin < x ? [middle + 1, high] : [low, middle];
  }
  return low;
}

/** Returns the word that overlaps a box most, if by half. */
function mostOverlapping(words: readonly ProbableWord[], box: PixelBox): ProbableWord | undefined {
  let [most, found]: [number, ProbableWord | undefined] = [LEAST_OVERLAP, undefined];
  for (const each of words) {
    const overlap = overlapOf(each.word.box, box);
    if (overlap > most || (found === undefined && overlap === most)) {
      [most, found] = [overlap, each];
    }
  }
  return found;
}

/** Returns the share of the area of two boxes that is in both. */
function overlapOf(a: PixelBox, b: PixelBox): number {
  const width = Math.min(a.xMax, b.xMax) - Math.max(a.xMin, b.xMin);
  const height = Math.min(a.yMax, b.yMax) - Math.max(a.yMin, b.yMin);
  if (width <= 0 || height <= 0) {
    return 0;
  }
  return (width * height) / (areaOf(a) + areaOf(b) - width * height);
}

const areaOf = ({ xMin, yMin, xMax, yMax }: PixelBox): number => (xMax - xMin) * (yMax - yMin);
