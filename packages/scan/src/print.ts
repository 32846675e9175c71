import { histogramOf, otsu } from "./background.ts";
import { componentsOf } from "./components.ts";
import type { GreyImage, PixelBox } from "./grey-image.ts";
import { thumbnail } from "./resize.ts";

/** The letters of a page, or words whose letters touch, in a picture of it that is `factor` times as large. */
export interface Print {
  readonly pieces: readonly PixelBox[];
  readonly factor: number;
  /** The size of letters, in pixels of that picture. */
  readonly usualPx: number;
}

/** The long edge, in pixels, at which letters of a page are still apart from each other. */
const LONG_EDGE_PX = 1300;
/** The length of a piece of print, as a share of the long edge, beyond which it is a rule, a picture or the page's edge. */
const MOST_LENGTH = 1 / 12;
const LEAST_LENGTH_PX = 4;

/** Finds the letters of a page, which should be dark on even paper; dots, rules, pictures and the page's edges are left out. */
export function printOf(image: GreyImage): Print {
  const known = prints.get(image.pixels);
  if (known !== undefined) {
    return known;
  }
  const print = foundPrint(image);
  prints.set(image.pixels, print);
  return print;
}

// The same page is measured for its direction and for its slopes.
const prints = new WeakMap<Uint8Array, Print>();

function foundPrint(image: GreyImage): Print {
  const factor = Math.min(1, LONG_EDGE_PX / Math.max(image.widthPx, image.heightPx));
  const small = factor < 1 ? thumbnail(image, factor).image : image;
  const pieces = piecesOf(small);
  const usualPx = usualSizeOf(pieces);
  return { pieces: pieces.filter((piece) => lengthOf(piece) > 0.6 * usualPx), factor, usualPx };
}

/** Returns the boxes of the pieces of print, which are no dots and no rules. */
function piecesOf(image: GreyImage): readonly PixelBox[] {
  const most = MOST_LENGTH * Math.max(image.widthPx, image.heightPx);
  const pieces = componentsOf(image, otsu(histogramOf(image)));
  return pieces.filter((piece) => lengthOf(piece) >= LEAST_LENGTH_PX && lengthOf(piece) <= most);
}

export const lengthOf = ({ xMin, yMin, xMax, yMax }: PixelBox): number => Math.max(xMax - xMin, yMax - yMin);
export const breadthOf = ({ xMin, yMin, xMax, yMax }: PixelBox): number => Math.min(xMax - xMin, yMax - yMin);

/**
 * Returns the size of letters: the median of the shorter sides, by which words are as large as their letters, weighted
 * by the longer ones, by which specks, however many, weigh little.
 */
function usualSizeOf(pieces: readonly PixelBox[]): number {
  const half = pieces.reduce((sum, piece) => sum + lengthOf(piece), 0) / 2;
  let sum = 0;
  for (const piece of pieces.toSorted((a, b) => breadthOf(a) - breadthOf(b))) {
    sum += lengthOf(piece);
    if (sum >= half) {
      return breadthOf(piece);
    }
  }
  return 0;
}
