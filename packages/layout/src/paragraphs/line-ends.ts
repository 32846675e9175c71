import type { Column, FlowLine } from "../flow/flow.ts";

/**
 * Returns where a line starts in the direction of reading, in points; x is counted backward for text that is read from
 * the right.
 */
export const startOf = ({ line }: FlowLine, column: Column): number => (column.isRightToLeft ? -line.xMax : line.xMin);

/** Returns where a line ends in the direction of reading, in points, counted as its start is. */
export const endOf = ({ line }: FlowLine, column: Column): number => (column.isRightToLeft ? -line.xMin : line.xMax);

/** Returns where a column ends in the direction of reading, in points. */
export const endOfColumn = (column: Column): number => (column.isRightToLeft ? -column.xMin : column.xMax);

/** The width of a space and some tolerance, in ems, so that rounded widths and hyphens count for nothing. */
const SPACE_EM = 0.8;

/** Returns whether the first word of the next line would have fitted between the end of a line and an edge. */
export function hasRoomBefore(
  edge: number,
  { last, next, column }: { readonly last: FlowLine; readonly next: FlowLine; readonly column: Column },
): boolean {
  const first = next.line.words[0];
  const width = first === undefined ? 0 : first.xMax - first.xMin;
  return edge - endOf(last, column) > width + SPACE_EM * last.line.sizePt;
}
