import { boxAround, widthOf as widthOfBox } from "../../geometry/boxes.ts";
import { isFigure } from "../cell-values.ts";
import { type Part, partsOf } from "../columns.ts";
import { type Separator } from "../strips.ts";
import type { VisualRow } from "./visual-rows.ts";

/** A visual row and its cells. */
export interface CutRow {
  readonly row: VisualRow;
  /** The row's cells, from the left. */
  readonly parts: readonly Part[];
  readonly byColumn: ReadonlyMap<number, Part>;
}

export function cutRow(row: VisualRow, separators: readonly Separator[]): CutRow {
  const parts = partsOf(row, separators);
  return { row, parts, byColumn: new Map(parts.map((part) => [part.column, part])) };
}

/**
 * The distance below which rows are one, in ems: the lines of a tall cell, and a cell centred next to them. The
 * tightest leading is 1.
 */
const BESIDE_EM = 0.75;

/** The widest leading within one cell, in ems; lines further apart are rows. */
const WIDEST_LEADING_EM = 1.9;

/** The ratio by which the space between rows has to exceed the leading within them to be distinguished from it. */
const ROW_SPACE_RATIO = 1.08;

/** The number of lines as near as lines of a cell of which one may be a row all the same. */
const LINES_PER_ROW = 8;

/** The smallest number of rows that are distinguished from lines. */
const SEVERAL_ROWS = 3;

/** The least share of lines that are the end of a cell, where rows are not ruled. */
const ENDS_SHARE = 0.4;

/** The least average words of lines of a text. */
const TEXT_WORDS = 3.5;

/** The width of a space, in ems, and the length that a full line may lack of its column's width. */
const SPACE_EM = 0.25;
const SHORT_EM = 0.3;

/**
 * Puts visual rows together that are lines of the same cells. Where rows are set further apart than lines, the distance
 * decides; otherwise a line goes on if nothing is in its first column and little in the others. In either case a text
 * does not go on whose next word would have had room in the line before, nor does a figure.
 */
export function groupRows(rows: readonly CutRow[]): CutRow[][] {
  return byDistance(rows) ?? byText(rows);
}

/** Returns whether lines between two rules are rows that are not ruled, rather than the lines of one row's cells. */
export function areSeveralRows(rows: readonly CutRow[]): boolean {
  const groups = byDistance(rows);
  if (groups !== undefined) {
    return groups.length >= SEVERAL_ROWS;
  }
  const widths = columnWidths(rows);
  const ends = rows.filter((row, index) => {
    const before = rows[index - 1];
    return before !== undefined && isEnd([before], row, widths);
  }).length;
  return ends >= SEVERAL_ROWS - 1 && ends >= ENDS_SHARE * (rows.length - 1);
}

/**
 * Groups rows by their distance; undefined where all lines are at the same distance, or where the distance contradicts
 * the text.
 */
function byDistance(rows: readonly CutRow[]): CutRow[][] | undefined {
  const widths = columnWidths(rows);
  for (const leading of leadingsOf(rows)) {
    const { groups, refused, joined } = grouped(rows, (open, next) =>
      gapEm(open, next) > leading ? "apart" : isEnd(open, next, widths) ? "refused" : "joined",
    );
    if (joined > 0 && refused * LINES_PER_ROW <= joined && hasFirstColumns(groups)) {
      return groups;
    }
  }
  return undefined;
}

function byText(rows: readonly CutRow[]): CutRow[][] {
  const widths = columnWidths(rows);
  const texts = textColumns(rows);
  return grouped(rows, (open, next) =>
    gapEm(open, next) <= WIDEST_LEADING_EM &&
    (isRest(open, next) || isMoreText(open, next, texts)) &&
    !isEnd(open, next, widths)
      ? "joined"
      : "apart",
  ).groups;
}

interface Grouped {
  readonly groups: CutRow[][];
  readonly joined: number;
  /** The number of lines that stand near enough and are rows by their text all the same. */
  readonly refused: number;
}

type Verdict = "joined" | "apart" | "refused";

function grouped(rows: readonly CutRow[], verdictOf: (open: readonly CutRow[], next: CutRow) => Verdict): Grouped {
  const groups: CutRow[][] = [];
  let joined = 0;
  let refused = 0;
  let open: CutRow[] = [];
  for (const row of rows) {
    const isBeside = open.length > 0 && gapEm(open, row) < BESIDE_EM;
    const verdict = open.length === 0 ? "apart" : isBeside ? "joined" : verdictOf(open, row);
    joined += verdict === "joined" ? 1 : 0;
    refused += verdict === "refused" ? 1 : 0;
    if (verdict === "joined") {
      open.push(row);
    } else {
      open = [row];
      groups.push(open);
    }
  }
  return { groups, joined, refused };
}

function gapEm(open: readonly CutRow[], { row }: CutRow): number {
  const last = open.at(-1)?.row.baselineY ?? Number.NEGATIVE_INFINITY;
  // Smaller type beneath a line of the same cell is set with the leading of that line.
  return (row.baselineY - last) / Math.max(row.sizePt, open[0]?.row.sizePt ?? 0);
}

/** Returns the distances that may be the widest between lines of a cell, from the widest. */
function leadingsOf(rows: readonly CutRow[]): number[] {
  const gaps: number[] = [];
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1];
    const gap = before === undefined ? 0 : gapEm([before], row);
    if (gap > 0) {
      gaps.push(gap);
    }
  }
  gaps.sort((a, b) => b - a);
  const leadings: number[] = [];
  for (const [index, gap] of gaps.entries()) {
    const wider = gaps[index - 1];
    if (wider !== undefined && wider > gap * ROW_SPACE_RATIO && gap <= WIDEST_LEADING_EM && gap >= BESIDE_EM) {
      leadings.push(gap * 1.01);
    }
  }
  // All lines of cells may stand half beside others that are centred next to them.
  if (gaps.some((gap) => gap < BESIDE_EM)) {
    leadings.push(BESIDE_EM);
  }
  return leadings.slice(0, MOST_LEADINGS);
}

const MOST_LEADINGS = 6;

/** Returns the greatest width of the text of each column. */
function columnWidths(rows: readonly CutRow[]): Map<number, number> {
  const widths = new Map<number, number>();
  for (const { parts } of rows) {
    for (const part of parts) {
      if (part.colSpan === 1) {
        widths.set(part.column, Math.max(widths.get(part.column) ?? 0, widthOf(part)));
      }
    }
  }
  return widths;
}

const widthOf = ({ words }: Part): number => widthOfBox(boxAround(words));

/**
 * Returns whether a row cannot be a further line of those before: a second figure, or a text that had room for more.
 */
function isEnd(open: readonly CutRow[], next: CutRow, widths: ReadonlyMap<number, number>): boolean {
  let isTextGoingOn = false;
  for (const part of next.parts) {
    const last = open.findLast(({ byColumn }) => byColumn.has(part.column))?.byColumn.get(part.column);
    if (last === undefined) {
      continue;
    }
    if (isFigure(part.words) && isFigure(last.words)) {
      // In the first column it may be the end of a number that did not fit.
      if (part.column > 0 || next.parts.length === 1) {
        return true;
      }
      continue;
    }
    if (last.colSpan > 1 || part.colSpan > 1 || hasRoom(last, part, widths)) {
      return true;
    }
    isTextGoingOn = true;
  }
  return !isTextGoingOn && next.parts.every((part) => part.column === 0);
}

function hasRoom(above: Part, below: Part, widths: ReadonlyMap<number, number>): boolean {
  const next = below.words[0];
  const width = widths.get(above.column);
  if (next === undefined || width === undefined) {
    return false;
  }
  const needed = widthOf(above) + (next.xMax - next.xMin) + SPACE_EM * next.sizePt;
  return needed < width - SHORT_EM * next.sizePt;
}

/** Returns whether most groups have something in the first column, as most tables have in every row. */
function hasFirstColumns(groups: readonly (readonly CutRow[])[]): boolean {
  const filled = groups.filter((group) => group.some(({ parts }) => parts.some(({ column }) => column === 0))).length;
  return filled * 10 >= groups.length * 7;
}

/** Finds the columns whose lines are of several words. */
function textColumns(rows: readonly CutRow[]): Set<number> {
  const counts = new Map<number, { lines: number; words: number }>();
  for (const { parts } of rows) {
    for (const { column, words } of parts) {
      const count = counts.get(column) ?? { lines: 0, words: 0 };
      counts.set(column, { lines: count.lines + 1, words: count.words + words.length });
    }
  }
  return new Set([...counts].filter(([, { lines, words }]) => words >= TEXT_WORDS * lines).map(([column]) => column));
}

/** Returns whether a row has fewer cells than the first line, all of them texts that are lines of several words. */
function isMoreText(open: readonly CutRow[], next: CutRow, texts: ReadonlySet<number>): boolean {
  const filled = new Set(open.flatMap(({ parts }) => parts.map(({ column }) => column)));
  return (
    next.parts.length < (open[0]?.parts.length ?? 0) &&
    next.parts.every((part) => filled.has(part.column) && texts.has(part.column))
  );
}

/**
 * Returns whether a row has nothing in the first column and little in the others, and only where the rows before have
 * something.
 */
function isRest(open: readonly CutRow[], next: CutRow): boolean {
  const first = open[0]?.parts ?? [];
  const filled = new Set(open.flatMap(({ parts }) => parts.map(({ column }) => column)));
  return (
    (next.parts[0]?.column ?? 0) > 0 &&
    next.parts.length <= Math.max(1, first.length / 2) &&
    next.parts.every((part) => filled.has(part.column) && !isFigure(part.words))
  );
}
