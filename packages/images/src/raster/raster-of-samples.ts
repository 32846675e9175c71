import type { Bounds } from "@quire/cos";
import type { ColourSpace, DirectSpace, IndexedSpace } from "../colour/colour-space.ts";
import { ImageLoss } from "../image-loss.ts";
import { computedRgb } from "./computed-rgb.ts";
import { decodeTables, isDefault, isInverted } from "./decode-array.ts";
import type { Raster } from "./raster.ts";
import type { Samples } from "./samples.ts";
import { packed, unpacked } from "./unpack.ts";

/** The colour space of an image's samples and its Decode array, if there is one. */
export interface SampleMeaning {
  readonly space: ColourSpace;
  readonly decode: readonly number[] | undefined;
}

/**
 * Converts an image's samples to a raster: unchanged where PNG has such samples, otherwise eight bits for each of red,
 * green and blue.
 * @throws ImageLoss, CosError `too_complex`
 */
export function rasterOfSamples(samples: Samples, { space, decode }: SampleMeaning, bounds: Bounds): Raster {
  if (samples.components !== space.components) {
    throw new ImageLoss(`It has ${samples.components} components, and its colour space ${space.components}.`);
  }
  const fitting = decode && decode.length >= 2 * space.components ? decode : undefined;
  switch (space.kind) {
    case "indexed":
      return paletteRaster(samples, space, fitting);
    case "gray":
      return grayRaster(samples, space, fitting);
    case "rgb":
      return rgbRaster(samples, space, fitting, bounds);
    case "computed": {
      const { widthPx, heightPx } = samples;
      const data = computedRgb(samples, space, fitting ?? space.defaultDecode, bounds);
      return { widthPx, heightPx, kind: "rgb", bits: 8, data };
    }
  }
}

function grayRaster(samples: Samples, space: DirectSpace, decode: readonly number[] | undefined): Raster {
  const { widthPx, heightPx, bits } = samples;
  const data = decode && !isDefault(decode, space) ? decoded(samples, decode) : samples.data;
  return { widthPx, heightPx, kind: "gray", bits, data, profile: space.profile };
}

/** Makes a raster of red, green and blue; PNG has none of less than eight bits, so such samples are widened. */
function rgbRaster(
  samples: Samples,
  space: DirectSpace,
  decode: readonly number[] | undefined,
  bounds: Bounds,
): Raster {
  const { widthPx, heightPx, bits } = samples;
  const base = { widthPx, heightPx, kind: "rgb" as const, profile: space.profile };
  if (bits < 8) {
    return { ...base, bits: 8, data: computedRgb(samples, space, decode ?? space.defaultDecode, bounds) };
  }
  return { ...base, bits, data: decode && !isDefault(decode, space) ? decoded(samples, decode) : samples.data };
}

/** Applies a Decode array (8.9.5.2); the samples keep their number of bits. */
function decoded(samples: Samples, decode: readonly number[]): Uint8Array {
  const { data, bits } = samples;
  if (isInverted(decode)) {
    return data.map((byte) => byte ^ 0xff);
  }
  if (bits === 16) {
    return decoded16(samples, decode);
  }
  const tables = decodeTables(decode, bits);
  const shape = { samplesInRow: samples.widthPx * samples.components, rows: samples.heightPx, bits };
  const values = unpacked({ ...shape, data });
  const result = new Uint8Array(values.length);
  for (let index = 0; index < values.length; index++) {
    result[index] = tables[index % samples.components]?.[values[index] ?? 0] ?? 0;
  }
  return packed(result, shape);
}

function decoded16({ data, components }: Samples, decode: readonly number[]): Uint8Array {
  const result = new Uint8Array(data.length);
  for (let offset = 0; offset < data.length; offset += 2) {
    const component = (offset / 2) % components;
    const low = decode[2 * component] ?? 0;
    const high = decode[2 * component + 1] ?? 1;
    const value = ((data[offset] ?? 0) << 8) | (data[offset + 1] ?? 0);
    const mapped = Math.round(Math.min(1, Math.max(0, low + (value / 65_535) * (high - low))) * 65_535);
    result[offset] = mapped >> 8;
    result[offset + 1] = mapped & 0xff;
  }
  return result;
}

/**
 * Makes a raster with a palette, arranged as the Decode array asks; indices beyond the palette's end mean its last
 * colour.
 */
function paletteRaster(samples: Samples, space: IndexedSpace, decode: readonly number[] | undefined): Raster {
  const { widthPx, heightPx, bits, data } = samples;
  if (bits > 8) {
    throw new ImageLoss("It has 16 bits for indices of colours.");
  }
  const values = 2 ** bits;
  const [low, high] = [decode?.[0] ?? 0, decode?.[1] ?? values - 1];
  const last = space.palette.length / 3 - 1;
  const palette = new Uint8Array(3 * values);
  for (let value = 0; value < values; value++) {
    const index = Math.round(low + (value / (values - 1)) * (high - low));
    const entry = Math.min(last, Math.max(0, index));
    palette.set(space.palette.subarray(3 * entry, 3 * entry + 3), 3 * value);
  }
  const used = bits === 8 ? 3 * (highestOf(data) + 1) : palette.length;
  return {
    widthPx,
    heightPx,
    kind: "palette",
    bits,
    data,
    palette: palette.subarray(0, Math.max(used, decode ? 0 : Math.min(palette.length, space.palette.length))),
    profile: space.profile,
  };
}

const highestOf = (data: Uint8Array): number => data.reduce((highest, value) => Math.max(highest, value), 0);
