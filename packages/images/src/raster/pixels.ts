import { channelsOf, type Raster } from "./raster.ts";
import { unpacked } from "./unpack.ts";

/** One byte for each channel of each pixel, in rows from the top without gaps. */
export interface Pixels {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly channels: 1 | 2 | 3 | 4;
  readonly data: Uint8Array;
}

/** Converts a raster to bytes: gray, or red, green and blue, followed by alpha if there is any. */
export function pixelsOf(raster: Raster): Pixels {
  const { widthPx, heightPx, bits, kind, data, palette } = raster;
  const channels = channelsOf(raster);
  const values = unpacked({ data, samplesInRow: widthPx * channels, rows: heightPx, bits });
  if (kind === "palette") {
    return { widthPx, heightPx, channels: 3, data: coloursOf(values, palette ?? new Uint8Array()) };
  }
  const factor = bits < 8 ? 255 / (2 ** bits - 1) : 1;
  return { widthPx, heightPx, channels, data: factor === 1 ? values : values.map((value) => value * factor) };
}

function coloursOf(indices: Uint8Array, palette: Uint8Array): Uint8Array {
  const rgb = new Uint8Array(3 * indices.length);
  for (let index = 0; index < indices.length; index++) {
    const entry = 3 * (indices[index] ?? 0);
    rgb[3 * index] = palette[entry] ?? 0;
    rgb[3 * index + 1] = palette[entry + 1] ?? 0;
    rgb[3 * index + 2] = palette[entry + 2] ?? 0;
  }
  return rgb;
}
