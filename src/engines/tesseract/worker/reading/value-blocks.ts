import type { EngineBlock, EngineLine, EngineWord } from "../../library/text-engine.ts";
import { heightOf, linesOfBlock, medianOf } from "./boxes.ts";
import type { Piece } from "./left-neighbours.ts";

/** The share of a block's lines that stand beside others, and that of these that are values, or stand beside labels. */
const BESIDE_SHARE = 0.7;
const EVIDENCE_SHARE = 0.6;
/** The same for values beside prose, whose lines are close enough for any line to stand beside one by chance. */
const BESIDE_PROSE_SHARE = 0.9;
/** The most words of a value in a column, and of one beside prose. */
const VALUE_WORDS = 4;
const VALUE_WORDS_BESIDE_PROSE = 2;
/** The distance between the lines of a form or table without rules, in heights of a word; that of prose is about 1.7. */
const WIDE_PITCH = 2.2;
/** The fewest rows by which a distance shows: headings of two columns may have two. */
const FEWEST_ROWS = 3;
/** The gap, in heights of a word, below which two pieces are of one line that was torn. */
const TORN_GAP = 0.8;
/** The share of blocks of one line by which a page was read as scattered words. */
const SCATTERED_SHARE = 0.9;
const FEWEST_SCATTERED = 10;
/** The lines of a block and their words from which on it may be prose, and how much of the block's width they take. */
const PROSE_LINES = 3;
const PROSE_WORDS = 4;
const PROSE_WIDTH = 0.8;

/**
 * Returns the blocks whose lines are each read after the line on their left: amounts, dates and numbers; what stands beside
 * labels with a colon; the cells of a table with wide rows; pieces of a torn line. `beside` has the line on the left of
 * each. Prose beside prose is none, nor are blocks of text side by side, such as two addresses.
 */
export function valueBlocks(
  blocks: readonly EngineBlock[],
  beside: ReadonlyMap<EngineLine, Piece>,
): ReadonlySet<EngineBlock> {
  const prose = new Set(blocks.filter(isProse));
  const single = blocks.filter((block) => linesOfBlock(block).length === 1).length;
  const isScattered = single >= Math.max(FEWEST_SCATTERED, SCATTERED_SHARE * blocks.length);
  return new Set(
    blocks.filter((block) => {
      const pairs = linesOfBlock(block).flatMap((line) => {
        const left = beside.get(line);
        return left === undefined || left.block === block ? [] : [{ line, left }];
      });
      return pairs.length > 0 && !prose.has(block) && isOfValues(block, { pairs, prose, isScattered });
    }),
  );
}

/** A line and the one on its left, which belongs to another block. */
interface Pair {
  readonly line: EngineLine;
  readonly left: Piece;
}

interface Evidence {
  readonly pairs: readonly Pair[];
  readonly prose: ReadonlySet<EngineBlock>;
  readonly isScattered: boolean;
}

function isProse(block: EngineBlock): boolean {
  const lines = linesOfBlock(block);
  const widths = lines.map(({ box }) => box.xMax - box.xMin);
  const full = widths.filter((width) => width >= PROSE_WIDTH * (block.box.xMax - block.box.xMin));
  return (
    lines.length >= PROSE_LINES &&
    medianOf(lines.map(({ words }) => words.length)) >= PROSE_WORDS &&
    full.length >= lines.length / 2
  );
}

function isOfValues(block: EngineBlock, { pairs, prose, isScattered }: Evidence): boolean {
  const lines = linesOfBlock(block);
  if (pairs.length < BESIDE_SHARE * lines.length) {
    return areFilledIn(block, pairs);
  }
  const words = medianOf(lines.map((line) => line.words.length));
  if (pairs.some(({ left }) => prose.has(left.block))) {
    const values = pairs.filter(({ line }) => isValue(line.words));
    return words <= VALUE_WORDS_BESIDE_PROSE && values.length >= BESIDE_PROSE_SHARE * lines.length;
  }
  const evident = pairs.filter(({ line, left }) => isValue(line.words) || isLabel(left.line.words));
  const torn = pairs.filter(({ line, left }) => isTorn(left.line, line));
  const areShort = words <= VALUE_WORDS;
  return (
    evident.length >= EVIDENCE_SHARE * pairs.length ||
    torn.length === lines.length ||
    (areShort && (lines.length > 1 ? lines.length >= FEWEST_ROWS && hasWidePitch(lines) : isScattered))
  );
}

/** Returns whether most of the labels on the left of a block have one of its lines beside them, whatever else it has. */
function areFilledIn(block: EngineBlock, pairs: readonly Pair[]): boolean {
  const filled = pairs.filter(({ left }) => isLabel(left.line.words));
  const labels = [...new Set(pairs.map(({ left }) => left.block))]
    .flatMap((left) => linesOfBlock(left))
    .filter(({ box, words }) => isLabel(words) && box.yMax > block.box.yMin && box.yMin < block.box.yMax);
  return filled.length >= EVIDENCE_SHARE * Math.max(pairs.length, labels.length);
}

/** Returns whether words are an amount, a date or a number of something. */
function isValue(words: readonly EngineWord[]): boolean {
  const text = words.map((word) => word.text).join("");
  const digits = text.match(/\p{N}/gu)?.length ?? 0;
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return words.length <= VALUE_WORDS && digits > 0 && digits >= letters / 2;
}

const isLabel = (words: readonly EngineWord[]): boolean => /[:=]$/.test(words.at(-1)?.text ?? "");

function isTorn(left: EngineLine, right: EngineLine): boolean {
  const [before, after] = [left.words.at(-1)!, right.words[0]!];
  return after.box.xMin - before.box.xMax < TORN_GAP * Math.min(heightOf(before.box), heightOf(after.box));
}

function hasWidePitch(lines: readonly EngineLine[]): boolean {
  const heightPx = medianOf(lines.flatMap(({ words }) => words.map(({ box }) => heightOf(box))));
  const tops = lines.map(({ box }) => box.yMin).toSorted((a, b) => a - b);
  return medianOf(tops.slice(1).map((top, at) => top - tops[at]!)) >= WIDE_PITCH * heightPx;
}
