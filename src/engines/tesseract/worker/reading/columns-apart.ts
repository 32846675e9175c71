import type { PixelBox } from "@quire/scan";
import type { EngineBlock, EngineLine, EngineWord } from "../../library/text-engine.ts";
import { blockOf, heightOf, lineOf, linesOfBlock, medianOf } from "./boxes.ts";
import { type Columns, inPageOrder } from "./sheet-of-pages.ts";

/** The fewest lines with text on both sides by which columns show, and the share of the block's lines that they are. */
const FEWEST_LINES = 6;
const LINES_SHARE = 0.6;
/** The least width of the gap between columns, in heights of a word. */
const LEAST_GAP = 0.8;
/** The words of a usual line of prose at least, and how much of the column's width it takes. */
const PROSE_WORDS = 4;
const PROSE_WIDTH = 0.6;
/** The share of lines that may have a word in the gap: a rule or a speck that was read as one. */
const CROSSED_SHARE = 0.03;

/**
 * Returns the blocks, those divided into columns whose lines were read across two columns of prose: where a gap goes
 * through nearly all lines, and on both of its sides stand lines of several words that fill their column. Rows of tables
 * and forms have few words in a column, and stay. Pages on one sheet are put in the order of their numbers.
 */
export function columnsApart(blocks: readonly EngineBlock[]): readonly EngineBlock[] {
  const pairs: Columns[] = [];
  const apart = blocks.flatMap((block): readonly EngineBlock[] => {
    const columns = columnsOf(block);
    const [left, right] = columns;
    if (left !== undefined && right !== undefined && columns.length === 2) {
      pairs.push({ left, right });
    }
    return columns;
  });
  return inPageOrder(apart, pairs);
}

/** Returns the columns of a block, from left to right; itself where it has one. */
function columnsOf(block: EngineBlock): readonly EngineBlock[] {
  const lines = linesOfBlock(block);
  const heightPx = medianOf(lines.flatMap(({ words }) => words.map(({ box }) => heightOf(box))));
  if (lines.length < FEWEST_LINES) {
    return [block];
  }
  for (const gap of gapsOf(lines)) {
    const x = (gap.from + gap.to) / 2;
    if (gap.to - gap.from >= LEAST_GAP * heightPx && areColumns(lines, x)) {
      const sides = [sideOf(block, (word) => middleOf(word) < x), sideOf(block, (word) => middleOf(word) >= x)];
      return sides.flatMap((side) => (side === undefined ? [] : columnsOf(side)));
    }
  }
  return [block];
}

interface Gap {
  readonly from: number;
  readonly to: number;
}

/** Returns the gaps that go through lines, the one in the middle first: beside it, line numbers have a gap of their own. */
function gapsOf(lines: readonly EngineLine[]): readonly Gap[] {
  const edges = lines
    .flatMap(({ words }) =>
      words.flatMap(({ box }) => [
        { x: box.xMin, change: 1 },
        { x: box.xMax, change: -1 },
      ]),
    )
    .toSorted((a, b) => a.x - b.x || b.change - a.change);
  const allowed = Math.floor(CROSSED_SHARE * lines.length);
  const gaps: Gap[] = [];
  let [covering, from]: [number, number | undefined] = [0, undefined];
  for (const { x, change } of edges) {
    covering += change;
    if (covering > allowed && from !== undefined) {
      gaps.push({ from, to: x });
      from = undefined;
    } else if (covering <= allowed) {
      from ??= x;
    }
  }
  const [first, last] = [edges[0], edges.at(-1)];
  const offCentre = (gap: Gap): number => Math.abs(gap.from + gap.to - (first?.x ?? 0) - (last?.x ?? 0));
  return gaps.toSorted((a, b) => offCentre(a) - offCentre(b));
}

/** Returns whether lines that go over `x` are of two columns of prose. */
function areColumns(lines: readonly EngineLine[], x: number): boolean {
  const sides = lines.map(({ words }) => ({
    left: words.filter((word) => middleOf(word) < x),
    right: words.filter((word) => middleOf(word) >= x),
  }));
  const across = sides.filter(({ left, right }) => left.length > 0 && right.length > 0);
  return (
    across.length >= FEWEST_LINES &&
    across.length >= LINES_SHARE * lines.length &&
    isProse(sides.map(({ left }) => left)) &&
    isProse(sides.map(({ right }) => right))
  );
}

function isProse(lines: readonly (readonly EngineWord[])[]): boolean {
  const written = lines.filter((words) => words.length > 0);
  const widths = written.map((words) => widthOf(lineOf(words).box));
  const widest = widths.reduce((most, width) => Math.max(most, width), 0);
  return medianOf(written.map((words) => words.length)) >= PROSE_WORDS && medianOf(widths) >= PROSE_WIDTH * widest;
}

const widthOf = ({ xMin, xMax }: PixelBox): number => xMax - xMin;
const middleOf = ({ box }: EngineWord): number => (box.xMin + box.xMax) / 2;

function sideOf(block: EngineBlock, isOfSide: (word: EngineWord) => boolean): EngineBlock | undefined {
  return blockOf(
    block.paragraphs.map(({ lines }) => ({
      lines: lines
        .map(({ words }) => words.filter(isOfSide))
        .filter((words) => words.length > 0)
        .map(lineOf),
    })),
  );
}
