import type { EngineBlock, EngineLine, EngineWord } from "../../library/text-engine.ts";
import { blockOf, heightOf, lineOf, linesOfBlock } from "./boxes.ts";
import { leftNeighbours, type Piece } from "./left-neighbours.ts";
import { valueBlocks } from "./value-blocks.ts";

/** The distance between two blocks of a column of values, and of their left edges, in heights of a line, at most. */
const NEXT_BLOCK = 1.5;
const ALIGNED = 0.7;

/**
 * Returns the blocks with the columns of values put to the lines that they stand beside: amounts to what they are for,
 * what is filled in to its label, the cells of a table to their row. The words of such a row are one line. Lines of a column
 * of values that have none on their left follow the row above them.
 */
export function rowsTogether(blocks: readonly EngineBlock[]): readonly EngineBlock[] {
  const pieces = blocks.flatMap((block) => linesOfBlock(block).map((line): Piece => ({ line, block })));
  const beside = leftNeighbours(pieces);
  const values = dissolvable(valueBlocks(blocks, beside), beside);
  return values.size === 0 ? blocks : withRows(blocks, values, beside);
}

type Neighbours = ReadonlyMap<EngineLine, Piece>;

/** Returns the blocks whose values all belong to a line of a block that stays. */
function dissolvable(found: ReadonlySet<EngineBlock>, beside: Neighbours): ReadonlySet<EngineBlock> {
  const values = new Set(found);
  let before: number;
  do {
    before = values.size;
    for (const block of values) {
      const heads = linesOfBlock(block).map((line) => headOf({ line, block }, values, beside));
      const others = heads.filter((head) => head.block !== block);
      if (others.length === 0 || others.some((head) => values.has(head.block))) {
        values.delete(block);
      }
    }
  } while (values.size < before);
  return values;
}

/** Returns the line that a line of values is added to, as far to the left as values go; itself where it has none. */
function headOf(piece: Piece, values: ReadonlySet<EngineBlock>, beside: Neighbours): Piece {
  let head = piece;
  for (;;) {
    const left = beside.get(head.line);
    if (left === undefined || left.block === head.block || !values.has(head.block)) {
      return head;
    }
    head = left;
  }
}

/** What is added to a line: words on its right, and lines that follow it. */
interface Row {
  readonly words: EngineWord[];
  readonly after: EngineLine[];
}

/** Returns the blocks with those of values dissolved into the lines on their left. */
function withRows(
  blocks: readonly EngineBlock[],
  values: ReadonlySet<EngineBlock>,
  beside: Neighbours,
): readonly EngineBlock[] {
  const rows = new Map<EngineLine, Row>();
  const rowOf = (line: EngineLine): Row => {
    const row = rows.get(line) ?? { words: [], after: [] };
    rows.set(line, row);
    return row;
  };
  const dissolved = new Set<EngineBlock>();
  const heads = new Set(
    [...values].flatMap((block) => linesOfBlock(block).map((line) => headOf({ line, block }, values, beside).block)),
  );
  let [last, lastHead]: [EngineBlock | undefined, EngineLine | undefined] = [undefined, undefined];
  for (const block of blocks) {
    const lines = linesOfBlock(block);
    if (values.has(block)) {
      const ofLines = lines.map((line) => headOf({ line, block }, values, beside));
      let above = ofLines.find((head) => head.block !== block);
      for (const [at, line] of lines.entries()) {
        const head = ofLines[at]!;
        if (head.block !== block) {
          above = head;
          rowOf(head.line).words.push(...line.words);
        } else if (above !== undefined) {
          rowOf(rowAbove(line, above)).after.push(line);
        }
      }
      [last, lastHead] = [block, above === undefined ? undefined : rowAbove(lines.at(-1)!, above)];
      dissolved.add(block);
    } else if (last !== undefined && lastHead !== undefined && !heads.has(block) && goesOn(last, block, beside)) {
      rowOf(lastHead).after.push(...lines);
      last = block;
      dissolved.add(block);
    } else {
      last = undefined;
    }
  }
  return blocks
    .filter((block) => !dissolved.has(block))
    .map(({ paragraphs }) =>
      blockOf(paragraphs.map(({ lines }) => ({ lines: lines.flatMap((line) => writtenRow(line, rows.get(line))) }))),
    )
    .filter((block) => block !== undefined);
}

/** Returns the last line of a head's block that is above a line without a head, or the head itself. */
const rowAbove = (line: EngineLine, head: Piece): EngineLine =>
  linesOfBlock(head.block).findLast(({ box }) => box.yMin + heightOf(box) / 2 < line.box.yMin) ?? head.line;

/** Returns whether a block goes on a column of values: it begins below it, at the same place, with nothing on its left. */
function goesOn(values: EngineBlock, block: EngineBlock, beside: Neighbours): boolean {
  const [last, next] = [linesOfBlock(values).at(-1)!, linesOfBlock(block)[0]!];
  const heightPx = heightOf(last.box);
  const distance = next.box.yMin - last.box.yMax;
  return (
    distance > -heightPx / 2 &&
    distance < NEXT_BLOCK * heightPx &&
    Math.abs(next.box.xMin - last.box.xMin) < ALIGNED * heightPx &&
    linesOfBlock(block).every((line) => beside.get(line) === undefined)
  );
}

function writtenRow(line: EngineLine, row: Row | undefined): readonly EngineLine[] {
  if (row === undefined) {
    return [line];
  }
  const words = [...line.words, ...row.words].toSorted((a, b) => a.box.xMin - b.box.xMin);
  const above = row.after.filter(({ box }) => box.yMax <= line.box.yMin);
  const below = row.after.filter((other) => !above.includes(other));
  return [...above, row.words.length > 0 ? lineOf(words) : line, ...below];
}
