import type { VisualRow } from "./rows/visual-rows.ts";

/* The white strips between the columns of a table. */

/** The white strip between two columns, from its left to its right end. A drawn one has no width. */
export interface Separator {
  readonly from: number;
  readonly to: number;
}

export interface Strip extends Separator {
  /** The number of segments that cover the strip. */
  readonly count: number;
}

/** Divides the width from the first segment to the last into strips, cut wherever a segment begins or ends. */
export function stripsOf(rows: readonly VisualRow[]): Strip[] {
  const ends: { x: number; step: number }[] = [];
  for (const row of rows) {
    for (const segment of row.segments) {
      ends.push({ x: segment.xMin, step: 1 }, { x: segment.xMax, step: -1 });
    }
  }
  ends.sort((a, b) => a.x - b.x || b.step - a.step);
  const strips: Strip[] = [];
  let count = 0;
  let from = ends[0]?.x ?? 0;
  for (const { x, step } of ends) {
    if (x > from) {
      strips.push({ from, to: x, count });
    }
    count += step;
    from = x;
  }
  return strips;
}

export const white = (stretch: readonly Strip[], least: number): Strip[] =>
  stretch.filter((strip) => strip.count === 0 && strip.to - strip.from >= least);

/**
 * Returns the parts of a stretch between columns that are wholly white; where there are none, the widest part that is
 * wide enough and that fewest rows cross.
 */
export function whitest(stretch: readonly Strip[], least: number): Separator[] {
  const free = white(stretch, least);
  const counts = free.length > 0 ? [] : new Set(stretch.map(({ count }) => count));
  for (const most of [...counts].toSorted((a, b) => a - b)) {
    const widest = widestWithin(stretch, most);
    if (widest !== undefined && widest.to - widest.from >= least) {
      return [widest];
    }
  }
  return free;
}

function widestWithin(stretch: readonly Strip[], most: number): Separator | undefined {
  let widest: Separator | undefined;
  let open: Separator | undefined;
  for (const { from, to, count } of stretch) {
    open = count > most ? undefined : { from: open?.from ?? from, to };
    if (open !== undefined && (widest === undefined || open.to - open.from > widest.to - widest.from)) {
      widest = open;
    }
  }
  return widest;
}
