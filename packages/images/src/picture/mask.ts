import { type Dict, resolve } from "@quire/cos";
import { byteOf } from "../colour/colour-space.ts";
import type { Alpha } from "../raster/alpha.ts";
import { pixelsOf } from "../raster/pixels.ts";
import type { Raster } from "../raster/raster.ts";

/** The mask of an image, both as a separate picture and as alpha. */
export interface Mask {
  /** A `gray` raster, white where the image is opaque. */
  readonly raster: Raster;
  readonly alpha: Alpha;
}

/**
 * Makes a mask of a raster.
 * @param raster of the kind `gray`
 */
export function maskOf(raster: Raster, matte: readonly number[] | undefined): Mask {
  const { widthPx, heightPx, data } = pixelsOf(raster);
  return { raster, alpha: { widthPx, heightPx, data, matte } };
}

const MAX_COMPONENTS = 4;

/** Returns the matte colour of a soft mask (ISO 32000-2, 11.6.5.2), as bytes; undefined when it has none. */
export function matteOf(softMask: Dict): number[] | undefined {
  const matte = softMask.array("Matte");
  return matte && matte.length <= MAX_COMPONENTS
    ? matte.map((element) => {
        const value = resolve(element);
        return typeof value === "number" ? byteOf(value) : 0;
      })
    : undefined;
}
