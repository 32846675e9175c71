import type { GreyImage } from "./grey-image.ts";

/** A picture of samples of 8 bits, interleaved: grey, grey and alpha, RGB, or RGB and alpha (not premultiplied). */
export interface InterleavedImage {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly channels: 1 | 2 | 3 | 4;
  readonly pixels: Uint8Array;
}

/**
 * Converts a picture to grey on white paper, with luma by ITU-R BT.601-7, 2.5.1 (0.299 R + 0.587 G + 0.114 B), which
 * separates coloured text from paper as a scanner's grey does.
 * @throws RangeError where there are fewer samples than the size needs.
 */
export function greyOf(image: InterleavedImage): GreyImage {
  const { widthPx, heightPx, channels, pixels: samples } = image;
  const count = widthPx * heightPx;
  if (samples.length < count * channels) {
    throw new RangeError(`${samples.length} samples for ${widthPx} x ${heightPx} pixels of ${channels} channels.`);
  }
  if (channels === 1) {
    return { widthPx, heightPx, pixels: samples.subarray(0, count) };
  }
  const colours = channels > 2;
  const alphaAt = channels === 2 ? 1 : channels === 4 ? 3 : -1;
  const pixels = new Uint8Array(count);
  for (let i = 0, at = 0; i < count; i++, at += channels) {
    let grey = samples[at]!;
    if (colours) {
      grey = (77 * grey + 150 * samples[at + 1]! + 29 * samples[at + 2]! + 128) >> 8;
    }
    if (alphaAt > 0) {
      const alpha = samples[at + alphaAt]!;
      grey = ((grey * alpha + 255 * (255 - alpha) + 127) / 255) | 0;
    }
    pixels[i] = grey;
  }
  return { widthPx, heightPx, pixels };
}
