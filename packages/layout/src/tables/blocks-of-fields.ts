import { type Grid, gridOf, latticesOf } from "./lattice.ts";
import { type Field, outlinesOf } from "./strokes.ts";

/** The greatest and the least height of the background of a row, in ems; higher ones are boxes, lower ones bars. */
const HIGHEST_FIELD_EM = 12;
const LOWEST_FIELD_EM = 0.8;

/** The greatest width of white between the backgrounds of neighbouring cells, in ems. */
const WIDEST_WHITE_EM = 0.6;

/** Finds backgrounds that touch each other: the cells of a row, of a head, or of a whole table. */
export function blocksOf(fields: readonly Field[], sizePt: number): Grid[] {
  const grounds = fields.filter(
    ({ yMin, yMax }) => yMax - yMin <= HIGHEST_FIELD_EM * sizePt && yMax - yMin >= LOWEST_FIELD_EM * sizePt,
  );
  const touch = WIDEST_WHITE_EM * sizePt;
  return latticesOf(outlinesOf(grounds, touch), touch).flatMap((lattice) => gridOf(lattice, touch) ?? []);
}

/**
 * Returns the blocks that may be tables by themselves: more rows than a head has, each of several backgrounds. Blocks of
 * stripes are left out: above or beneath them stands another, of the same columns, that is no table by itself.
 */
export const wholeTablesOf = (blocks: readonly Grid[], sizePt: number): Grid[] =>
  blocks.filter(
    (block) => isWholeTable(block) && !blocks.some((other) => !isWholeTable(other) && isStriped(block, other, sizePt)),
  );

const isWholeTable = ({ xs, ys }: Grid): boolean => xs.length > 2 && ys.length > MOST_HEAD_ROWS + 1;

const MOST_HEAD_ROWS = 2;

/** The greatest height of the rows without a background between two stripes, in ems. */
const HIGHEST_PLAIN_EM = 4;

function isStriped(a: Grid, b: Grid, sizePt: number): boolean {
  const betweenPt = Math.max((b.ys[0] ?? 0) - (a.ys.at(-1) ?? 0), (a.ys[0] ?? 0) - (b.ys.at(-1) ?? 0));
  return (
    betweenPt <= HIGHEST_PLAIN_EM * sizePt &&
    a.xs.length === b.xs.length &&
    a.xs.every((x, index) => Math.abs(x - (b.xs[index] ?? 0)) <= WIDEST_WHITE_EM * sizePt)
  );
}
