import type { GreyImage, PixelBox } from "./grey-image.ts";
import { breadthOf, lengthOf, printOf } from "./print.ts";

export interface LineDirection {
  /**
   * The share of letters whose nearest neighbour stands beside them, not above or below: near 1 where lines run along
   * rows, near 0 where they run up or down the page.
   */
  readonly alongRows: number;
  /** The number of letters that have a neighbour. */
  readonly letters: number;
}

/**
 * Finds out whether lines of print run along the rows of a picture or its columns, by which neighbours of letters are
 * nearest (O'Gorman, The Document Spectrum for Page Layout Analysis, 1993): letters of a line are nearer to each other
 * than lines. Unlike a projection profile this is not led astray by the edges of a page, the rules of a table, or
 * letters of a typewriter, which stand in columns. Print should be dark on even paper, within some degrees of level.
 */
export function lineDirectionOf(image: GreyImage): LineDirection {
  const { pieces, usualPx } = printOf(image);
  let [rows, columns] = [0, 0];
  const count = (isRow: boolean, isColumn: boolean): void => {
    rows += isRow ? 1 : 0;
    columns += isColumn ? 1 : 0;
  };
  for (const { piece, beside, above } of withGaps(pieces)) {
    const [width, height] = [piece.xMax - piece.xMin, piece.yMax - piece.yMin];
    if (lengthOf(piece) > 3.5 * usualPx) {
      // Letters of a word that touch are as high as one; slivers of rules and edges are not.
      const isWord = breadthOf(piece) > 0.7 * usualPx && breadthOf(piece) < 2 * usualPx;
      count(isWord && width > height, isWord && height > width);
    } else {
      count(beside < above, above < beside);
    }
  }
  return { alongRows: rows + columns === 0 ? 0.5 : rows / (rows + columns), letters: rows + columns };
}

/** Neighbours are sought among so many boxes on each side in the order of their left edges. */
const MOST_LOOKED_AT = 400;

/** So many letters tell the direction of all. */
const SAMPLE = 400;

/**
 * Returns for a sample of the letters the gaps in pixels to the nearest one beside it and to the nearest one above or below it;
 * infinite where there is none within three times its length.
 */
function* withGaps(letters: readonly PixelBox[]): Generator<Spaced> {
  const sorted = letters.toSorted((a, b) => a.xMin - b.xMin);
  const widest = sorted.reduce((most, { xMin, xMax }) => Math.max(most, xMax - xMin), 0);
  const step = Math.max(1, Math.floor(sorted.length / SAMPLE));
  for (let at = 0; at < sorted.length; at += step) {
    const letter = sorted[at]!;
    const reach = 3 * lengthOf(letter);
    let [beside, above] = [reach, reach];
    const look = (other: PixelBox): void => {
      const [overX, overY] = [overlap(letter, other, "xMin", "xMax"), overlap(letter, other, "yMin", "yMax")];
      if (2 * overY > Math.min(letter.yMax - letter.yMin, other.yMax - other.yMin)) {
        beside = Math.min(beside, Math.max(0, -overX));
      }
      if (2 * overX > Math.min(letter.xMax - letter.xMin, other.xMax - other.xMin)) {
        above = Math.min(above, Math.max(0, -overY));
      }
    };
    for (let i = at + 1; i < Math.min(sorted.length, at + MOST_LOOKED_AT); i++) {
      if (sorted[i]!.xMin > letter.xMax + reach) {
        break;
      }
      look(sorted[i]!);
    }
    for (let i = at - 1; i >= Math.max(0, at - MOST_LOOKED_AT); i--) {
      if (sorted[i]!.xMin < letter.xMin - reach - widest) {
        break;
      }
      look(sorted[i]!);
    }
    yield { piece: letter, beside, above };
  }
}

interface Spaced {
  readonly piece: PixelBox;
  readonly beside: number;
  readonly above: number;
}

/** Returns by how many pixels two boxes overlap along an axis; what is negative is the gap between them. */
function overlap(a: PixelBox, b: PixelBox, min: "xMin" | "yMin", max: "xMax" | "yMax"): number {
  return Math.min(a[max], b[max]) - Math.max(a[min], b[min]);
}
