import type { PlacedWord } from "./found-table.ts";
import type { PageType, Segment } from "./segments.ts";
import type { VisualRow } from "./visual-rows.ts";

/** The white strip between two columns, from its left to its right end. A drawn one has no width. */
export interface Separator {
  readonly from: number;
  readonly to: number;
}

/** Words of one visual row that belong to one cell. */
export interface Part {
  readonly words: readonly PlacedWord[];
  readonly column: number;
  readonly colSpan: number;
}

/**
 * The number of rows of which one may cross a column, with a heading over several columns or a text that is too long
 * for its cell.
 */
const ROWS_PER_CROSSING = 10;

/** The smallest number of rows among which one crossing is an exception of its row, and the column stands. */
const ROWS_FOR_CROSSING = 5;

/** The length by which a word may reach beyond a strip's middle and still be in its column, in ems. */
const OVERHANG_EM = 0.25;

/** The share of the strip between two columns that a space within a row has to cover to part them. */
const COVERED_SHARE = 0.6;

/**
 * Finds the white strips that go through nearly all rows of several segments. A column in which few rows have anything
 * keeps its strips on both sides.
 */
export function separatorsOf(rows: readonly VisualRow[], { sizePt, columnGapEm }: PageType): Separator[] {
  const voters = rows.filter((row) => row.segments.length > 1);
  const most = voters.length < ROWS_FOR_CROSSING ? 0 : Math.max(1, Math.floor(voters.length / ROWS_PER_CROSSING));
  const least = columnGapEm * sizePt;
  const separators: Separator[] = [];
  let isInside = false;
  let stretch: Strip[] = [];
  for (const strip of stripsOf(voters)) {
    if (strip.count <= most) {
      stretch.push(strip);
      continue;
    }
    separators.push(...(isInside ? whitest(stretch, least) : white(stretch, least)));
    stretch = [];
    isInside = true;
  }
  return narrowed([...separators, ...white(stretch, least)], rows);
}

/** Narrows strips by what lines of a single text take of them: the longest lines of a cell. */
function narrowed(separators: readonly Separator[], rows: readonly VisualRow[]): Separator[] {
  const ends = separators.map(({ from, to }) => ({ from, to }));
  for (const { segments } of rows) {
    const [only] = segments;
    if (segments.length !== 1 || only === undefined) {
      continue;
    }
    for (const strip of ends) {
      if (only.xMax > strip.from && only.xMax < strip.to) {
        strip.from = only.xMax;
      } else if (only.xMin > strip.from && only.xMin < strip.to) {
        strip.to = only.xMin;
      }
    }
  }
  return ends;
}

interface Strip extends Separator {
  /** The number of segments that cover the strip. */
  readonly count: number;
}

/** Divides the width from the first segment to the last into strips, cut wherever a segment begins or ends. */
function stripsOf(rows: readonly VisualRow[]): Strip[] {
  const ends: { x: number; step: number }[] = [];
  for (const row of rows) {
    for (const segment of row.segments) {
      ends.push({ x: segment.xMin, step: 1 }, { x: segment.xMax, step: -1 });
    }
  }
  ends.sort((a, b) => a.x - b.x || b.step - a.step);
  const strips: Strip[] = [];
  let count = 0;
  let from = ends[0]?.x ?? 0;
  for (const { x, step } of ends) {
    if (x > from) {
      strips.push({ from, to: x, count });
    }
    count += step;
    from = x;
  }
  return strips;
}

const white = (stretch: readonly Strip[], least: number): Strip[] =>
  stretch.filter((strip) => strip.count === 0 && strip.to - strip.from >= least);

/**
 * Returns the parts of a stretch between columns that are wholly white; where there are none, the widest part that is
 * wide enough and that fewest rows cross.
 */
function whitest(stretch: readonly Strip[], least: number): Separator[] {
  const free = white(stretch, least);
  const counts = free.length > 0 ? [] : new Set(stretch.map(({ count }) => count));
  for (const most of [...counts].toSorted((a, b) => a - b)) {
    const widest = widestWithin(stretch, most);
    if (widest !== undefined && widest.to - widest.from >= least) {
      return [widest];
    }
  }
  return free;
}

function widestWithin(stretch: readonly Strip[], most: number): Separator | undefined {
  let widest: Separator | undefined;
  let open: Separator | undefined;
  for (const { from, to, count } of stretch) {
    open = count > most ? undefined : { from: open?.from ?? from, to };
    if (open !== undefined && (widest === undefined || open.to - open.from > widest.to - widest.from)) {
      widest = open;
    }
  }
  return widest;
}

/**
 * Returns the cells of one row. Text that goes across strips without a gap at them is one cell over several columns.
 */
export function partsOf(row: VisualRow, separators: readonly Separator[]): Part[] {
  const parts: Part[] = [];
  for (const segment of row.segments) {
    for (const words of cutSegment(segment, separators)) {
      const part = partOf(words, separators);
      const last = parts.at(-1);
      if (last !== undefined && part.column < last.column + last.colSpan) {
        parts[parts.length - 1] = union(last, part);
      } else {
        parts.push(part);
      }
    }
  }
  return parts;
}

export function union(a: Part, b: Part): Part {
  const column = Math.min(a.column, b.column);
  const end = Math.max(a.column + a.colSpan, b.column + b.colSpan);
  return { words: [...a.words, ...b.words], column, colSpan: end - column };
}

function cutSegment({ words }: Segment, separators: readonly Separator[]): PlacedWord[][] {
  const cut: PlacedWord[][] = [];
  let open: PlacedWord[] = [];
  let last: PlacedWord | undefined;
  for (const word of words) {
    if (last !== undefined && isParted(last, word, separators)) {
      cut.push(open);
      open = [];
    }
    open.push(word);
    last = word;
  }
  cut.push(open);
  return cut;
}

function isParted(left: PlacedWord, right: PlacedWord, separators: readonly Separator[]): boolean {
  for (let at = columnAt(left.xMin, separators); at < separators.length; at++) {
    const { from, to } = separators[at] ?? { from: 0, to: 0 };
    if (from > right.xMin) {
      return false;
    }
    const covered = Math.min(right.xMin, to) - Math.max(left.xMax, from);
    if (covered >= COVERED_SHARE * (to - from)) {
      return true;
    }
  }
  return false;
}

function partOf(words: readonly PlacedWord[], separators: readonly Separator[]): Part {
  const first = words[0];
  const xMin = first?.xMin ?? 0;
  const xMax = words.reduce((most, word) => Math.max(most, word.xMax), xMin);
  const overhang = Math.min(OVERHANG_EM * (first?.sizePt ?? 0), (xMax - xMin) / 2);
  const column = columnAt(xMin + overhang, separators);
  return { words, column, colSpan: columnAt(xMax - overhang, separators) - column + 1 };
}

/** Returns the number of the column that a place is in: the number of strips whose middle is left of it. */
export function columnAt(x: number, separators: readonly Separator[]): number {
  let low = 0;
  let high = separators.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const { from, to } = separators[middle] ?? { from: 0, to: 0 };
    if ((from + to) / 2 <= x) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
