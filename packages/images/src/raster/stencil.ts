import type { Raster } from "./raster.ts";
import type { Samples } from "./samples.ts";

/**
 * Returns a stencil mask (ISO 32000-2, 8.9.6.2) as a raster of one bit, white where it paints, as other programs
 * extract it.
 */
export function stencilRaster(
  { widthPx, heightPx, bits, data }: Samples,
  decode: readonly number[] | undefined,
): Raster {
  const paintsOnes = decode?.[0] === 1;
  return { widthPx, heightPx, kind: "gray", bits, data: paintsOnes ? data : data.map((byte) => byte ^ 0xff) };
}
