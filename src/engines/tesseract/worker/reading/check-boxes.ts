import type { CheckBox, PixelBox } from "@quire/scan";
import type { EngineBlock, EngineLine, EngineWord } from "../../library/text-engine.ts";
import { blockOf, heightOf, lineOf, linesOfBlock } from "./boxes.ts";
import { wordsOf } from "./result.ts";

/** The words that a check box is told as. */
const CHECKED = "[x]";
const UNCHECKED = "[ ]";
/** The confidence of such a word: of those drawn for the tests, more are right. */
const CONFIDENCE = 95;
/** How far from a check box the word beside it is at most, in sides of the box. */
const REACH = 4;
/** The heights of words that a check box belongs to, as shares of its side. */
const LEAST_HEIGHT = 0.35;
const MOST_HEIGHT = 2;
/** How far the edges of check boxes of a row or column differ at most, and their sides. */
const ALIGNED = 0.3;
const SAME_SIZE = 1.15;

/**
 * The languages in whose script there are letters like an empty or a filled square, by the beginnings of their codes:
 * Chinese, Japanese, Korean, Hebrew and Yiddish, and their scripts.
 */
const SQUARE_LETTERS = /(?:^|\/)(?:chi_|jpn|kor|heb|yid|Han|Japanese|Hangul|Korean|Hebrew)/;

/** Returns whether squares on a page of some languages are check boxes. */
export const mayHaveCheckBoxes = (languages: readonly string[]): boolean =>
  !languages.some((language) => SQUARE_LETTERS.test(language));

/** The share of a word's box within a check box from which on the word is what the engine took the check box for. */
const SAME_PLACE = 0.5;

/**
 * Returns the blocks with check boxes as words, `[x]` or `[ ]`, in the place of what the engine took them for: in front of the
 * word on their right, or else behind the one on their left. Squares with text in them are cells; those that have no words of
 * their size beside them, and are not in a row or column with check boxes that do, are of a drawing.
 */
export function withCheckBoxes(blocks: readonly EngineBlock[], squares: readonly CheckBox[]): readonly EngineBlock[] {
  const words = squares.length === 0 ? [] : [...wordsOf(blocks)];
  const checkBoxes = squares.filter(({ box }) => !isCell(words.filter((word) => isIn(box, word))));
  const lines = withoutMisread(blocks, checkBoxes).flatMap((block) => linesOfBlock(block));
  const labelled = checkBoxes.filter(({ box }) => lineBeside(box, lines, REACH) !== undefined);
  const kept = checkBoxes.filter(
    (each) => labelled.includes(each) || labelled.some(({ box }) => areInLine(box, each.box)),
  );
  return kept.length === 0 ? blocks : withWords(withoutMisread(blocks, kept), kept);
}

/** Returns the blocks without the words that stand within check boxes. */
function withoutMisread(blocks: readonly EngineBlock[], checkBoxes: readonly CheckBox[]): readonly EngineBlock[] {
  const isMisread = (word: EngineWord): boolean => checkBoxes.some(({ box }) => isIn(box, word));
  const without = (line: EngineLine): readonly EngineLine[] => {
    const words = line.words.filter((word) => !isMisread(word));
    return words.length === line.words.length ? [line] : words.length === 0 ? [] : [lineOf(words)];
  };
  return blocks
    .map(({ paragraphs }) => blockOf(paragraphs.map(({ lines }) => ({ lines: lines.flatMap(without) }))))
    .filter((block) => block !== undefined);
}

/** An empty or crossed square is read as a sign or two, such as O, LJ or [_]. */
const TEXT = /[\p{L}\p{N}].*[\p{L}\p{N}].*[\p{L}\p{N}]/u;

const isCell = (words: readonly EngineWord[]): boolean => words.length > 1 || words.some(({ text }) => TEXT.test(text));

const isIn = (box: PixelBox, { box: word }: EngineWord): boolean => sharedArea(word, box) > SAME_PLACE * areaOf(word);

const areaOf = ({ xMin, yMin, xMax, yMax }: PixelBox): number => (xMax - xMin) * (yMax - yMin);

const sharedArea = (a: PixelBox, b: PixelBox): number =>
  Math.max(0, Math.min(a.xMax, b.xMax) - Math.max(a.xMin, b.xMin)) *
  Math.max(0, Math.min(a.yMax, b.yMax) - Math.max(a.yMin, b.yMin));

/** Returns the blocks with check boxes as words beside those that they belong to. */
function withWords(blocks: readonly EngineBlock[], checkBoxes: readonly CheckBox[]): readonly EngineBlock[] {
  const lines = blocks.flatMap((block) => linesOfBlock(block));
  const open = new Map(lines.map((line) => [line, [...line.words]]));
  for (const { box, isChecked } of checkBoxes.toSorted((a, b) => a.box.xMin - b.box.xMin)) {
    const line = lineBeside(box, lines, REACH) ?? lineBeside(box, lines, Number.POSITIVE_INFINITY);
    const words = line === undefined ? undefined : open.get(line);
    if (words !== undefined) {
      const next = words.findIndex((word) => middleOf(word.box) > middleOf(box));
      const word = { text: isChecked ? CHECKED : UNCHECKED, confidence: CONFIDENCE, box };
      words.splice(next === -1 ? words.length : next, 0, word);
    }
  }
  const written = (line: EngineLine): EngineLine => {
    const words = open.get(line) ?? line.words;
    return words.length > line.words.length ? lineOf(words) : line;
  };
  return blocks.map(
    (block) => blockOf(block.paragraphs.map(({ lines: some }) => ({ lines: some.map(written) }))) ?? block,
  );
}

const middleOf = ({ xMin, xMax }: PixelBox): number => (xMin + xMax) / 2;

/** Returns the line of the word that a check box stands in front of, or else behind, at most some sides away. */
function lineBeside(box: PixelBox, lines: readonly EngineLine[], reach: number): EngineLine | undefined {
  const side = box.xMax - box.xMin;
  let [best, least]: [EngineLine | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
  for (const line of lines) {
    for (const word of line.words) {
      // The box of a word may reach over a check box that the engine read with it.
      const isBehind = middleOf(word.box) < middleOf(box);
      const distance = Math.max(0, isBehind ? box.xMin - word.box.xMax : word.box.xMin - box.xMax);
      // A word on the right is preferred, however near the end of the one on the left is.
      const rank = distance + (isBehind ? REACH * side : 0);
      if (distance <= reach * side && rank < least && isBeside(word.box, box)) {
        [best, least] = [line, rank];
      }
    }
  }
  return best;
}

function isBeside(word: PixelBox, box: PixelBox): boolean {
  const side = heightOf(box);
  const off = Math.abs(word.yMin + word.yMax - box.yMin - box.yMax) / 2;
  const height = heightOf(word) / side;
  return off < 0.5 * side && height >= LEAST_HEIGHT && height <= MOST_HEIGHT;
}

function areInLine(one: PixelBox, other: PixelBox): boolean {
  const side = heightOf(one);
  const ratio = heightOf(other) / side;
  const offset = Math.min(Math.abs(one.xMin - other.xMin), Math.abs(one.yMin - other.yMin));
  return ratio < SAME_SIZE && ratio > 1 / SAME_SIZE && offset < ALIGNED * side;
}
