import type { PixelBox } from "@quire/scan";
import type { EngineBlock, EngineLine, EngineWord } from "../../library/text-engine.ts";
import { blockOf, heightOf, lineOf, linesOfBlock } from "./boxes.ts";

/** Two columns that stand side by side: of a page, or of pages on a sheet. */
export interface Columns {
  readonly left: EngineBlock;
  readonly right: EngineBlock;
}

/** How far from its page a page's number stands at most, as a share of the page's height. */
const NUMBER_REACH = 0.25;
const NUMBER = /^\d{1,4}$/;
/** The fewest pages of a sheet whose order is not clear. */
const FEWEST_PAGES = 4;

/**
 * Returns the blocks with the pages on one sheet in the order of their numbers: `columns` has the pairs of columns, from the
 * top, and both are among the blocks. Some print four pages row by row, others column by column. Where not each page has
 * a number alone above it, or each below it, or these do not follow each other, the order stays.
 */
export function inPageOrder(blocks: readonly EngineBlock[], columns: readonly Columns[]): readonly EngineBlock[] {
  const divided = new Set(columns.flatMap(({ left, right }) => [left, right]));
  const elsewhere = blocks
    .filter((block) => !divided.has(block))
    .flatMap((block) => linesOfBlock(block))
    .filter(({ words }) => words.every(({ text }) => NUMBER.test(text)))
    .flatMap(({ words }) => words);
  for (const edge of ["top", "bottom"] as const) {
    const pages = columns.flatMap((pair) => pagesOf(pair, edge)).map((page) => numbered(page, elsewhere, edge));
    if (pages.length >= FEWEST_PAGES && followEachOther(pages)) {
      return reordered(blocks, { pages, divided });
    }
  }
  return blocks;
}

interface Page {
  readonly lines: readonly EngineLine[];
  readonly box: PixelBox;
  readonly number: EngineWord | undefined;
}

/** Returns the pages of two columns, row by row: they are divided where both have a number alone in its line. */
function pagesOf({ left, right }: Columns, edge: "top" | "bottom"): readonly Page[] {
  const numbersOfRight = linesOfBlock(right).filter(isNumber);
  const rows = linesOfBlock(left)
    .filter(isNumber)
    .flatMap((line) => {
      const beside = numbersOfRight.find((other) => overlapInHeight(line.box, other.box));
      return beside === undefined ? [] : [[line, beside] as const];
    });
  const edges = rows.map((row) =>
    edge === "top" ? Math.min(...row.map(({ box }) => box.yMin)) : Math.max(...row.map(({ box }) => box.yMax)),
  );
  const cuts = [Number.NEGATIVE_INFINITY, ...edges, Number.POSITIVE_INFINITY];
  const numbers = new Set(rows.flat());
  return cuts.slice(1).flatMap((to, at) =>
    [left, right].flatMap((column) => {
      const all = linesOfBlock(column).filter(({ box }) => middleOf(box) >= cuts[at]! && middleOf(box) < to);
      const lines = all.filter((line) => !numbers.has(line));
      const box = blockOf([{ lines }])?.box;
      return box === undefined ? [] : [{ lines, box, number: all.find((line) => numbers.has(line))?.words[0] }];
    }),
  );
}

const isNumber = ({ words }: EngineLine): boolean => words.length === 1 && NUMBER.test(words[0]?.text ?? "");
const middleOf = ({ yMin, yMax }: PixelBox): number => (yMin + yMax) / 2;
const overlapInHeight = (a: PixelBox, b: PixelBox): boolean => a.yMin < b.yMax && b.yMin < a.yMax;

/** Returns a page with its number, which may be one of those that stand outside the columns. */
function numbered(page: Page, elsewhere: readonly EngineWord[], edge: "top" | "bottom"): Page {
  const [number, ...others] = elsewhere.filter(({ box }) => standsAt(edge, box, page.box));
  return page.number !== undefined || others.length > 0 ? page : { ...page, number };
}

function standsAt(edge: "top" | "bottom", word: PixelBox, page: PixelBox): boolean {
  const x = (word.xMin + word.xMax) / 2;
  const distance = edge === "top" ? page.yMin - word.yMax : word.yMin - page.yMax;
  const isBeside = x > page.xMin && x < page.xMax;
  return isBeside && distance > -heightOf(word) && distance < NUMBER_REACH * heightOf(page);
}

const valueOf = ({ number }: Page): number => Number(number?.text);

function followEachOther(pages: readonly Page[]): boolean {
  const values = pages.map(valueOf).toSorted((a, b) => a - b);
  return values.every((value, at) => value === values[0]! + at);
}

/** Returns the blocks with pages in place of the columns that they were, each with its number before it. */
function reordered(
  blocks: readonly EngineBlock[],
  { pages, divided }: { readonly pages: readonly Page[]; readonly divided: ReadonlySet<EngineBlock> },
): readonly EngineBlock[] {
  const numbers = new Set(pages.map(({ number }) => number));
  const sheet = pages
    .toSorted((a, b) => valueOf(a) - valueOf(b))
    .flatMap(({ lines, number }) => [
      blockOf([{ lines: number === undefined ? [] : [lineOf([number])] }]),
      blockOf([{ lines }]),
    ]);
  const first = blocks.findIndex((block) => divided.has(block));
  const rest = (some: readonly EngineBlock[]): readonly (EngineBlock | undefined)[] =>
    some.filter((block) => !divided.has(block)).map((block) => without(block, numbers));
  return [...rest(blocks.slice(0, first)), ...sheet, ...rest(blocks.slice(first))].filter(
    (block) => block !== undefined,
  );
}

function without(block: EngineBlock, words: ReadonlySet<EngineWord | undefined>): EngineBlock | undefined {
  const paragraphs = block.paragraphs.map(({ lines }) => ({
    lines: lines
      .map((line) => ({ ...line, words: line.words.filter((word) => !words.has(word)) }))
      .filter((line) => line.words.length > 0),
  }));
  return blockOf(paragraphs);
}
