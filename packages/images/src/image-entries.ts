import type { CosValue, Dict } from "@quire/cos";
import { numbersAt } from "./colour/numbers.ts";
import { ImageLoss } from "./image-loss.ts";

/** The entries of an image dictionary (ISO 32000-2, table 87) that say how its samples are to be read. */
export interface ImageEntries {
  readonly widthPx: number;
  readonly heightPx: number;
  /**
   * The value in the dictionary; 1 for a stencil mask. Undefined when the dictionary has none: the data of image
   * filters state it themselves.
   */
  readonly bitsPerComponent: number | undefined;
  readonly isStencil: boolean;
  readonly colourSpace: CosValue | undefined;
  /** The Decode array; undefined when there is none, or one that is no array of numbers. */
  readonly decode: readonly number[] | undefined;
}

/** Returns the width and height; a value that is no number of pixels is 0. */
export function sizeOf(dict: Dict): { readonly widthPx: number; readonly heightPx: number } {
  return { widthPx: pixels(dict, "Width"), heightPx: pixels(dict, "Height") };
}

/**
 * Reads the entries of an image dictionary.
 * @throws ImageLoss when the image is empty, or has more than `maxPixels` pixels
 */
export function entriesOf(dict: Dict, maxPixels: number): ImageEntries {
  const { widthPx, heightPx } = sizeOf(dict);
  if (widthPx === 0 || heightPx === 0) {
    throw new ImageLoss(`It has ${widthPx} x ${heightPx} pixels.`);
  }
  if (widthPx * heightPx > maxPixels) {
    throw new ImageLoss(`It has ${widthPx} x ${heightPx} pixels, more than the ${maxPixels} that are allowed.`);
  }
  const isStencil = dict.boolean("ImageMask") === true;
  return {
    widthPx,
    heightPx,
    bitsPerComponent: isStencil ? 1 : dict.integer("BitsPerComponent"),
    isStencil,
    colourSpace: dict.raw("ColorSpace"),
    decode: numbersOf(dict),
  };
}

function pixels(dict: Dict, key: string): number {
  const value = Math.trunc(dict.number(key) ?? 0);
  return value > 0 && value <= 0x7f_ff_ff_ff ? value : 0;
}

/** The longest Decode array, which suffices for 32 components, the most that a colour space may have. */
const MAX_DECODE = 64;

function numbersOf(dict: Dict): number[] | undefined {
  const array = dict.array("Decode");
  return array && array.length > 0 && array.length <= MAX_DECODE ? numbersAt(array, array.length) : undefined;
}
