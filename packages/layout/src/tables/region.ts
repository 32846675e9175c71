import type { TableEvidence } from "../blocks.ts";
import type { Box } from "../content.ts";
import { boxAround } from "../geometry/boxes.ts";
import { isFigure } from "./cell-values.ts";
import { columnAt, type Part, partsOf, separatorsOf, union } from "./columns.ts";
import type { Draft, DraftCell, PlacedWord } from "./found-table.ts";
import { type CutRow, cutRow, groupRows } from "./rows/row-groups.ts";
import { type VisualRow, visualRows } from "./rows/visual-rows.ts";
import type { PageType } from "./segments.ts";
import { type Separator } from "./strips.ts";
import type { Stroke } from "./strokes.ts";
import { widenHeads } from "./wide-heads.ts";

/** A part of a page that may be a table, with the parts of its grid that are known before the text is looked at. */
export interface Region extends Box {
  readonly evidence: TableEvidence;
  /** The rules and edges of backgrounds between rows, from the top; those at the ends are not needed. */
  readonly rowEdges: readonly number[];
  /** The edges between columns, from the left, without the outer ones; undefined where the text has to show them. */
  readonly columnEdges: readonly number[] | undefined;
  /** The places where cells meet along the lower edges of rows, from the top; empty where edges do not show them. */
  readonly cellEnds: readonly { readonly y: number; readonly joints: readonly number[] }[];
  /** The horizontal rules under only some of the columns. */
  readonly partial: readonly Stroke[];
}

/**
 * The number of bands above which every row is ruled: a band between two rules is then a row, however many lines it
 * has.
 */
const BANDS_FOR_ROWS = 3;

/** Makes a draft of the words in a region; undefined where it has no columns. */
export function draftOfRegion(region: Region, words: readonly PlacedWord[], type: PageType): Draft | undefined {
  const rows = visualRows(words, type.columnGapEm);
  const separators =
    region.columnEdges?.map((x) => ({ from: x, to: x })) ??
    withoutHeadColumns(separatorsOf(rows, type), rows, headLines(rows, region));
  if (separators.length === 0 || rows.length < 2) {
    return undefined;
  }
  const bands = bandsOf(
    rows.map((row) => cutRow(row, separators)),
    region.rowEdges,
  );
  const isEveryRowRuled = bands.length > BANDS_FOR_ROWS;
  const groups: CutRow[][] = [];
  let headRows: number | undefined;
  for (const [index, band] of bands.entries()) {
    const isHead = index === 0 && bands.length > 1 && !isSeveralRows(band);
    const head = isHead ? (isEveryRowRuled ? withoutFigures(band) : band) : [];
    const cut = isHead ? headGroups(head, region) : [];
    const rest = band.slice(head.length);
    groups.push(...cut, ...(isOneRow(rest, isEveryRowRuled) ? [rest] : groupRows(rest)));
    if (isHead && cut.length <= MOST_HEAD_ROWS) {
      headRows = cut.length;
    }
  }
  const cells = groups.flatMap((group, row) => {
    const own = cellsOf(group, row);
    const next = groups[row + 1]?.[0]?.row.yMin ?? Number.POSITIVE_INFINITY;
    const ends = endsAfter(group.at(-1)?.row.baselineY ?? 0, region);
    const isOwn = ends !== undefined && ends.y < next + type.sizePt * 0.3;
    return !isOwn ? own : spread(own, { ends: ends.joints, separators, sizePt: type.sizePt });
  });
  const box = boxAround([region, ...words]);
  const draft: Draft = {
    evidence: region.evidence,
    box,
    columnEdges: [box.xMin, ...separators.map(({ from, to }) => (from + to) / 2), box.xMax],
    rowCount: groups.length,
    cells,
    headRows,
  };
  return widenHeads(draft, { separators, partial: region.partial });
}

const MOST_HEAD_ROWS = 4;

/**
 * Removes the separators that part a heading from its column, because it stands at the other side of it than the cells.
 */
function withoutHeadColumns(
  separators: readonly Separator[],
  rows: readonly VisualRow[],
  headLineCount: number,
): Separator[] {
  const isHeadAlone = (lines: ReadonlySet<number>): boolean => [...lines].every((line) => line < headLineCount);
  const cut = rows.map((row) => partsOf(row, separators));
  const filled: Set<number>[] = Array.from({ length: separators.length + 1 }, () => new Set());
  for (const [row, parts] of cut.entries()) {
    for (const { column, colSpan } of parts) {
      for (let at = column; at < column + colSpan; at++) {
        filled[at]?.add(row);
      }
    }
  }
  const kept: Separator[] = [];
  let before = filled[0] ?? new Set();
  for (const [index, separator] of separators.entries()) {
    const next = filled[index + 1] ?? new Set();
    const isOfHead = isHeadAlone(before) !== isHeadAlone(next) && [...next].every((row) => !before.has(row));
    if (isOfHead) {
      before = new Set([...before, ...next]);
    } else {
      kept.push(separator);
      before = next;
    }
  }
  return kept;
}

/** The greatest number of lines of a head of one row, usually and where a rule ends it. */
const HEAD_LINES = 3;
const MOST_HEAD_LINES = 6;

/** Returns how many of the first lines may be those of the head. */
function headLines(rows: readonly VisualRow[], { rowEdges }: Region): number {
  const top = rows[0]?.baselineY ?? 0;
  const edge = rowEdges.find((y) => y > top);
  const lines = edge === undefined ? 0 : rows.filter(({ baselineY }) => baselineY < edge).length;
  return lines <= MOST_HEAD_LINES && lines < rows.length ? Math.max(HEAD_LINES, lines) : HEAD_LINES;
}

/** Groups the rows that stand between the same two edges. */
function bandsOf(rows: readonly CutRow[], edges: readonly number[]): CutRow[][] {
  const bands: CutRow[][] = [];
  const separators = edges.map((y) => ({ from: y, to: y }));
  let at = -1;
  for (const row of rows) {
    const band = columnAt((row.row.yMin + row.row.yMax) / 2, separators);
    if (band !== at) {
      bands.push([]);
      at = band;
    }
    bands.at(-1)?.push(row);
  }
  return bands;
}

/**
 * Returns the lines of a band before the first whose cells are mostly figures, if there is such a line after the first:
 * no rule parts a head from a first row.
 */
function withoutFigures(band: readonly CutRow[]): readonly CutRow[] {
  const [first] = band;
  const end = band.findIndex(
    ({ parts }, index) =>
      index > 0 &&
      parts.length >= (first?.parts.length ?? 0) &&
      parts.filter(({ words }) => isFigure(words)).length * 2 > parts.length,
  );
  return end < 0 || band[0]?.parts.some(({ words }) => isFigure(words)) === true ? band : band.slice(0, end);
}

/** Groups the lines of a head: they are one row, unless a cell over several columns has others beneath it. */
function headGroups(band: readonly CutRow[], region: Region): CutRow[][] {
  const groups: CutRow[][] = [];
  let open: CutRow[] = [];
  for (const row of band) {
    const before = open.at(-1);
    const isUnder =
      before !== undefined &&
      ((row.parts.length > 1 && before.parts.some((part) => part.colSpan > 1)) ||
        isRuledBetween(before.row, row.row, region.partial));
    if (before === undefined || isUnder) {
      open = [row];
      groups.push(open);
    } else {
      open.push(row);
    }
  }
  return groups;
}

const isRuledBetween = (above: VisualRow, below: VisualRow, strokes: readonly Stroke[]): boolean =>
  strokes.some(({ at }) => at > above.baselineY - above.sizePt * 0.2 && at < below.baselineY);

/**
 * Returns whether lines between two rules are one row: where every row is ruled, or where only one line has a first
 * cell.
 */
function isOneRow(band: readonly CutRow[], isEveryRowRuled: boolean): boolean {
  if (band.length === 0) {
    return false;
  }
  const names = band.filter(({ byColumn }) => byColumn.has(0)).length;
  return (isEveryRowRuled || (names === 1 && band.length > 1)) && !isSeveralRows(band);
}

/**
 * Returns whether more than one line of a band has figures, and in the same column: rows between rules that group them.
 */
function isSeveralRows(band: readonly CutRow[]): boolean {
  const figures = new Map<number, number>();
  for (const { parts } of band) {
    for (const { column, words } of parts) {
      if (column > 0 && isFigure(words)) {
        figures.set(column, (figures.get(column) ?? 0) + 1);
      }
    }
  }
  return [...figures.values()].some((count) => count > 1 && count >= band.length / 2);
}

function cellsOf(group: readonly CutRow[], row: number): DraftCell[] {
  const [first] = group;
  let parts: readonly Part[] = first?.parts ?? [];
  for (const line of group.slice(1)) {
    for (const part of line.parts) {
      const met = parts.filter((other) => overlaps(other, part));
      const merged = met.reduce((whole, other) => union(other, whole), { ...part, words: [] as PlacedWord[] } as Part);
      parts = [
        ...parts.filter((other) => !met.includes(other)),
        { ...merged, words: [...merged.words, ...part.words] },
      ];
    }
  }
  return parts
    .toSorted((a, b) => a.column - b.column)
    .map(({ words, column, colSpan }) => ({ row, column, rowSpan: 1, colSpan, words }));
}

/** Returns the first lower edge after a place. */
function endsAfter(at: number, { cellEnds }: Region): Region["cellEnds"][number] | undefined {
  let low = 0;
  let high = cellEnds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cellEnds[middle]?.y ?? 0) <= at) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return cellEnds[low];
}

/** Gives a cell that is the only one between two places where cells meet all columns between them. */
function spread(
  cells: readonly DraftCell[],
  { ends, separators, sizePt }: { ends: readonly number[]; separators: readonly Separator[]; sizePt: number },
): DraftCell[] {
  const starts = separators.flatMap(({ from, to }, index) =>
    ends.some((end) => end >= from - sizePt * 0.5 && end <= to + sizePt * 0.5) ? [index + 1] : [],
  );
  return cells.map((cell) => {
    const first = starts.findLast((start) => start <= cell.column) ?? 0;
    const end = starts.find((start) => start > cell.column) ?? separators.length + 1;
    const isAlone = cells.every(
      (other) => other === cell || other.column + other.colSpan <= first || other.column >= end,
    );
    return isAlone ? { ...cell, column: first, colSpan: Math.max(end - first, cell.colSpan) } : cell;
  });
}

const overlaps = (a: Part, b: Part): boolean => a.column < b.column + b.colSpan && b.column < a.column + a.colSpan;
