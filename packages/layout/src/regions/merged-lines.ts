import { boxAround, sharedX } from "../geometry/boxes.ts";
import { Tally } from "../geometry/statistics.ts";
import { isRightToLeft } from "../words/bidi.ts";
import type { Line, Word } from "../words.ts";

/** The greatest distance between baselines of segments of one line, in ems of the larger. */
const SAME_LINE_EM = 0.3;
/** The overlap that segments of one line may have, in ems: italics and rounded boxes overlap. */
const OVERLAP_EM = 0.3;

/**
 * Joins the segments of one column to lines, from the top. Where each part of a row stands behind a box to tick, they are
 * items side by side, and stay lines of their own.
 */
export function mergedLines(segments: readonly Line[], hasBox: (segment: Line) => boolean = () => false): Line[] {
  const rows: Row[] = [];
  for (const segment of segments.toSorted((a, b) => a.baselineY - b.baselineY || a.xMin - b.xMin)) {
    const row = rows.slice(-ROWS_BACK).findLast((open) => open.takes(segment, hasBox));
    if (row === undefined) {
      rows.push(new Row(segment));
    } else {
      row.add(segment);
    }
  }
  return rows.map((row) => row.asLine()).toSorted((a, b) => a.baselineY - b.baselineY);
}

/** The greatest number of rows between parts of one line: small type between two baselines makes rows too. */
const ROWS_BACK = 3;

/**
 * The number of last segments of a row that are compared: segments come from the left, and those that one may overlap
 * are among the last.
 */
const SEGMENTS_BACK = 64;

class Row {
  readonly #segments: Line[];
  #largest: Line;

  constructor(first: Line) {
    this.#segments = [first];
    this.#largest = first;
  }

  takes(segment: Line, hasBox: (segment: Line) => boolean): boolean {
    const sizePt = Math.max(segment.sizePt, this.#largest.sizePt);
    return (
      Math.abs(segment.baselineY - this.#largest.baselineY) < SAME_LINE_EM * sizePt &&
      !(hasBox(segment) && this.#segments.every(hasBox)) &&
      this.#segments.slice(-SEGMENTS_BACK).every((own) => sharedX(own, segment) < OVERLAP_EM * sizePt)
    );
  }

  add(segment: Line): void {
    this.#segments.push(segment);
    if (segment.words.length > this.#largest.words.length) {
      this.#largest = segment;
    }
  }

  asLine(): Line {
    if (this.#segments.length === 1) {
      return this.#largest;
    }
    const parts = this.#segments.toSorted((a, b) => a.xMin - b.xMin);
    const isRight = isRightToLeft(parts.flatMap(({ words }) => words.map(({ text }) => text)));
    const words = (isRight ? parts.toReversed() : parts).flatMap((part) => part.words);
    return { ...this.#largest, ...boxAround(parts), words, sizePt: sizeOf(words) };
  }
}

function sizeOf(words: readonly Word[]): number {
  const sizes = new Tally<number>();
  for (const { sizePt, text } of words) {
    sizes.add(sizePt, text.length);
  }
  return sizes.most() ?? 0;
}
