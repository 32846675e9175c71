import { isCaption } from "../captions/captions.ts";
import { textOf } from "./cell-values.ts";
import { type VisualRow, wordsOfRow } from "./rows/visual-rows.ts";
import { isStretched, type Segment } from "./segments.ts";

/**
 * The greatest distance between rows of a table without rules, in ems and as a multiple of the distances before; the
 * larger of the two counts.
 */
const WIDEST_PITCH_EM = 2.6;
const WIDEST_PITCH_RATIO = 1.7;

/** The ratio of its distance from the rows to theirs from each other above which a line with equal spaces is prose. */
const APART_RATIO = 1.15;

/** The greatest number of lines of one cell that follow each other with nothing in other columns. */
const MOST_SINGLE_LINES = 12;

/** The greatest width of a heading between rows, as a share of that of the rows above it. */
const HEADING_SHARE = 0.7;

/** The ratio of its size to that of all rows above which a single text is the title of another table. */
const TITLE_RATIO = 1.2;

/** The share of its width that white has to keep when many rows share it. */
const NARROWED = 0.8;

/** The smallest number of rows with a text in every column after which a row of few may be of another table. */
const ROWS_OF_ALL = 3;

/** The greatest distance of further lines of a last row, in ems. */
const LEADING_EM = 1.5;

/** The greatest number of lines of a head, and the distance between edges of its lines, in ems. */
export const MOST_HEAD_LINES = 5;
/** The greatest number of columns whose names are looked for above their last line. */
const MOST_COLUMNS = 100;
const TOUCH_EM = 0.3;

export interface RunOptions {
  /** The white between two words above which it parts columns, in ems. */
  readonly columnGapEm: number;
  /** The smallest number of white strips that all rows have in common. */
  readonly leastStrips: number;
}

/** Finds runs of rows that have white strips in common, with several texts in each row except for some between. */
export function runsOf(rows: readonly VisualRow[], options: RunOptions): VisualRow[][] {
  const runs: VisualRow[][] = [];
  let run: Run | undefined;
  let before: VisualRow[] = [];
  for (const row of rows) {
    const next = run === undefined ? undefined : goneOn(run, row, options);
    if (next !== undefined) {
      run = next;
      continue;
    }
    runs.push(...ended(run));
    run = row.segments.length > options.leastStrips ? started(row, headLines(before, row)) : undefined;
    before = run === undefined ? [...before.slice(1 - MOST_HEAD_LINES), row] : [];
  }
  return [...runs, ...ended(run)];
}

/**
 * Returns the rows right above a first row that are lines of its cells: names of columns are often set at the foot of a
 * head in which a few take several lines.
 */
function headLines(before: readonly VisualRow[], first: VisualRow): VisualRow[] {
  const lines: VisualRow[] = [];
  let below = first;
  if (first.segments.length > MOST_COLUMNS) {
    return lines;
  }
  for (const row of before.toReversed()) {
    const gap = below.baselineY - row.baselineY;
    if (
      gap > LEADING_EM * row.sizePt ||
      row.segments.length < 2 ||
      row.segments.length > first.segments.length ||
      !row.segments.every((own) => isAbove(own, first))
    ) {
      break;
    }
    lines.unshift(row);
    below = row;
  }
  return lines;
}

/** Returns whether a text stands above exactly one of a row, and is hardly wider. */
const isAbove = ({ xMin, xMax }: Segment, { segments, sizePt }: VisualRow): boolean =>
  segments.filter((own) => own.xMin < xMax && own.xMax > xMin).length === 1 &&
  segments.some(
    (own) => Math.abs(own.xMin - xMin) < TOUCH_EM * sizePt || Math.abs(own.xMax - xMax) < TOUCH_EM * sizePt,
  );

interface White {
  readonly from: number;
  readonly to: number;
}

interface Run {
  readonly rows: VisualRow[];
  /** The white that all rows of several texts share. */
  readonly rivers: readonly White[];
  readonly xMin: number;
  readonly xMax: number;
  /** The number of last rows with a single text; `alike` is the number of these that are in the same column. */
  readonly singles: number;
  readonly alike: number;
  /** The widest distance between two rows of several texts, in points. */
  readonly pitchPt: number;
  /** The largest type of rows of several texts, in points. */
  readonly sizePt: number;
}

const started = (row: VisualRow, above: readonly VisualRow[]): Run => ({
  rows: [...above, row],
  rivers: between(row.segments),
  xMin: row.segments[0]?.xMin ?? 0,
  xMax: row.segments.at(-1)?.xMax ?? 0,
  singles: 0,
  alike: 0,
  pitchPt: 0,
  sizePt: row.sizePt,
});

function goneOn(run: Run, row: VisualRow, { columnGapEm, leastStrips }: RunOptions): Run | undefined {
  const last = run.rows.at(-1);
  const gap = row.baselineY - (last?.baselineY ?? 0);
  const limit = Math.max(WIDEST_PITCH_EM * row.sizePt, WIDEST_PITCH_RATIO * run.pitchPt);
  const isApart = run.pitchPt > 0 && gap > APART_RATIO * run.pitchPt;
  if (gap > limit || (isApart && isStretched(wordsOfRow(row)))) {
    return undefined;
  }
  const rivers = common(run.rivers, row, NARROWED * columnGapEm * row.sizePt);
  const isSingle = row.segments.length === 1;
  if (!isSingle && rivers.length < run.rivers.length && isOfOther(run, row)) {
    return undefined;
  }
  if (isSingle && (run.alike >= MOST_SINGLE_LINES || row.sizePt > TITLE_RATIO * run.sizePt || isCaptionRow(row))) {
    return undefined;
  }
  if (rivers.length < leastStrips) {
    const isHeading = isSingle && run.singles === 0 && widthOf(row) <= HEADING_SHARE * (run.xMax - run.xMin);
    return isHeading ? { ...run, rows: added(run, row), singles: 1, alike: 1 } : undefined;
  }
  return {
    rows: added(run, row),
    rivers,
    xMin: Math.min(run.xMin, row.segments[0]?.xMin ?? run.xMin),
    xMax: Math.max(run.xMax, row.segments.at(-1)?.xMax ?? run.xMax),
    singles: isSingle ? run.singles + 1 : 0,
    alike: isSingle && isAlike(row, last, run) ? run.alike + 1 : 0,
    pitchPt: isSingle || run.singles > 0 ? run.pitchPt : Math.max(run.pitchPt, gap),
    sizePt: isSingle ? run.sizePt : Math.max(run.sizePt, row.sizePt),
  };
}

/** Returns whether a row names a table by its number: what follows is another one. */
const isCaptionRow = (row: VisualRow): boolean => isCaption(textOf(wordsOfRow(row)));

/**
 * Returns whether a row that stands in the way of white strips has so few texts that it is of another table than the
 * rows before, such as that of the totals.
 */
const isOfOther = ({ rows, rivers }: Run, { segments }: VisualRow): boolean =>
  segments.length * 2 <= rivers.length + 1 &&
  rows.filter((row) => row.segments.length > rivers.length).length >= ROWS_OF_ALL;

/** Returns whether two rows begin on the same side of the first white strip. */
function isAlike(row: VisualRow, before: VisualRow | undefined, { rivers }: Run): boolean {
  const strip = rivers[0]?.from ?? 0;
  return (row.segments[0]?.xMin ?? 0) < strip === (before?.segments[0]?.xMin ?? 0) < strip;
}

function added(run: Run, row: VisualRow): VisualRow[] {
  run.rows.push(row);
  return run.rows;
}

const widthOf = ({ segments }: VisualRow): number => (segments.at(-1)?.xMax ?? 0) - (segments[0]?.xMin ?? 0);

function between(segments: readonly Segment[]): White[] {
  const free: White[] = [];
  for (const [index, { xMin }] of segments.entries()) {
    const before = segments[index - 1];
    if (before !== undefined) {
      free.push({ from: before.xMax, to: xMin });
    }
  }
  return free;
}

/**
 * Returns the white that a row shares with rivers, where it is wide enough. Both lists are from the left, so that one
 * pass is enough.
 */
function common(rivers: readonly White[], { segments }: VisualRow, least: number): White[] {
  const free: White[] = [];
  const ends = [
    { xMin: Number.NEGATIVE_INFINITY, xMax: Number.NEGATIVE_INFINITY },
    ...segments,
    { xMin: Number.POSITIVE_INFINITY, xMax: Number.POSITIVE_INFINITY },
  ];
  let at = 0;
  for (const river of rivers) {
    while (at > 0 && (ends[at]?.xMax ?? 0) > river.from) {
      at--;
    }
    for (; at + 1 < ends.length && (ends[at]?.xMax ?? 0) < river.to; at++) {
      const from = Math.max(river.from, ends[at]?.xMax ?? 0);
      const to = Math.min(river.to, ends[at + 1]?.xMin ?? 0);
      if (to - from >= least) {
        free.push({ from, to });
      }
    }
  }
  return free;
}

/** Returns the rows of a run without the lines after its last row that are not lines of that row. */
function ended(run: Run | undefined): VisualRow[][] {
  if (run === undefined) {
    return [];
  }
  const { rows, singles } = run;
  let end = rows.length - singles;
  while (end < rows.length) {
    const row = rows[end];
    const before = rows[end - 1];
    if (row === undefined || before === undefined || !isFurtherLine(row, before, run)) {
      break;
    }
    end++;
  }
  return [rows.slice(0, end)];
}

function isFurtherLine(row: VisualRow, before: VisualRow, run: Run): boolean {
  const gap = row.baselineY - before.baselineY;
  const firstRiver = run.rivers[0]?.from ?? 0;
  return gap <= LEADING_EM * row.sizePt && (row.segments[0]?.xMin ?? 0) >= firstRiver;
}
