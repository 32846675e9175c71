import type { Column, FlowLine } from "../flow/flow.ts";

/**
 * Returns where a line starts in the direction of reading, in points; x is counted backward for text that is read from
 * the right.
 */
export const startOf = ({ line }: FlowLine, column: Column): number => (column.isRightToLeft ? -line.xMax : line.xMin);
export const endOf = ({ line }: FlowLine, column: Column): number => (column.isRightToLeft ? -line.xMin : line.xMax);
