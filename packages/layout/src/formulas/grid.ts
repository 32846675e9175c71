import { AXIS_EM, type Item, joinedItem, middleY, type ReadItems } from "./items.ts";
import type { FormulaNode } from "./nodes.ts";
import { rowOf } from "./nodes.ts";

/* Rows and columns: of matrices and cases, and of formulas on several lines. */

/** The least distance between baselines of two rows, in ems: scripts are nearer to their line. */
const ROW_EM = 0.78;
/** The difference below which baselines are those of one row, in ems. */
const SAME_ROW_EM = 0.25;

/** Returns items by rows from the top. */
export function rowsOfItems(items: readonly Item[]): Item[][] {
  const plain = items.filter(({ isOnBaseline }) => isOnBaseline);
  const sizePt = (plain.length === 0 ? items : plain).reduce((most, item) => Math.max(most, item.sizePt), 0);
  const axes: number[] = [];
  const add = (axis: number): void => {
    if (axes.every((known) => Math.abs(known - axis) > ROW_EM * sizePt)) {
      axes.push(axis);
    }
  };
  const full = plain.filter((item) => item.sizePt > 0.9 * sizePt);
  for (const axis of crowded(
    full.map(({ baselineY }) => baselineY - AXIS_EM * sizePt),
    sizePt,
  )) {
    add(axis);
  }
  for (const item of items.filter(({ isOnBaseline, axisY }) => !isOnBaseline && axisY !== undefined)) {
    add(item.axisY ?? 0);
  }
  axes.sort((a, b) => a - b);
  if (axes.length < 2) {
    return [[...items]];
  }
  const rows = axes.map((): Item[] => []);
  for (const item of items) {
    const own =
      item.axisY ?? (item.isOnBaseline && full.includes(item) ? item.baselineY - AXIS_EM * sizePt : middleY(item));
    let nearest = 0;
    for (const [index, axis] of axes.entries()) {
      nearest = Math.abs(axis - own) < Math.abs((axes[nearest] ?? 0) - own) ? index : nearest;
    }
    rows[nearest]?.push(item);
  }
  return rows;
}

/** Returns the heights that several values are at, those with the most first. */
function crowded(values: readonly number[], sizePt: number): number[] {
  const groups: number[][] = [];
  for (const value of values.toSorted((a, b) => a - b)) {
    const last = groups.at(-1);
    if (last !== undefined && value - (last.at(-1) ?? 0) < SAME_ROW_EM * sizePt) {
      last.push(value);
    } else {
      groups.push([value]);
    }
  }
  return groups.toSorted((a, b) => b.length - a.length).map((group) => group[Math.floor(group.length / 2)] ?? 0);
}

/** The width of the space between two columns, in ems. */
const COLUMN_GAP_EM = 0.75;

interface Cell {
  readonly row: number;
  readonly items: readonly Item[];
  readonly xMin: number;
  readonly xMax: number;
}

/** Returns items that stand in several rows as a grid; undefined where there is one row, or a cell cannot be read. */
export function gridOf(items: readonly Item[], read: ReadItems): Item | undefined {
  const rows = rowsOfItems(items);
  if (rows.length < 2) {
    return undefined;
  }
  const sizePt = items.reduce((most, item) => Math.max(most, item.sizePt), 0);
  const cells = rows.flatMap((row, index) => cellsOf(row, index, sizePt));
  const columns = columnsOf(cells);
  const nodes: FormulaNode[][] = [];
  for (const [index] of rows.entries()) {
    const row: FormulaNode[] = [];
    for (const column of columns) {
      const own = column.filter((cell) => cell.row === index).flatMap((cell) => cell.items);
      const cell = own.length === 0 ? undefined : read(own);
      if (own.length > 0 && cell === undefined) {
        return undefined;
      }
      row.push(cell?.node ?? rowOf([]));
    }
    nodes.push(row);
  }
  return joinedItem(items, { kind: "grid", rows: nodes }, { isOnBaseline: false, sizePt });
}

function cellsOf(row: readonly Item[], index: number, sizePt: number): Cell[] {
  const cells: { row: number; items: Item[]; xMin: number; xMax: number }[] = [];
  for (const item of row.toSorted((a, b) => a.xMin - b.xMin)) {
    const last = cells.at(-1);
    if (last !== undefined && item.xMin - last.xMax < COLUMN_GAP_EM * sizePt) {
      last.items.push(item);
      last.xMax = Math.max(last.xMax, item.xMax);
    } else {
      cells.push({ row: index, items: [item], xMin: item.xMin, xMax: item.xMax });
    }
  }
  return cells;
}

/** Groups cells whose places share a part of the width, from the left. */
function columnsOf(cells: readonly Cell[]): Cell[][] {
  const columns: Cell[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const cell of cells.toSorted((a, b) => a.xMin - b.xMin)) {
    const last = columns.at(-1);
    if (last !== undefined && cell.xMin < end) {
      last.push(cell);
    } else {
      columns.push([cell]);
    }
    end = Math.max(end, cell.xMax);
  }
  return columns;
}
