import { textOf } from "./cell-values.ts";
import { columnCount, type Draft, type DraftCell } from "./found-table.ts";

/** A currency sign that stands at the left of its column, apart from the amount. */
const CURRENCY_SIGN = /^(?:\p{Sc}|US\$|EUR|USD|CHF|Rs\.?)$/u;

/** Puts currency signs that stand in a column of their own before the amounts of the next. */
export function withSignsJoined(draft: Draft): Draft {
  let joined = draft;
  for (let column = columnCount(draft) - 2; column >= 0; column--) {
    if (isOfSigns(joined, column)) {
      joined = withoutColumn(joined, column);
    }
  }
  return joined;
}

/** Returns whether the cells of a column are currency signs, except for headings; there is nothing else in most rows. */
function isOfSigns({ cells }: Draft, column: number): boolean {
  const filled = cells.filter((cell) => cell.column === column && cell.colSpan === 1 && cell.words.length > 0);
  const signs = filled.filter(({ words }) => CURRENCY_SIGN.test(textOf(words)));
  const first = signs[0]?.row ?? 0;
  return signs.length > 0 && filled.every((cell) => cell.row < first || signs.includes(cell));
}

/** Joins a column with the next. */
function withoutColumn(draft: Draft, column: number): Draft {
  const moved = (edge: number): number => (edge > column ? edge - 1 : edge);
  const cells = new Map<string, DraftCell>();
  for (const cell of draft.cells) {
    const start = moved(cell.column);
    const own = { ...cell, column: start, colSpan: Math.max(1, moved(cell.column + cell.colSpan) - start) };
    const key = `${own.row}:${start}`;
    const before = cells.get(key);
    cells.set(key, before === undefined ? own : union(before, own));
  }
  return {
    ...draft,
    columnEdges: draft.columnEdges.filter((_, edge) => edge !== column + 1),
    cells: [...cells.values()].toSorted((a, b) => a.row - b.row || a.column - b.column),
  };
}

const union = (a: DraftCell, b: DraftCell): DraftCell => ({
  ...a,
  rowSpan: Math.max(a.rowSpan, b.rowSpan),
  colSpan: Math.max(a.colSpan, b.colSpan),
  words: [...a.words, ...b.words],
});
