import { type GreyImage, turn } from "@quire/scan";

/* The turns and mirrors that the orientation of an image (Exif 2.32, 4.6.4) asks for. */

interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Returns the size of a picture as its orientation shows it, given the size as stored. */
export const orientedSize = ({ widthPx, heightPx }: Size, orientation: number): Size =>
  orientation >= 5 ? { widthPx: heightPx, heightPx: widthPx } : { widthPx, heightPx };

/** Turns and mirrors an image by its EXIF orientation (EXIF 2.32, 4.6.4, tag 0112): 2, 4, 5 and 7 are mirrored. */
export function oriented(image: GreyImage, orientation: number): GreyImage {
  const upright = MIRRORED.has(orientation) ? mirrored(image) : image;
  const degrees = TURNS[orientation];
  return degrees === undefined ? upright : turn(upright, degrees).image;
}

const MIRRORED: ReadonlySet<number> = new Set([2, 4, 5, 7]);
/** The clockwise turn by orientation, applied after mirroring where the image is mirrored. */
const TURNS: Readonly<Record<number, 90 | 180 | 270>> = { 3: 180, 4: 180, 5: 270, 6: 90, 7: 90, 8: 270 };

function mirrored({ widthPx, heightPx, pixels }: GreyImage): GreyImage {
  const flopped = Uint8Array.from(pixels);
  for (let row = 0; row < heightPx; row += 1) {
    flopped.subarray(row * widthPx, (row + 1) * widthPx).reverse();
  }
  return { widthPx, heightPx, pixels: flopped };
}
