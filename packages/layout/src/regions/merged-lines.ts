import { boxAround, sharedX } from "../geometry/boxes.ts";
import { Tally } from "../geometry/statistics.ts";
import { isRightToLeft } from "../words/bidi.ts";
import type { Line, Word } from "../words.ts";

/** Segments whose baselines differ by less than this are on one line, in ems of the larger. */
const SAME_LINE_EM = 0.3;
/** Segments on one line may overlap by this, in ems: italics and rounded boxes do. */
const OVERLAP_EM = 0.3;

/** Puts the segments of one column together to lines, from the top. */
export function mergedLines(segments: readonly Line[]): Line[] {
  const rows: Row[] = [];
  for (const segment of segments.toSorted((a, b) => a.baselineY - b.baselineY || a.xMin - b.xMin)) {
    const row = rows.slice(-ROWS_BACK).findLast((open) => open.takes(segment));
    if (row === undefined) {
      rows.push(new Row(segment));
    } else {
      row.add(segment);
    }
  }
  return rows.map((row) => row.asLine()).toSorted((a, b) => a.baselineY - b.baselineY);
}

/** Small type between two baselines makes rows of its own; no more than these lie between parts of one line. */
const ROWS_BACK = 3;

/** Segments come from the left: those that one may overlap are among the last. */
const SEGMENTS_BACK = 64;

class Row {
  readonly #segments: Line[];
  #largest: Line;

  constructor(first: Line) {
    this.#segments = [first];
    this.#largest = first;
  }

  takes(segment: Line): boolean {
    const sizePt = Math.max(segment.sizePt, this.#largest.sizePt);
    return (
      Math.abs(segment.baselineY - this.#largest.baselineY) < SAME_LINE_EM * sizePt &&
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
