import { CosString, decodeTextString, resolve } from "@quire/cos";
import type { Validation } from "../validation.ts";
import type { TableFault } from "./table-fault.ts";
import type { TaggedElement } from "./tagged-element.ts";
import { type TaggedStructure, taggedStructure } from "./tagged-structure.ts";

/** The number of places up to which a table is laid out. */
const MAX_PLACES = 2_000_000;

interface PlacedCell {
  readonly element: TaggedElement;
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
}

type Grid = (PlacedCell | undefined)[][];

interface Rows {
  readonly rows: readonly TaggedElement[];
  /** The numbers of rows before which a row group begins or ends. */
  readonly boundaries: readonly number[];
}

/**
 * Lays out a table by its spans (ISO 32000-2, 14.8.5.7, ISO 14289-1, 7.5), and finds out whether each data cell has a
 * header: by Headers and ID, or by a header cell before it in its row or column with such a Scope.
 * @returns undefined where nothing is wrong
 */
export function tableFault(table: TaggedElement, validation: Validation): TableFault | undefined {
  const structure = validation.shared(taggedStructure);
  const { rows, boundaries } = rowsOf(table, structure);
  const cells = rows.map((row) => [...structure.significantKids(row.dict)].filter(isCell));
  const rowCount = rowCountOf(cells, structure);
  if (rowCount === 0) {
    return undefined;
  }
  const columnCount = (cells[0] ?? []).reduce((sum, cell) => sum + spanOf(cell, "ColSpan", structure), 0);
  if (rowCount * Math.max(columnCount, 1) > MAX_PLACES) {
    return { kind: "too-large" };
  }
  const grid: Grid = Array.from({ length: rowCount }, () =>
    Array.from<PlacedCell | undefined>({ length: columnCount }),
  );
  const groups = validation.part === 4 ? boundaries : [];
  return (
    layOut(cells, grid, { columnCount, groups, structure, validation }) ?? unconnectedCell(grid, structure, validation)
  );
}

function rowsOf(table: TaggedElement, structure: TaggedStructure): Rows {
  const rows: TaggedElement[] = [];
  const boundaries: number[] = [];
  for (const kid of structure.significantKids(table.dict)) {
    if (kid.role === "TR") {
      rows.push(kid);
    } else if (/^T(?:Head|Body|Foot)$/u.test(kid.role ?? "")) {
      boundaries.push(rows.length);
      for (const row of structure.significantKids(kid.dict)) {
        if (row.role === "TR") {
          rows.push(row);
        }
      }
      boundaries.push(rows.length);
    }
  }
  return { rows, boundaries };
}

const isCell = ({ role }: TaggedElement): boolean => role === "TH" || role === "TD";

/** Returns the number of rows by the first cells of rows, one below the other. */
function rowCountOf(cells: readonly (readonly TaggedElement[])[], structure: TaggedStructure): number {
  let count = 0;
  for (let row = 0; row < cells.length; row++) {
    const [first] = cells[row] ?? [];
    const span = first === undefined ? 0 : spanOf(first, "RowSpan", structure);
    count += span;
    row += Math.max(span - 1, 0);
  }
  return count;
}

const spanOf = ({ dict }: TaggedElement, key: "RowSpan" | "ColSpan", { attributes }: TaggedStructure): number =>
  Math.max(attributes.integer(dict, "Table", key) ?? 1, 0);

interface Layout {
  readonly columnCount: number;
  readonly groups: readonly number[];
  readonly structure: TaggedStructure;
  readonly validation: Validation;
}

function layOut(
  rows: readonly (readonly TaggedElement[])[],
  grid: Grid,
  { columnCount, groups, structure, validation }: Layout,
): TableFault | undefined {
  for (const [row, cells] of rows.entries()) {
    let column = 0;
    for (const element of cells) {
      validation.bounds.step();
      const columnSpan = spanOf(element, "ColSpan", structure);
      const rowSpan = spanOf(element, "RowSpan", structure);
      while (column < columnCount && grid[row]?.[column] !== undefined) {
        column++;
      }
      if (column + columnSpan > columnCount) {
        return { kind: "wide-row", row };
      }
      const end = row + rowSpan;
      if (end > grid.length || row >= grid.length || groups.some((boundary) => end > boundary && row < boundary)) {
        return { kind: "rows", row, column };
      }
      if (!place({ element, row, column, rowSpan, columnSpan }, grid)) {
        return { kind: "overlap", row, column };
      }
      column += columnSpan;
    }
    if (cells.length === 0 && columnCount > 0) {
      return { kind: "short-row", row, columns: 0 };
    }
  }
  return gapIn(grid, columnCount);
}

/** Puts a cell into the places that it spans; returns false where one of them is taken. */
function place(cell: PlacedCell, grid: Grid): boolean {
  for (let row = cell.row; row < cell.row + cell.rowSpan; row++) {
    const places = grid[row] ?? [];
    for (let column = cell.column; column < cell.column + cell.columnSpan; column++) {
      if (places[column] !== undefined) {
        return false;
      }
      places[column] = cell;
    }
  }
  return true;
}

function gapIn(grid: Grid, columnCount: number): TableFault | undefined {
  for (const [row, places] of grid.entries()) {
    const filled = places.filter((one) => one !== undefined).length;
    if (filled < columnCount) {
      return { kind: "short-row", row, columns: filled };
    }
  }
  return undefined;
}

function unconnectedCell(grid: Grid, structure: TaggedStructure, validation: Validation): TableFault | undefined {
  const placed = new Set(grid.flat().filter((cell) => cell !== undefined));
  const headers = [...placed].filter(({ element }) => element.role === "TH");
  if (headers.every(({ element }) => scopeOf(element, structure) !== undefined)) {
    return undefined;
  }
  const ids = new Set(headers.flatMap(({ element }) => textOf(element.dict.get("ID")) || []));
  for (const cell of placed) {
    if (cell.element.role !== "TD" || (cell.row === 0 && cell.column === 0)) {
      continue;
    }
    const named = (structure.attributes.array(cell.element.dict, "Table", "Headers") ?? []).flatMap(
      (raw) => textOf(resolve(raw)) ?? [],
    );
    const unknown = named.filter((id) => !ids.has(id));
    const isConnected = named.length > 0 && unknown.length === 0;
    if (!isConnected && !hasHeader(cell, grid, { structure, validation })) {
      // An empty name names no header.
      return { kind: "headers", cell: cell.element, unknown: unknown.filter((id) => id !== "") };
    }
  }
  return undefined;
}

const textOf = (value: unknown): string | undefined =>
  value instanceof CosString ? decodeTextString(value.bytes) : undefined;

const scopeOf = ({ dict }: TaggedElement, { attributes }: TaggedStructure): string | undefined =>
  attributes.name(dict, "Table", "Scope");

interface HeaderSearch {
  readonly structure: TaggedStructure;
  readonly validation: Validation;
}

/** Searches the columns of a cell upwards and its rows to the left: up to the data cell before the nearest headers. */
function hasHeader({ row, column, rowSpan, columnSpan }: PlacedCell, grid: Grid, search: HeaderSearch): boolean {
  const columns = row > 0 ? columnSpan : 0;
  for (let x = column; x < column + columns; x++) {
    const above = (distance: number) => ({ row: row - distance, column: x });
    if (hasHeaderOnTheWay(above, row, { grid, direction: "Column", ...search })) {
      return true;
    }
  }
  const rows = column > 0 ? rowSpan : 0;
  for (let y = row; y < row + rows; y++) {
    const before = (distance: number) => ({ row: y, column: column - distance });
    if (hasHeaderOnTheWay(before, column, { grid, direction: "Row", ...search })) {
      return true;
    }
  }
  return false;
}

function hasHeaderOnTheWay(
  at: (distance: number) => { readonly row: number; readonly column: number },
  length: number,
  {
    grid,
    direction,
    structure,
    validation,
  }: HeaderSearch & { readonly grid: Grid; readonly direction: "Row" | "Column" },
): boolean {
  let isAfterHeader = false;
  for (let distance = 1; distance <= length; distance++) {
    validation.bounds.step();
    const searched = at(distance);
    const element = grid[searched.row]?.[searched.column]?.element;
    if (element?.role === "TH") {
      const scope = scopeOf(element, structure) ?? (validation.part === 4 ? defaultScope(searched) : undefined);
      if (scope === "Both" || scope === direction) {
        return true;
      }
      isAfterHeader = true;
    } else if (isAfterHeader) {
      return false;
    }
  }
  return false;
}

/** Returns the scope that a header cell without one has by its place (ISO 32000-2, table 384). */
const defaultScope = ({ row, column }: { readonly row: number; readonly column: number }): string =>
  row === 0 && column > 0 ? "Column" : column === 0 && row > 0 ? "Row" : "Both";
