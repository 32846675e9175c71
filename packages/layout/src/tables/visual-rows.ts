import type { PlacedWord } from "./found-table.ts";
import { COLUMN_GAP_EM, chunksOf, isStretched, type Segment, segmentsOf } from "./segments.ts";

/** All words at one height, whatever column they are in. */
export interface VisualRow {
  /** From the left. */
  readonly segments: readonly Segment[];
  readonly baselineY: number;
  readonly sizePt: number;
  readonly yMin: number;
  readonly yMax: number;
}

/**
 * The middle of small letters stands this far above the baseline, in ems. Of raised and lowered type it stays near the
 * line's, while baselines differ.
 */
const MIDDLE_EM = 0.3;

/** Words whose middles differ by less are in one row; half of the tightest leading is 0.5. */
const SAME_ROW_EM = 0.4;

/** Marks of footnotes and other small type beside larger stand higher than their middles tell. */
const SMALL_TYPE = 0.85;
const SAME_ROW_SMALL_EM = 0.6;

/** Lines of one paragraph are within this, and begin and end at the same places within these, in ems. */
const NEAR_EM = 2;
const SAME_START_EM = 2;
const SAME_END_EM = 0.4;

/** How many rows away the next line of a column may be where others stand beside it. */
const ROWS_AROUND = 3;

/** Rows from the top. */
export function visualRows(words: readonly PlacedWord[], columnGapEm = COLUMN_GAP_EM): VisualRow[] {
  const chunks = rowsOfWords(words).map((row) => chunksOf(row.toSorted((a, b) => a.xMin - b.xMin)));
  return chunks.map((row, index) =>
    rowOfSegments(
      row.flatMap((chunk) =>
        isStretched(chunk.words) && hasParagraphAround(chunk, { chunks, index })
          ? [chunk]
          : segmentsOf(chunk.words, columnGapEm),
      ),
    ),
  );
}

function rowsOfWords(words: readonly PlacedWord[]): PlacedWord[][] {
  const rows: PlacedWord[][] = [];
  let open: PlacedWord[] = [];
  for (const word of words.toSorted((a, b) => middle(a) - middle(b))) {
    const first = open[0];
    if (first === undefined || middle(word) - middle(first) > sameRow(first, word)) {
      open = [];
      rows.push(open);
    }
    open.push(word);
  }
  return rows;
}

const middle = (word: PlacedWord): number => word.baselineY - MIDDLE_EM * word.sizePt;

function sameRow(a: PlacedWord, b: PlacedWord): number {
  const larger = Math.max(a.sizePt, b.sizePt);
  return larger * (Math.min(a.sizePt, b.sizePt) < SMALL_TYPE * larger ? SAME_ROW_SMALL_EM : SAME_ROW_EM);
}

export function rowOfSegments(segments: readonly Segment[]): VisualRow {
  let largest = segments[0]?.words[0];
  let yMin = Number.POSITIVE_INFINITY;
  let yMax = Number.NEGATIVE_INFINITY;
  for (const { words } of segments) {
    for (const word of words) {
      yMin = Math.min(yMin, word.yMin);
      yMax = Math.max(yMax, word.yMax);
      if (largest === undefined || word.sizePt > largest.sizePt) {
        largest = word;
      }
    }
  }
  return { segments, baselineY: largest?.baselineY ?? 0, sizePt: largest?.sizePt ?? 0, yMin, yMax };
}

/** Whether a line near to this one, above or below, has the same width. */
function hasParagraphAround(
  chunk: Segment,
  { chunks, index }: { readonly chunks: readonly (readonly Segment[])[]; readonly index: number },
): boolean {
  const { baselineY, sizePt } = chunk.words[0] ?? { baselineY: 0, sizePt: 0 };
  for (let at = index - ROWS_AROUND; at <= index + ROWS_AROUND; at++) {
    const isBeside = (chunks[at] ?? []).some(
      (other) =>
        other !== chunk &&
        Math.abs((other.words[0]?.baselineY ?? 0) - baselineY) <= NEAR_EM * sizePt &&
        Math.abs(other.xMin - chunk.xMin) <= SAME_START_EM * sizePt &&
        Math.abs(other.xMax - chunk.xMax) <= SAME_END_EM * sizePt,
    );
    if (isBeside) {
      return true;
    }
  }
  return false;
}

export const wordsOfRow = (row: VisualRow): PlacedWord[] => row.segments.flatMap((segment) => segment.words);
