import { type Dict, resolve } from "@quire/cos";
import { byteOf } from "../colour/colour-space.ts";
import type { Alpha } from "../raster/alpha.ts";
import { pixelsOf } from "../raster/pixels.ts";
import type { Raster } from "../raster/raster.ts";

/** What says of an image how much of it is there: as a picture of its own, and as alpha. */
export interface Mask {
  /** `gray`, white where the image is. */
  readonly raster: Raster;
  readonly alpha: Alpha;
}

/** @param raster `gray` */
export function maskOf(raster: Raster, matte: readonly number[] | undefined): Mask {
  const { widthPx, heightPx, data } = pixelsOf(raster);
  return { raster, alpha: { widthPx, heightPx, data, matte } };
}

const MAX_COMPONENTS = 4;

/** The colour that a soft mask (ISO 32000-2, 11.6.5.2) says was mixed in, as bytes. */
export function matteOf(softMask: Dict): number[] | undefined {
  const matte = softMask.array("Matte");
  return matte && matte.length <= MAX_COMPONENTS
    ? matte.map((element) => {
        const value = resolve(element);
        return typeof value === "number" ? byteOf(value) : 0;
      })
    : undefined;
}
