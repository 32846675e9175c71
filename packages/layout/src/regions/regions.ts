import { isRightToLeft } from "../words/bidi.ts";
import { bestGutter, type Gutter } from "./gutters.ts";
import type { Piece } from "./piece.ts";
import { rowsOfCards } from "./rows-of-cards.ts";

/** The deepest cut; no layout that people read needs more. */
const MOST_DEPTH = 12;

/**
 * Returns the pieces of each column of a page, in reading order. It cuts recursively along the gutter that persists
 * longest (the masked XY cut: a piece that spans a gutter bounds it and is read before or after the columns on its
 * sides).
 */
export function regionsOf(pieces: readonly Piece[], depth = 0): Piece[][] {
  if (pieces.length === 0) {
    return [];
  }
  const gutter = depth < MOST_DEPTH ? bestGutter(pieces) : undefined;
  if (gutter === undefined) {
    return [[...pieces]];
  }
  const { above, left, right, below } = dividedBy(gutter, pieces);
  const isRight = isRightToLeft([...textsOf([...left, ...right])]);
  const beside = rowsOfCards({ left, right, sizePt: gutter.sizePt }).flatMap((row) =>
    isRight ? [row.right, row.left] : [row.left, row.right],
  );
  return [above, ...beside, below].flatMap((group) => regionsOf(group, depth + 1));
}

function dividedBy(gutter: Gutter, pieces: readonly Piece[]): Record<"above" | "left" | "right" | "below", Piece[]> {
  const parts: Record<"above" | "left" | "right" | "below", Piece[]> = { above: [], left: [], right: [], below: [] };
  for (const piece of pieces) {
    const middle = (piece.yMin + piece.yMax) / 2;
    if (middle < gutter.yMin) {
      parts.above.push(piece);
    } else if (middle > gutter.yMax) {
      parts.below.push(piece);
    } else if ((piece.xMin + piece.xMax) / 2 < gutter.x) {
      parts.left.push(piece);
    } else {
      parts.right.push(piece);
    }
  }
  return parts;
}

function* textsOf(pieces: readonly Piece[]): Iterable<string> {
  for (const { part } of pieces) {
    if (part.kind === "line") {
      for (const { text } of part.line.words) {
        yield text;
      }
    }
  }
}
