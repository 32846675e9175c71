import type { PixelBox } from "./grey-image.ts";

/**
 * A transform that takes the point (x, y) to (xx·x + xy·y + x0, yx·x + yy·y + y0). Points are corners of pixels: (0, 0)
 * is the top left.
 */
export interface Affine {
  readonly xx: number;
  readonly xy: number;
  readonly x0: number;
  readonly yx: number;
  readonly yy: number;
  readonly y0: number;
}

export const identity: Affine = { xx: 1, xy: 0, x0: 0, yx: 0, yy: 1, y0: 0 };

/** Returns the transform that applies `first` and then `second`. */
export function followedBy(first: Affine, second: Affine): Affine {
  return {
    xx: second.xx * first.xx + second.xy * first.yx,
    xy: second.xx * first.xy + second.xy * first.yy,
    x0: second.xx * first.x0 + second.xy * first.y0 + second.x0,
    yx: second.yx * first.xx + second.yy * first.yx,
    yy: second.yx * first.xy + second.yy * first.yy,
    y0: second.yx * first.x0 + second.yy * first.y0 + second.y0,
  };
}

/**
 * Returns the inverse transform.
 * @throws RangeError where the transform has no area.
 */
export function inverseOf(transform: Affine): Affine {
  const { xx, xy, x0, yx, yy, y0 } = transform;
  const determinant = xx * yy - xy * yx;
  if (determinant === 0) {
    throw new RangeError("The transform cannot be undone.");
  }
  return {
    xx: yy / determinant,
    xy: -xy / determinant,
    x0: (xy * y0 - yy * x0) / determinant,
    yx: -yx / determinant,
    yy: xx / determinant,
    y0: (yx * x0 - xx * y0) / determinant,
  };
}

/** Returns the upright box around the image of `box` under `transform`. */
export function mapBox(transform: Affine, box: PixelBox): PixelBox {
  const { xx, xy, x0, yx, yy, y0 } = transform;
  const xs = [xx * box.xMin, xx * box.xMax];
  const xOfY = [xy * box.yMin, xy * box.yMax];
  const ys = [yy * box.yMin, yy * box.yMax];
  const yOfX = [yx * box.xMin, yx * box.xMax];
  return {
    xMin: Math.min(...xs) + Math.min(...xOfY) + x0,
    yMin: Math.min(...ys) + Math.min(...yOfX) + y0,
    xMax: Math.max(...xs) + Math.max(...xOfY) + x0,
    yMax: Math.max(...ys) + Math.max(...yOfX) + y0,
  };
}
