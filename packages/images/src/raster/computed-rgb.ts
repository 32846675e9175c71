import type { Bounds } from "@quire/cos";
import type { DirectSpace } from "../colour/colour-space.ts";
import type { Samples } from "./samples.ts";
import { unpacked } from "./unpack.ts";

/** The number of colours that are cached, as computing one may take a thousand times as long as looking it up. */
const MAX_COLOURS = 2 ** 16;
/** The largest key of the cache: six components of eight bits, which a number holds exactly. */
const MAX_KEY_BITS = 48;

/**
 * Returns three bytes, red, green and blue, for each pixel, computed by the colour space. Of samples with 16 bits, the
 * upper eight count.
 */
export function computedRgb(
  samples: Samples,
  space: DirectSpace,
  decode: readonly number[],
  bounds: Bounds,
): Uint8Array {
  const { widthPx, heightPx, components, data, bits } = samples;
  const values = unpacked({ data, samplesInRow: widthPx * components, rows: heightPx, bits });
  const pixels = widthPx * heightPx;
  const highest = 2 ** Math.min(bits, 8) - 1;
  const rgb = new Uint8Array(3 * pixels);
  const colours = new Map<number, number>();
  const isKept = components * 8 <= MAX_KEY_BITS;
  const inputs = new Float64Array(components);
  for (let pixel = 0; pixel < pixels; pixel++) {
    const start = pixel * components;
    let key = 0;
    for (let index = 0; index < components; index++) {
      key = key * 256 + (values[start + index] ?? 0);
    }
    const known = isKept ? colours.get(key) : undefined;
    if (known !== undefined) {
      rgb[3 * pixel] = known >> 16;
      rgb[3 * pixel + 1] = known >> 8;
      rgb[3 * pixel + 2] = known;
      continue;
    }
    bounds.step();
    for (let index = 0; index < components; index++) {
      const low = decode[2 * index] ?? 0;
      const high = decode[2 * index + 1] ?? 1;
      inputs[index] = low + ((values[start + index] ?? 0) / highest) * (high - low);
    }
    space.toRgb(inputs, rgb, 3 * pixel);
    if (isKept && colours.size < MAX_COLOURS) {
      colours.set(key, ((rgb[3 * pixel] ?? 0) << 16) | ((rgb[3 * pixel + 1] ?? 0) << 8) | (rgb[3 * pixel + 2] ?? 0));
    }
  }
  return rgb;
}
