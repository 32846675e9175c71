import type { Stroke } from "./strokes.ts";

/** Lines that cross or touch: the borders of one table, of a form, of a frame. */
export interface Lattice {
  readonly horizontal: readonly Stroke[];
  readonly vertical: readonly Stroke[];
}

/** A lattice as rows and columns, with the borders between their cells. */
export interface Grid {
  /** The edges of columns, from the left; one more than there are columns. */
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  /**
   * Whether there is a border left of each cell: 1 or 0 by row, with one entry more in each row than there are columns.
   */
  readonly left: Uint8Array;
  /** Whether there is a border above each cell: 1 or 0 by row, with one row more than the grid has. */
  readonly above: Uint8Array;
}

/** A cell by the rows and columns of its grid. */
export interface GridCell {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly colSpan: number;
}

/** The share of its cell's side that a border has to cover; borders may be a little shorter. */
const BORDER_SHARE = 0.6;

/**
 * The greatest numbers of pairs of lines and of cells that are looked at; no table has more. A table of 200 columns by
 * 2,000 rows that is drawn cell by cell has 400,000 cells.
 */
const MOST_PAIRS = 2_000_000;
const MOST_CELLS = 400_000;

/**
 * Returns the groups of lines that miss each other by no more than `touch` and have lines in both directions; none for
 * a page that is a drawing.
 */
export function latticesOf({ horizontal, vertical }: Lattice, touch: number): Lattice[] {
  const rows = horizontal.toSorted((a, b) => a.at - b.at);
  const parents = Int32Array.from({ length: rows.length + vertical.length }, (_, index) => index);
  let pairs = 0;
  for (const [index, line] of vertical.entries()) {
    for (let at = firstAt(rows, line.from - touch); at < rows.length; at++) {
      const row = rows[at];
      if (row === undefined || row.at > line.to + touch) {
        break;
      }
      if (++pairs > MOST_PAIRS) {
        return [];
      }
      if (row.from - touch <= line.at && line.at <= row.to + touch) {
        unite(parents, at, rows.length + index);
      }
    }
  }
  const lattices = new Map<number, { horizontal: Stroke[]; vertical: Stroke[] }>();
  for (const [index, stroke] of [...rows, ...vertical].entries()) {
    const root = rootOf(parents, index);
    const lattice = lattices.get(root) ?? { horizontal: [], vertical: [] };
    lattice[index < rows.length ? "horizontal" : "vertical"].push(stroke);
    lattices.set(root, lattice);
  }
  return [...lattices.values()].filter((lattice) => lattice.horizontal.length > 0 && lattice.vertical.length > 0);
}

function firstAt(rows: readonly Stroke[], at: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.at ?? 0) < at) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

function rootOf(parents: Int32Array, of: number): number {
  let at = of;
  for (let parent = parents[at] ?? at; parent !== at; parent = parents[at] ?? at) {
    parents[at] = parents[parent] ?? parent;
    at = parent;
  }
  return at;
}

function unite(parents: Int32Array, a: number, b: number): void {
  parents[rootOf(parents, a)] = rootOf(parents, b);
}

/**
 * Makes the grid of a lattice, in which edges nearer to each other than `least` are one. Returns undefined for a
 * lattice of more cells than any page has.
 */
export function gridOf({ horizontal, vertical }: Lattice, least: number): Grid | undefined {
  // Where lines stand out beyond the last that crosses them, the table goes on to their ends: it is open at its sides.
  const xs = edgesFrom([...vertical.map(({ at }) => at), ...endsOf(horizontal)], least);
  const ys = edgesFrom([...horizontal.map(({ at }) => at), ...endsOf(vertical)], least);
  const columns = xs.length - 1;
  const rows = ys.length - 1;
  if (columns < 1 || rows < 1 || columns * rows > MOST_CELLS) {
    return undefined;
  }
  const left = new Uint8Array(rows * (columns + 1));
  const above = new Uint8Array((rows + 1) * columns);
  for (const { at, from, to } of vertical) {
    const column = nearest(xs, at);
    for (const row of covered(ys, from, to)) {
      left[row * (columns + 1) + column] = 1;
    }
  }
  for (const { at, from, to } of horizontal) {
    const row = nearest(ys, at);
    for (const column of covered(xs, from, to)) {
      above[row * columns + column] = 1;
    }
  }
  return { xs, ys, left, above };
}

function endsOf(strokes: readonly Stroke[]): number[] {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const stroke of strokes) {
    from = Math.min(from, stroke.from);
    to = Math.max(to, stroke.to);
  }
  return [from, to];
}

function edgesFrom(places: readonly number[], least: number): number[] {
  const edges: number[] = [];
  for (const place of places.toSorted((a, b) => a - b)) {
    if (edges.length === 0 || place - (edges.at(-1) ?? 0) > least) {
      edges.push(place);
    }
  }
  return edges;
}

function nearest(edges: readonly number[], at: number): number {
  const next = intervalAt(edges, at) + 1;
  const before = edges[next - 1] ?? Number.NEGATIVE_INFINITY;
  return at - before <= (edges[next] ?? Number.POSITIVE_INFINITY) - at ? next - 1 : next;
}

/**
 * Returns the index of the interval of the edges that a place is in; -1 before the first edge, and the index of the
 * last edge after it.
 */
export function intervalAt(edges: readonly number[], at: number): number {
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((edges[middle] ?? 0) <= at) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low - 1;
}

function covered(edges: readonly number[], from: number, to: number): number[] {
  const intervals: number[] = [];
  for (let at = Math.max(0, intervalAt(edges, from)); at < edges.length - 1; at++) {
    const start = edges[at] ?? 0;
    const end = edges[at + 1] ?? 0;
    if (start >= to) {
      break;
    }
    if (Math.min(end, to) - Math.max(start, from) >= BORDER_SHARE * (end - start)) {
      intervals.push(at);
    }
  }
  return intervals;
}

/** Returns the cells of a grid, which are its rectangles without a border within, in reading order. */
export function cellsOfGrid({ xs, ys, left, above }: Grid): GridCell[] {
  const columns = xs.length - 1;
  const rows = ys.length - 1;
  const taken = new Uint8Array(rows * columns);
  const hasLeft = (row: number, column: number): boolean => left[row * (columns + 1) + column] === 1;
  const hasAbove = (row: number, column: number): boolean => above[row * columns + column] === 1;
  const cells: GridCell[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (taken[row * columns + column] === 1) {
        continue;
      }
      let end = column + 1;
      while (end < columns && taken[row * columns + end] !== 1 && !hasLeft(row, end)) {
        end++;
      }
      let bottom = row + 1;
      while (bottom < rows && isOpenBelow(bottom, column, end)) {
        bottom++;
      }
      for (let at = row; at < bottom; at++) {
        taken.fill(1, at * columns + column, at * columns + end);
      }
      cells.push({ row, column, rowSpan: bottom - row, colSpan: end - column });
    }
  }
  return cells;

  function isOpenBelow(row: number, first: number, end: number): boolean {
    for (let column = first; column < end; column++) {
      if (hasAbove(row, column) || taken[row * columns + column] === 1 || (column > first && hasLeft(row, column))) {
        return false;
      }
    }
    // A cell below that reaches further has its own width.
    return (first === 0 || hasLeft(row, first)) && (end === columns || hasLeft(row, end));
  }
}
