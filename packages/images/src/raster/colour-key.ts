import { type CosArray, resolve } from "@quire/cos";
import type { Alpha } from "./alpha.ts";
import type { Samples } from "./samples.ts";
import { unpacked } from "./unpack.ts";

/**
 * Applies a colour key mask (ISO 32000-2, 8.9.6.4): pixels whose samples, before any Decode array, are all within the
 * ranges become transparent. Returns undefined when there are no such ranges.
 */
export function colourKeyAlpha(samples: Samples, ranges: CosArray | undefined): Alpha | undefined {
  const { widthPx, heightPx, components, bits, data } = samples;
  const limits = ranges?.slice(0, 2 * components).map((element) => limit(resolve(element), bits));
  if (!limits || limits.length < 2 * components) {
    return undefined;
  }
  const values = unpacked({ data, samplesInRow: widthPx * components, rows: heightPx, bits });
  const alpha = new Uint8Array(widthPx * heightPx);
  for (let pixel = 0; pixel < alpha.length; pixel++) {
    for (let index = 0; index < components; index++) {
      const value = values[pixel * components + index] ?? 0;
      if (value < (limits[2 * index] ?? 0) || value > (limits[2 * index + 1] ?? 0)) {
        alpha[pixel] = 255;
        break;
      }
    }
  }
  return { widthPx, heightPx, data: alpha };
}

/**
 * Returns a limit of the range to compare samples with; of 16 bits, the upper eight are compared. A value that is no
 * number becomes NaN, which puts no sample out of the range.
 */
function limit(value: unknown, bits: number): number {
  if (typeof value !== "number") {
    return Number.NaN;
  }
  return bits === 16 ? Math.trunc(value) >> 8 : value;
}
