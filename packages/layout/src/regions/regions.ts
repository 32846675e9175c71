import type { Box } from "../content.ts";
import { isRightToLeft } from "../words/bidi.ts";
import type { Line } from "../words.ts";
import { bestGutter, type Gutter } from "./gutters.ts";

/** What a page is divided into: lines, and boxes of tables and figures that no column runs through. */
type Part = { readonly kind: "line"; readonly line: Line } | { readonly kind: "box"; readonly id: number };

export interface Piece extends Box {
  readonly part: Part;
}

/** Cuts deeper than this are of no layout that people read. */
const MOST_DEPTH = 12;

/**
 * Columns of a page in reading order: recursive cuts along the gutter that persists longest (the masked XY cut: what
 * spans a gutter bounds it and is read before or after the columns beside it). Each result is one column.
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
  const isRight = isRightToLeft(textsOf([...left, ...right]));
  const beside = isRight ? [right, left] : [left, right];
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
