import type { EngineBlock, EngineLine, EngineWord } from "../../library/text-engine.ts";
import { heightOf, medianOf } from "./boxes.ts";

/** A line and the block that it belongs to. */
export interface Piece {
  readonly line: EngineLine;
  readonly block: EngineBlock;
}

/** The share of the lower word's height by which two words of a row overlap. */
const LEAST_OVERLAP = 0.5;
/** The greatest ratio of the heights of two words of a row. */
const MOST_RATIO = 2.5;

/**
 * Returns the line that stands on the left of each, as far as one does: the nearest one that ends before it, by the words
 * that face each other. The lines of photographs run aslant, so that their boxes as a whole tell less.
 */
export function leftNeighbours(pieces: readonly Piece[]): ReadonlyMap<EngineLine, Piece> {
  const words = pieces.flatMap(({ line }) => line.words);
  const bandPx = Math.max(1, 2 * medianOf(words.map(({ box }) => heightOf(box))));
  const bandOf = (word: EngineWord): number => Math.floor((word.box.yMin + word.box.yMax) / 2 / bandPx);
  const byBand = Map.groupBy(pieces, ({ line }) => bandOf(line.words.at(-1)!));
  const neighbours = new Map<EngineLine, Piece>();
  for (const { line } of pieces) {
    const first = line.words[0]!;
    const band = bandOf(first);
    let [nearest, least]: [Piece | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
    for (const piece of [band - 1, band, band + 1].flatMap((at) => byBand.get(at) ?? [])) {
      const last = piece.line.words.at(-1)!;
      const distance = first.box.xMin - last.box.xMax;
      // It also begins before it: lines whose words are out of order are no neighbours of each other.
      const begins = piece.line.words[0]!.box.xMin < first.box.xMin;
      if (begins && distance < least && areInRow(last, first)) {
        [nearest, least] = [piece, distance];
      }
    }
    if (nearest !== undefined) {
      neighbours.set(line, nearest);
    }
  }
  return neighbours;
}

function areInRow(left: EngineWord, right: EngineWord): boolean {
  const overlap = Math.min(left.box.yMax, right.box.yMax) - Math.max(left.box.yMin, right.box.yMin);
  const heights = [heightOf(left.box), heightOf(right.box)];
  const [low, high] = [Math.min(...heights), Math.max(...heights)];
  const isOnTheLeft = left.box.xMax <= right.box.xMin + 0.2 * low && left.box.xMin < right.box.xMin;
  return isOnTheLeft && overlap >= LEAST_OVERLAP * low && high <= MOST_RATIO * low;
}
