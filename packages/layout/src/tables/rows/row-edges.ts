import type { Grid } from "../lattice.ts";
import type { Stroke } from "../strokes.ts";

/** An edge between rows: a rule, or the upper or lower end of a row's background. */
export interface RowEdge {
  readonly y: number;
  readonly xMin: number;
  readonly xMax: number;
  /** The places where cells meet along the edge. */
  readonly joints: readonly number[];
  readonly isField: boolean;
  /** Whether this is the upper edge of a background, which says nothing about the row above it. */
  readonly isTop: boolean;
}

/** The greatest distance between ends of rules of one table, in ems. */
const SAME_END_EM = 1;

/** Returns the edge that a rule forms. */
export const edgeOfStroke = ({ at, from, to, joints }: Stroke): RowEdge => ({
  y: at,
  xMin: from,
  xMax: to,
  joints,
  isField: false,
  isTop: false,
});

/** Returns the edges between the rows of a block of backgrounds. */
export function edgesOfBlock({ xs, ys, above }: Grid): RowEdge[] {
  const xMin = xs[0] ?? 0;
  const xMax = xs.at(-1) ?? 0;
  const columns = xs.length - 1;
  return ys.flatMap((y, row) => {
    // An edge within the block under some of its cells parts no rows.
    const isWhole = above.subarray(row * columns, (row + 1) * columns).every((border) => border === 1);
    return isWhole ? [{ y, xMin, xMax, joints: xs.slice(1, -1), isField: true, isTop: row < ys.length - 1 }] : [];
  });
}

/** Returns the edges under only some of the cells of a block, as strokes. */
export function partialOfBlock({ xs, ys, above }: Grid): Stroke[] {
  const columns = xs.length - 1;
  return ys.flatMap((y, row) => {
    const borders = above.subarray(row * columns, (row + 1) * columns);
    const first = borders.indexOf(1);
    const last = borders.lastIndexOf(1);
    return borders.every((border) => border === 1) || first < 0
      ? []
      : [{ at: y, from: xs[first] ?? 0, to: xs[last + 1] ?? 0, joints: [] }];
  });
}

/** Groups edges of the same width, each group from the top. */
export function stacksOf(edges: readonly RowEdge[], sizePt: number): RowEdge[][] {
  const step = SAME_END_EM * sizePt;
  const stacks = new Map<string, RowEdge[]>();
  for (const edge of edges.toSorted((a, b) => a.y - b.y)) {
    const stack = stackNear(stacks, { edge, step });
    stack.push(edge);
  }
  return [...stacks.values()];
}

function stackNear(stacks: Map<string, RowEdge[]>, { edge, step }: { edge: RowEdge; step: number }): RowEdge[] {
  const left = Math.round(edge.xMin / step);
  const right = Math.round(edge.xMax / step);
  for (const x of [left, left - 1, left + 1]) {
    for (const y of [right, right - 1, right + 1]) {
      const stack = stacks.get(`${x}:${y}`);
      if (stack !== undefined) {
        return stack;
      }
    }
  }
  const stack: RowEdge[] = [];
  stacks.set(`${left}:${right}`, stack);
  return stack;
}

/** Returns the places where cells meet on at least a quarter of the edges that have joints. */
export function jointsOf(edges: readonly RowEdge[], sizePt: number): number[] {
  const places = edges.flatMap(({ joints }) => joints).toSorted((a, b) => a - b);
  const most = edges.filter(({ joints }) => joints.length > 0).length;
  const joints: number[] = [];
  for (let first = 0; first < places.length; ) {
    const start = places[first] ?? 0;
    let end = first;
    while (end < places.length && (places[end] ?? 0) - start <= 0.5 * sizePt) {
      end++;
    }
    if (end - first >= most / 4) {
      joints.push(start);
    }
    first = end;
  }
  return joints;
}

/** Returns the lower edges of rows with the places where cells meet; none where most edges are of one piece. */
export function cellEndsOf(edges: readonly RowEdge[]): Pick<RowEdge, "y" | "joints">[] {
  const jointed = edges.filter(({ joints }) => joints.length > 0).length;
  return jointed * 2 > edges.length ? edges.filter(({ isTop }) => !isTop) : [];
}

export function distinct(places: readonly number[], sizePt: number): number[] {
  const kept: number[] = [];
  for (const place of places) {
    if (kept.length === 0 || place - (kept.at(-1) ?? 0) > 0.4 * sizePt) {
      kept.push(place);
    }
  }
  return kept;
}
