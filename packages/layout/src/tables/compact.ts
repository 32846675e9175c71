import { columnCount, type Draft, type DraftCell } from "./found-table.ts";

/**
 * Removes the rows and columns in which no cell with text begins, such as those between double rules and those of
 * margins, and adds an empty cell at each position that none covers.
 */
export function compact(draft: Draft): Draft {
  const rows = keptOf(
    draft.rowCount,
    draft.cells.map((cell) => ({ at: cell.row, isFilled: cell.words.length > 0 })),
  );
  const columns = keptOf(
    columnCount(draft),
    draft.cells.map((cell) => ({ at: cell.column, isFilled: cell.words.length > 0 })),
  );
  if (rows.every(Boolean) && columns.every(Boolean)) {
    return filledUp(draft);
  }
  const rowNumbers = numbersOf(rows);
  const columnNumbers = numbersOf(columns);
  const cells = draft.cells.flatMap((cell): DraftCell[] => {
    const row = rowNumbers[cell.row] ?? 0;
    const column = columnNumbers[cell.column] ?? 0;
    const rowSpan = (rowNumbers[cell.row + cell.rowSpan] ?? 0) - row;
    const colSpan = (columnNumbers[cell.column + cell.colSpan] ?? 0) - column;
    return rowSpan > 0 && colSpan > 0 ? [{ ...cell, row, column, rowSpan, colSpan }] : [];
  });
  return filledUp({
    ...draft,
    cells,
    rowCount: rowNumbers.at(-1) ?? 0,
    columnEdges: [
      ...draft.columnEdges.slice(0, -1).filter((_, column) => columns[column] === true),
      draft.columnEdges.at(-1) ?? 0,
    ],
    headRows: draft.headRows === undefined ? undefined : (rowNumbers[draft.headRows] ?? 0),
  });
}

function keptOf(count: number, cells: readonly { at: number; isFilled: boolean }[]): boolean[] {
  const kept = Array.from({ length: count }, () => false);
  for (const { at, isFilled } of cells) {
    kept[at] ||= isFilled;
  }
  return kept;
}

/** Returns the new number of each row or column, and behind the last the number of those that are kept. */
function numbersOf(kept: readonly boolean[]): number[] {
  const numbers = [0];
  for (const isKept of kept) {
    numbers.push((numbers.at(-1) ?? 0) + (isKept ? 1 : 0));
  }
  return numbers;
}

/** Adds an empty cell at each position that no cell covers. */
function filledUp(draft: Draft): Draft {
  const columns = columnCount(draft);
  const taken = new Uint8Array(columns * draft.rowCount);
  for (const { row, column, rowSpan, colSpan } of draft.cells) {
    for (let at = row; at < row + rowSpan; at++) {
      taken.fill(1, at * columns + column, at * columns + column + colSpan);
    }
  }
  const empty: DraftCell[] = [];
  for (const [at, isTaken] of taken.entries()) {
    if (isTaken === 0) {
      empty.push({ row: Math.floor(at / columns), column: at % columns, rowSpan: 1, colSpan: 1, words: [] });
    }
  }
  return { ...draft, cells: [...draft.cells, ...empty].toSorted((a, b) => a.row - b.row || a.column - b.column) };
}
