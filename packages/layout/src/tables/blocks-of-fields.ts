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

/** Returns whether a block may be a table by itself: more rows than a head has, each of several backgrounds. */
export const isWholeTable = ({ xs, ys }: Grid): boolean => xs.length > 2 && ys.length > MOST_HEAD_ROWS + 1;

const MOST_HEAD_ROWS = 2;
