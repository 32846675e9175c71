import { type Pixels, pixelsOf } from "./pixels.ts";
import type { Raster } from "./raster.ts";

/** The opacity of each pixel, from 0 to 255, in rows from the top. */
export interface Alpha {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly data: Uint8Array;
  /** The matte colour mixed into the image beforehand (ISO 32000-2, 11.6.5.2), a byte for each component. */
  readonly matte?: readonly number[] | undefined;
}

/**
 * Returns the raster with an alpha channel, in eight bits. When the sizes differ, the smaller of the two is enlarged to
 * the other by repeating pixels.
 */
export function withAlpha(raster: Raster, alpha: Alpha): Raster {
  const colours = pixelsOf(raster);
  const mask: Pixels = { ...alpha, channels: 1 };
  const { widthPx, heightPx } = pixelCount(mask) > pixelCount(colours) ? mask : colours;
  const below = scaled(colours, widthPx, heightPx);
  const above = scaled(mask, widthPx, heightPx);
  const isSameSize = below === colours && above === mask;
  const free = isSameSize && alpha.matte?.length === colours.channels ? unmatted(below, above, alpha.matte) : below;
  return {
    widthPx,
    heightPx,
    kind: colours.channels === 1 ? "gray-alpha" : "rgb-alpha",
    bits: 8,
    data: interleaved(free, above),
    profile: raster.profile,
  };
}

const pixelCount = ({ widthPx, heightPx }: Pixels): number => widthPx * heightPx;

function scaled(pixels: Pixels, widthPx: number, heightPx: number): Pixels {
  const { channels, data } = pixels;
  if (pixels.widthPx === widthPx && pixels.heightPx === heightPx) {
    return pixels;
  }
  const result = new Uint8Array(widthPx * heightPx * channels);
  const sources = Int32Array.from({ length: widthPx }, (_, x) => Math.floor(((x + 0.5) * pixels.widthPx) / widthPx));
  let position = 0;
  for (let y = 0; y < heightPx; y++) {
    const row = Math.floor(((y + 0.5) * pixels.heightPx) / heightPx) * pixels.widthPx;
    for (let x = 0; x < widthPx; x++) {
      const source = (row + (sources[x] ?? 0)) * channels;
      for (let channel = 0; channel < channels; channel++) {
        result[position++] = data[source + channel] ?? 0;
      }
    }
  }
  return { widthPx, heightPx, channels, data: result };
}

/** Removes the matte colour from the pixels (11.6.5.2): c = m + (c' - m) / alpha. */
function unmatted(pixels: Pixels, alpha: Pixels, matte: readonly number[]): Pixels {
  const { channels } = pixels;
  const data = new Uint8ClampedArray(pixels.data.length);
  for (let index = 0; index < data.length; index++) {
    const opacity = (alpha.data[Math.floor(index / channels)] ?? 0) / 255;
    const base = matte[index % channels] ?? 0;
    data[index] = opacity === 0 ? base : base + ((pixels.data[index] ?? 0) - base) / opacity;
  }
  return { ...pixels, data: new Uint8Array(data.buffer) };
}

function interleaved({ channels, data }: Pixels, alpha: Pixels): Uint8Array {
  const result = new Uint8Array((channels + 1) * alpha.data.length);
  let position = 0;
  let source = 0;
  for (let pixel = 0; pixel < alpha.data.length; pixel++) {
    for (let channel = 0; channel < channels; channel++) {
      result[position++] = data[source++] ?? 0;
    }
    result[position++] = alpha.data[pixel] ?? 0;
  }
  return result;
}
