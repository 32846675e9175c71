import { inOrderOf } from "../../geometry/statistics.ts";
import type { PlacedWord } from "../found-table.ts";
import { COLUMN_GAP_EM, chunksOf, isStretched, type Segment, segmentsOf } from "../segments.ts";

/** All words at one height, whatever column they are in. */
export interface VisualRow {
  /** The segments, from the left. */
  readonly segments: readonly Segment[];
  readonly baselineY: number;
  readonly sizePt: number;
  readonly yMin: number;
  readonly yMax: number;
}

/**
 * The height of the middle of small letters above the baseline, in ems. The middle of raised and lowered type stays
 * near the line's, while baselines differ.
 */
const MIDDLE_EM = 0.3;

/**
 * The distance between middles of words below which they are in one row, in ems; half of the tightest leading is 0.5.
 */
const SAME_ROW_EM = 0.4;

/**
 * The ratio of sizes below which the smaller type gets more room, and that room in ems: marks of footnotes and other
 * small type stand higher than their middles show.
 */
const SMALL_TYPE = 0.85;
const SAME_ROW_SMALL_EM = 0.6;

/** The greatest distance between lines of one paragraph, and between their beginnings and their ends, in ems. */
const NEAR_EM = 2;
const SAME_START_EM = 2;
const SAME_END_EM = 0.4;

/** The greatest number of rows to the next line of a column where lines of other columns stand between. */
const ROWS_AROUND = 3;

/** Groups words into rows, from the top. */
export function visualRows(words: readonly PlacedWord[], columnGapEm = COLUMN_GAP_EM): VisualRow[] {
  const chunks = rowsOfWords(words).map((row) => chunksOf(inOrderOf(row, ({ xMin }) => xMin)));
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
  for (const word of inOrderOf(words, middle)) {
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

/** Returns whether a line near to this one, above or below, has the same width. */
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
