import { isFigure } from "../cell-values.ts";
import { columnCount, type Draft, type DraftCell } from "../found-table.ts";

/** The greatest number of rows in a head. */
const MOST_HEAD_ROWS = 4;

/**
 * Returns the number of rows of the head: rows that a rule or background sets off, bold rows over others with the rows
 * that a heading over several columns needs, rows in a colour of their own, or a first row of names over columns of
 * figures; 0 where there is no head.
 */
export function headRowsOf(draft: Draft): number {
  const rows = rowsOf(draft);
  if (draft.headRows !== undefined && draft.headRows > 0 && draft.headRows < draft.rowCount) {
    return draft.headRows;
  }
  const bold = withoutStubs(rows, leading(rows, isBold));
  if (bold > 0 && bold <= MOST_HEAD_ROWS && bold < draft.rowCount) {
    return Math.max(bold, reach(rows, bold));
  }
  const coloured = colouredRows(rows, columnCount(draft));
  if (coloured > 0) {
    return Math.max(coloured, reach(rows, coloured));
  }
  const first = rows[0] ?? [];
  const isNamed =
    first.length > 0 && first.every((cell) => cell.words.length === 0 || !isFigure(cell.words) || isYear(cell));
  const end = reach(rows, 1);
  return isNamed && end < draft.rowCount && hasFigureColumn(rows.slice(end), columnCount(draft)) ? end : 0;
}

function rowsOf(draft: Draft): DraftCell[][] {
  const rows: DraftCell[][] = Array.from({ length: draft.rowCount }, () => []);
  for (const cell of draft.cells) {
    rows[cell.row]?.push(cell);
  }
  return rows;
}

function leading(rows: readonly (readonly DraftCell[])[], isHead: (row: readonly DraftCell[]) => boolean): number {
  const end = rows.findIndex((row) => !isHead(row));
  return end < 0 ? rows.length : end;
}

const isBold = (row: readonly DraftCell[]): boolean =>
  row.some((cell) => cell.words.length > 0) && row.every((cell) => cell.words.every(({ word }) => word.isBold));

/**
 * Returns the number of the bold rows that are of the head. A row below the first with nothing but its label is one of
 * the body where the labels of the rows after it are bold as well.
 */
function withoutStubs(rows: readonly (readonly DraftCell[])[], bold: number): number {
  const [label] = rows[bold] ?? [];
  const isBoldLabel = label?.column === 0 && label.words.length > 0 && label.words.every(({ word }) => word.isBold);
  const stub = isBoldLabel ? rows.slice(0, bold).findIndex((row, index) => index > 0 && isLabelOnly(row)) : -1;
  return stub < 0 ? bold : stub;
}

const isLabelOnly = (row: readonly DraftCell[]): boolean =>
  row.every(({ column, colSpan, words }) => (column === 0 && colSpan === 1) === words.length > 0);

/** The fewest rows below a head that only its colour tells. */
const LEAST_BODY_ROWS = 3;

/** Returns the number of the first rows that name every column in a colour that no other row has; 0 where there are none. */
function colouredRows(rows: readonly (readonly DraftCell[])[], columns: number): number {
  const first = rows[0] ?? [];
  const color = first[0]?.words[0]?.word.color;
  const isOwn = (row: readonly DraftCell[]): boolean =>
    row.some(({ words }) => words.length > 0) &&
    row.every(({ words }) => words.every(({ word }) => word.color === color));
  const count = leading(rows, isOwn);
  const isWhole = first.length === columns && first.every(({ words }) => words.length > 0 && !isFigure(words));
  const isBodyOther = rows
    .slice(count)
    .every((row) => row.every(({ words }) => words.every(({ word }) => word.color !== color)));
  return isWhole && columns > 1 && count <= MOST_HEAD_ROWS && rows.length - count >= LEAST_BODY_ROWS && isBodyOther
    ? count
    : 0;
}

/** Returns where a head of `count` rows ends: where the highest of its cells does. */
const reach = (rows: readonly (readonly DraftCell[])[], count: number): number =>
  rows
    .slice(0, count)
    .flat()
    .reduce(
      (end, cell) => Math.max(end, cell.row + (cell.colSpan > 1 && cell.rowSpan === 1 ? 1 : cell.rowSpan)),
      count,
    );

const isYear = ({ words }: DraftCell): boolean =>
  words.length === 1 && /^(?:19|20)\d\d$/.test(words[0]?.word.text ?? "");

function hasFigureColumn(rows: readonly (readonly DraftCell[])[], columns: number): boolean {
  for (let column = 1; column < columns; column++) {
    const cells = rows.flatMap((row) => row.filter((cell) => cell.column === column && cell.words.length > 0));
    if (cells.length > 0 && cells.filter((cell) => isFigure(cell.words)).length * 2 > cells.length) {
      return true;
    }
  }
  return false;
}
