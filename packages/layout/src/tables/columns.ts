import type { PlacedWord } from "./found-table.ts";
import type { VisualRow } from "./rows/visual-rows.ts";
import type { PageType, Segment } from "./segments.ts";
import { type Separator, type Strip, stripsOf, white, whitest } from "./strips.ts";

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
