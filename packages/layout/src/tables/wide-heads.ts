import { boxAround } from "../geometry/boxes.ts";
import { columnCount, type Draft, type DraftCell } from "./found-table.ts";
import type { Separator } from "./strips.ts";
import type { Stroke } from "./strokes.ts";

/** The greatest distance of a heading over several columns from the middle of these, in ems. */
const OFF_CENTRE_EM = 0.8;

/**
 * Gives headings over several columns their width: those with a rule beneath that is as wide as these columns, and
 * those that stand in the middle over columns which have nothing next to them. Their neighbours with nothing above or
 * below get the height of the head.
 */
export function widenHeads(
  draft: Draft,
  { separators, partial }: { readonly separators: readonly Separator[]; readonly partial: readonly Stroke[] },
): Draft {
  const headRows = draft.headRows ?? 0;
  if (headRows < 2) {
    return draft;
  }
  const columns = columnExtents(draft);
  const widened: DraftCell[] = [];
  for (const cell of draft.cells) {
    widened.push(cell.row < headRows - 1 ? widen(cell, { draft, columns, separators, partial }) : cell);
  }
  const isWide = widened.some((cell) => cell.row < headRows && cell.colSpan > 1);
  return { ...draft, cells: isWide ? heighten(widened, headRows) : draft.cells };
}

interface Extent {
  readonly xMin: number;
  readonly xMax: number;
}

/** Returns where the text of each column begins and ends. */
function columnExtents(draft: Draft): Extent[] {
  const extents: { xMin: number; xMax: number }[] = [];
  for (let column = 0; column < columnCount(draft); column++) {
    extents.push({ xMin: Number.POSITIVE_INFINITY, xMax: Number.NEGATIVE_INFINITY });
  }
  for (const cell of draft.cells) {
    const extent = extents[cell.column];
    if (cell.colSpan === 1 && extent !== undefined) {
      for (const word of cell.words) {
        extent.xMin = Math.min(extent.xMin, word.xMin);
        extent.xMax = Math.max(extent.xMax, word.xMax);
      }
    }
  }
  return extents;
}

interface Heads {
  readonly draft: Draft;
  readonly columns: readonly Extent[];
  readonly separators: readonly Separator[];
  readonly partial: readonly Stroke[];
}

function widen(cell: DraftCell, heads: Heads): DraftCell {
  const free = freeAround(cell, heads.draft);
  const sizePt = cell.words[0]?.sizePt ?? 10;
  const { xMin, xMax, yMax } = boxAround(cell.words);
  const under = heads.partial.find(
    ({ at, from, to }) => at > yMax - sizePt && at < yMax + sizePt && from <= xMin + sizePt && to >= xMax - sizePt,
  );
  let best: { first: number; end: number; off: number } | undefined;
  for (let first = free.first; first <= cell.column; first++) {
    for (let end = free.end; end >= cell.column + cell.colSpan; end--) {
      const left = heads.columns[first]?.xMin ?? 0;
      const right = heads.columns[end - 1]?.xMax ?? 0;
      const off =
        under === undefined
          ? Math.abs((left + right) / 2 - (xMin + xMax) / 2)
          : Math.max(Math.abs(left - under.from), Math.abs(right - under.to)) / 4;
      if (off <= OFF_CENTRE_EM * sizePt && (best === undefined || off < best.off)) {
        best = { first, end, off };
      }
    }
  }
  return best === undefined ? cell : { ...cell, column: best.first, colSpan: best.end - best.first };
}

/** Returns the range of columns around a cell which have nothing else in its row, and something in the next. */
function freeAround(cell: DraftCell, draft: Draft): { first: number; end: number } {
  const taken = new Set<number>();
  const below = new Set<number>();
  for (const { row, column, colSpan } of draft.cells) {
    for (let at = column; at < column + colSpan; at++) {
      if (row === cell.row && column !== cell.column) {
        taken.add(at);
      } else if (row === cell.row + 1) {
        below.add(at);
      }
    }
  }
  let first = cell.column;
  while (first > 0 && !taken.has(first - 1) && below.has(first - 1)) {
    first--;
  }
  let end = cell.column + cell.colSpan;
  while (end < columnCount(draft) && !taken.has(end) && below.has(end)) {
    end++;
  }
  return { first, end };
}

/** Gives a heading of one column that is the only one in it the height of the head. */
function heighten(cells: readonly DraftCell[], headRows: number): DraftCell[] {
  const perColumn = new Map<number, number>();
  for (const { column, colSpan } of cells.filter(({ row }) => row < headRows)) {
    for (let at = column; at < column + colSpan; at++) {
      perColumn.set(at, (perColumn.get(at) ?? 0) + 1);
    }
  }
  return cells
    .map((cell) =>
      cell.row < headRows && cell.colSpan === 1 && perColumn.get(cell.column) === 1
        ? { ...cell, row: 0, rowSpan: headRows }
        : cell,
    )
    .toSorted((a, b) => a.row - b.row || a.column - b.column);
}
