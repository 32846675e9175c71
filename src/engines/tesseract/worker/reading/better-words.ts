import type { PixelBox } from "@quire/scan";
import type { EngineBlock, EngineWord } from "../../library/text-engine.ts";
import { wordsOf } from "./result.ts";

/** The points of confidence by which a word must be surer to take another's place: with fewer, tables lose right words. */
const LEAST_GAIN = 20;
/** The share of their common area that two boxes must overlap by to be of one word. */
const LEAST_OVERLAP = 0.5;

/**
 * Returns the blocks of one reading, with what another reading of the same page has in place of a word where it is
 * surer: its text and confidence, in the same box. Each reading of poor print misreads other words, and which ones
 * changes with the least change of the picture; what either is sure of changes less.
 */
export function withBetterWords(blocks: readonly EngineBlock[], other: readonly EngineBlock[]): readonly EngineBlock[] {
  const words = [...wordsOf(blocks)].toSorted((a, b) => a.box.xMin - b.box.xMin);
  const widest = words.reduce((most, { box }) => Math.max(most, box.xMax - box.xMin), 0);
  const better = new Map<EngineWord, EngineWord>();
  for (const candidate of wordsOf(other)) {
    const near = words.slice(firstFrom(words, candidate.box.xMin - widest), firstFrom(words, candidate.box.xMax));
    const word = mostOverlapping(near, candidate.box);
    if (word !== undefined && candidate.confidence >= (better.get(word)?.confidence ?? word.confidence + LEAST_GAIN)) {
      better.set(word, candidate);
    }
  }
  return blocks.map((block) => ({
    box: block.box,
    paragraphs: block.paragraphs.map(({ lines }) => ({
      lines: lines.map((line) => ({
        box: line.box,
        words: line.words.map((word) => ({ ...(better.get(word) ?? word), box: word.box })),
      })),
    })),
  }));
}

/** Returns the first of words sorted by their left edges whose edge is at `x` or beyond. */
function firstFrom(words: readonly EngineWord[], x: number): number {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    [low, high] = words[middle]!.box.xMin < x ? [middle + 1, high] : [low, middle];
  }
  return low;
}

/** Returns the word that overlaps a box most, if by half. */
function mostOverlapping(words: readonly EngineWord[], box: PixelBox): EngineWord | undefined {
  let [most, found]: [number, EngineWord | undefined] = [LEAST_OVERLAP, undefined];
  for (const word of words) {
    const overlap = overlapOf(word.box, box);
    if (overlap > most || (found === undefined && overlap === most)) {
      [most, found] = [overlap, word];
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
