import type { GreyImage, PixelBox } from "./grey-image.ts";
import type { Transformed } from "./rotate.ts";

/**
 * Returns the part of a picture that lies in `box`, whose sides are rounded outwards to whole pixels; at least one
 * pixel.
 */
export function crop(image: GreyImage, box: PixelBox): Transformed {
  const xMin = Math.min(image.widthPx - 1, Math.max(0, Math.floor(box.xMin)));
  const yMin = Math.min(image.heightPx - 1, Math.max(0, Math.floor(box.yMin)));
  const xMax = Math.max(xMin + 1, Math.min(image.widthPx, Math.ceil(box.xMax)));
  const yMax = Math.max(yMin + 1, Math.min(image.heightPx, Math.ceil(box.yMax)));
  const [widthPx, heightPx] = [xMax - xMin, yMax - yMin];
  const pixels = new Uint8Array(widthPx * heightPx);
  for (let y = 0; y < heightPx; y++) {
    const start = (yMin + y) * image.widthPx + xMin;
    pixels.set(image.pixels.subarray(start, start + widthPx), y * widthPx);
  }
  return {
    image: { widthPx, heightPx, pixels },
    transform: { xx: 1, xy: 0, x0: -xMin, yx: 0, yy: 1, y0: -yMin },
  };
}
