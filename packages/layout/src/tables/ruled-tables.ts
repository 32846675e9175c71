import type { Box } from "../content.ts";
import type { Draft, DraftCell, PlacedWord } from "./found-table.ts";
import { cellsOfGrid, type Grid, type GridCell, intervalAt } from "./lattice.ts";
import { draftOfRegion, type Region } from "./region.ts";
import { areSeveralRows, cutRow } from "./rows/row-groups.ts";
import { visualRows } from "./rows/visual-rows.ts";
import { COLUMN_GAP_EM, type PageType } from "./segments.ts";
import type { WordIndex } from "./word-index.ts";

/** The least height, in ems, of a row between two rules that may be several rows. */
const TALL_ROW_EM = 3;

/**
 * The greatest number of rows of a grid in which rules may be missing; with more rows, the rules between them decide.
 */
const MOST_UNRULED = 4;

/**
 * Makes the table of a grid. Where borders are missing, the text decides: cells that it parts clearly are not one, and
 * a body without rules between its rows is cut by its lines. Returns undefined for frames.
 */
export function ruledTable(grid: Grid, index: WordIndex, type: PageType): Draft | undefined {
  const box = boxOf(grid);
  const inside = index.within(box);
  if (inside.length === 0) {
    return undefined;
  }
  const region: Region = {
    ...box,
    evidence: "lattice",
    rowEdges: grid.ys.slice(1, -1),
    columnEdges: grid.xs.length > 2 ? grid.xs.slice(1, -1) : undefined,
    cellEnds: [],
    partial: [],
  };
  if (grid.xs.length === 2 || hasRowsWithoutRules(grid, inside, type)) {
    return grid.xs.length === 2 && grid.ys.length === 2 ? undefined : draftOfRegion(region, inside, type);
  }
  return { ...draftOfCells(grid, inside), box };
}

const boxOf = ({ xs, ys }: Grid): Box => ({
  xMin: xs[0] ?? 0,
  xMax: xs.at(-1) ?? 0,
  yMin: ys[0] ?? 0,
  yMax: ys.at(-1) ?? 0,
});

/** Returns whether a grid has a head and a body whose columns are ruled and whose rows are not. */
function hasRowsWithoutRules(grid: Grid, words: readonly PlacedWord[], { sizePt, columnGapEm }: PageType): boolean {
  const rows = grid.ys.length - 1;
  if (rows > MOST_UNRULED) {
    return false;
  }
  const separators = grid.xs.slice(1, -1).map((x) => ({ from: x, to: x }));
  const bands: PlacedWord[][] = Array.from({ length: rows }, () => []);
  for (const word of words) {
    bands[Math.min(rows - 1, Math.max(0, intervalAt(grid.ys, (word.yMin + word.yMax) / 2)))]?.push(word);
  }
  return bands.some((band, row) => {
    const heightPt = (grid.ys[row + 1] ?? 0) - (grid.ys[row] ?? 0);
    const isTall = heightPt >= TALL_ROW_EM * sizePt;
    return isTall && areSeveralRows(visualRows(band, columnGapEm).map((line) => cutRow(line, separators)));
  });
}

function draftOfCells(grid: Grid, words: readonly PlacedWord[]): Omit<Draft, "box"> {
  const columns = grid.xs.length - 1;
  const cells = cellsOfGrid(grid);
  const owner = new Int32Array(columns * (grid.ys.length - 1)).fill(-1);
  for (const [index, { row, column, rowSpan, colSpan }] of cells.entries()) {
    for (let at = row; at < row + rowSpan; at++) {
      owner.fill(index, at * columns + column, at * columns + column + colSpan);
    }
  }
  const texts: PlacedWord[][] = cells.map(() => []);
  for (const word of words) {
    const column = Math.min(columns - 1, Math.max(0, intervalAt(grid.xs, (word.xMin + word.xMax) / 2)));
    const row = Math.min(grid.ys.length - 2, Math.max(0, intervalAt(grid.ys, (word.yMin + word.yMax) / 2)));
    texts[owner[row * columns + column] ?? 0]?.push(word);
  }
  const parted = cells.flatMap((cell, index) => partCell(cell, texts[index] ?? [], grid));
  return {
    evidence: "lattice",
    columnEdges: grid.xs,
    rowCount: grid.ys.length - 1,
    cells: parted.toSorted((a, b) => a.row - b.row || a.column - b.column),
    headRows: undefined,
  };
}

/** Cuts a cell over several columns where text stands on both sides of a column's edge and none crosses it. */
function partCell(cell: GridCell, words: readonly PlacedWord[], grid: Grid): DraftCell[] {
  if (cell.colSpan === 1 || words.length < 2) {
    return [{ ...cell, words }];
  }
  const sorted = words.toSorted((a, b) => a.xMin - b.xMin);
  const cells: DraftCell[] = [];
  let first = cell.column;
  let open: PlacedWord[] = [];
  let reach = Number.NEGATIVE_INFINITY;
  for (const word of sorted) {
    const at = intervalAt(grid.xs, word.xMin + 0.1);
    const isApart = word.xMin - reach > COLUMN_GAP_EM * word.sizePt && reach <= (grid.xs[at] ?? 0) + 0.5;
    if (open.length > 0 && at > first && isApart) {
      cells.push({ ...cell, column: first, colSpan: at - first, words: open });
      first = at;
      open = [];
    }
    open.push(word);
    reach = Math.max(reach, word.xMax);
  }
  cells.push({ ...cell, column: first, colSpan: cell.column + cell.colSpan - first, words: open });
  return cells;
}
