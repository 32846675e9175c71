import { type Affine, followedBy } from "./affine.ts";
import type { GreyImage } from "./grey-image.ts";

/** A picture, and the transform from the points of the picture that it was made of to its points. */
export interface Transformed {
  readonly image: GreyImage;
  readonly transform: Affine;
}

/** Turns a picture clockwise by quarters; no pixel is changed. */
export function turn(image: GreyImage, degrees: 90 | 180 | 270): Transformed {
  const { widthPx, heightPx, pixels: from } = image;
  const pixels = new Uint8Array(widthPx * heightPx);
  if (degrees === 180) {
    for (let at = 0, last = pixels.length - 1; last >= 0; at++, last--) {
      pixels[at] = from[last]!;
    }
    return {
      image: { widthPx, heightPx, pixels },
      transform: { xx: -1, xy: 0, x0: widthPx, yx: 0, yy: -1, y0: heightPx },
    };
  }
  // `start` is the place of the source's first pixel; `right` and `below` are the distances of its neighbours on the
  // right and below.
  const [start, right, below] =
    degrees === 90 ? [heightPx - 1, heightPx, -1] : [(widthPx - 1) * heightPx, -heightPx, 1];
  // Tiles keep both the rows that are read and the columns that are written in the cache.
  const tile = 32;
  for (let top = 0; top < heightPx; top += tile) {
    for (let left = 0; left < widthPx; left += tile) {
      const bottom = Math.min(heightPx, top + tile);
      const end = Math.min(widthPx, left + tile);
      for (let y = top; y < bottom; y++) {
        for (let x = left, to = start + y * below + left * right; x < end; x++, to += right) {
          pixels[to] = from[y * widthPx + x]!;
        }
      }
    }
  }
  return {
    image: { widthPx: heightPx, heightPx: widthPx, pixels },
    transform:
      degrees === 90
        ? { xx: 0, xy: -1, x0: heightPx, yx: 1, yy: 0, y0: 0 }
        : { xx: 0, xy: 1, x0: 0, yx: -1, yy: 0, y0: widthPx },
  };
}

/**
 * Turns a picture clockwise by any angle about its centre, onto paper that holds all of it, by bilinear interpolation
 * (Gonzalez and Woods, Digital Image Processing, 2.4.4), in fixed point.
 */
export function rotate(image: GreyImage, degrees: number, paper = 255): Transformed {
  const radians = (degrees * Math.PI) / 180;
  const cos = Math.cos(radians);
  const sin = Math.sin(radians);
  const widthPx = Math.ceil(image.widthPx * Math.abs(cos) + image.heightPx * Math.abs(sin) - 1e-6);
  const heightPx = Math.ceil(image.widthPx * Math.abs(sin) + image.heightPx * Math.abs(cos) - 1e-6);
  const turned: Affine = { xx: cos, xy: -sin, x0: 0, yx: sin, yy: cos, y0: 0 };
  const fromCentre: Affine = { xx: 1, xy: 0, x0: -image.widthPx / 2, yx: 0, yy: 1, y0: -image.heightPx / 2 };
  const toCentre: Affine = { xx: 1, xy: 0, x0: widthPx / 2, yx: 0, yy: 1, y0: heightPx / 2 };
  const pixels = new Uint8Array(widthPx * heightPx).fill(paper);
  sample(image, { widthPx, heightPx, pixels }, { cos, sin });
  return {
    image: { widthPx, heightPx, pixels },
    transform: followedBy(followedBy(fromCentre, turned), toCentre),
  };
}

/** Fills in the part of `to` that lies on `from`; positions are of pixel centres, in 1/65536 of a pixel. */
function sample(from: GreyImage, to: GreyImage, { cos, sin }: { readonly cos: number; readonly sin: number }): void {
  const { widthPx, heightPx, pixels } = from;
  const stepX = Math.round(cos * 65_536);
  const stepY = Math.round(-sin * 65_536);
  for (let row = 0; row < to.heightPx; row++) {
    const offsetY = row + 0.5 - to.heightPx / 2;
    const offsetX = 0.5 - to.widthPx / 2;
    const startX = cos * offsetX + sin * offsetY + widthPx / 2 - 0.5;
    const startY = -sin * offsetX + cos * offsetY + heightPx / 2 - 0.5;
    const [first, last] = overlap(
      [startX, stepX / 65_536, widthPx - 1],
      [startY, stepY / 65_536, heightPx - 1],
      to.widthPx,
    );
    let x = Math.round((startX + (first * stepX) / 65_536) * 65_536);
    let y = Math.round((startY + (first * stepY) / 65_536) * 65_536);
    for (let at = row * to.widthPx + first, end = row * to.widthPx + last; at < end; at++) {
      const source = (y >> 16) * widthPx + (x >> 16);
      const right = (x >> 8) & 255;
      const below = (y >> 8) & 255;
      const upper = pixels[source]! * (256 - right) + pixels[source + 1]! * right;
      const lower = pixels[source + widthPx]! * (256 - right) + pixels[source + widthPx + 1]! * right;
      to.pixels[at] = (upper * (256 - below) + lower * below + 32_768) >> 16;
      x += stepX;
      y += stepY;
    }
  }
}

type Way = readonly [start: number, step: number, limit: number];

/** Returns the steps of a row, the last one excluded, whose four neighbours all lie in the picture. */
function overlap(x: Way, y: Way, count: number): readonly [number, number] {
  let first = 0;
  let last = count;
  for (const [start, step, limit] of [x, y]) {
    // A margin of a thousandth of a pixel keeps rounding to fixed point from going beyond the limits.
    const low = 0.001;
    const high = limit - 0.001;
    if (Math.abs(step) < 1e-9) {
      if (start < low || start >= high) {
        return [0, 0];
      }
      continue;
    }
    const a = (low - start) / step;
    const b = (high - start) / step;
    first = Math.max(first, Math.ceil(Math.min(a, b)));
    last = Math.min(last, Math.floor(Math.max(a, b)) + 1);
  }
  return last > first ? [first, last] : [0, 0];
}
