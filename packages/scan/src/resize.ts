import type { Affine } from "./affine.ts";
import type { GreyImage } from "./grey-image.ts";
import type { Transformed } from "./rotate.ts";

/**
 * Resizes a picture: with the mean of the area that each pixel covers where it shrinks, with cubic convolution where it
 * grows (Keys, Cubic Convolution Interpolation for Digital Image Processing, 1981, a = -1/2). It handles one axis after
 * the other, in fixed point.
 */
export function resize(image: GreyImage, size: { readonly widthPx: number; readonly heightPx: number }): Transformed {
  return {
    image: withRows(withColumns(image, size.widthPx), size.heightPx),
    transform: transformTo(image, size),
  };
}

/**
 * Makes a smaller picture for measurements, in a third of the time of `scale`: rows are combined first, so that the
 * other axis has less to do. Some pixels are a level off, because each axis is rounded.
 */
export function thumbnail(image: GreyImage, factor: number): Transformed {
  const size = sizeBy(image, Math.min(1, factor));
  return {
    image: withColumns(withRows(image, size.heightPx), size.widthPx),
    transform: transformTo(image, size),
  };
}

type Size = Omit<GreyImage, "pixels">;

const sizeBy = ({ widthPx, heightPx }: Size, factor: number): Size => ({
  widthPx: Math.max(1, Math.round(widthPx * factor)),
  heightPx: Math.max(1, Math.round(heightPx * factor)),
});

const transformTo = (from: Size, to: Size): Affine => ({
  xx: to.widthPx / from.widthPx,
  xy: 0,
  x0: 0,
  yx: 0,
  yy: to.heightPx / from.heightPx,
  y0: 0,
});

function withColumns(image: GreyImage, widthPx: number): GreyImage {
  if (widthPx === image.widthPx) {
    return image;
  }
  const { heightPx } = image;
  const columns = tapsOf(image.widthPx, widthPx);
  const pixels = new Uint8Array(widthPx * heightPx);
  for (let y = 0; y < heightPx; y++) {
    resampleRow(image.pixels.subarray(y * image.widthPx, (y + 1) * image.widthPx), columns, pixels, y * widthPx);
  }
  return { widthPx, heightPx, pixels };
}

function withRows(image: GreyImage, heightPx: number): GreyImage {
  if (heightPx === image.heightPx) {
    return image;
  }
  const { widthPx } = image;
  const rows = tapsOf(image.heightPx, heightPx);
  const pixels = new Uint8Array(widthPx * heightPx);
  const sums = new Int32Array(widthPx);
  for (let y = 0; y < heightPx; y++) {
    sums.fill(half);
    for (let tap = 0; tap < rows.count; tap++) {
      const weight = rows.weights[y * rows.count + tap]!;
      if (weight !== 0) {
        addRow(image.pixels, rows.sources[y * rows.count + tap]! * widthPx, weight, sums);
      }
    }
    storeRow(sums, pixels, y * widthPx);
  }
  return { widthPx, heightPx, pixels };
}

/** Scales a picture by `factor`, to at least one pixel each way. */
export function scale(image: GreyImage, factor: number): Transformed {
  return resize(image, sizeBy(image, factor));
}

/** The weights of a resampled line, in 1/16384; each pixel has `count` of them. */
interface Taps {
  readonly count: number;
  readonly sources: Int32Array;
  readonly weights: Int32Array;
}

const one = 1 << 14;
const half = one >> 1;

function tapsOf(from: number, to: number): Taps {
  const step = from / to;
  const count = step > 1 ? Math.ceil(step) + 1 : 4;
  const sources = new Int32Array(to * count);
  const weights = new Int32Array(to * count);
  for (let i = 0; i < to; i++) {
    const first = step > 1 ? Math.floor(i * step) : Math.floor((i + 0.5) * step - 0.5) - 1;
    let rest = one;
    let heaviest = i * count;
    for (let tap = 0; tap < count; tap++) {
      const source = first + tap;
      const share =
        step > 1
          ? Math.max(0, Math.min(source + 1, (i + 1) * step) - Math.max(source, i * step)) / step
          : keys((i + 0.5) * step - 0.5 - source);
      const at = i * count + tap;
      sources[at] = Math.min(from - 1, Math.max(0, source));
      const weight = Math.round(share * one);
      weights[at] = weight;
      rest -= weight;
      if (weight > weights[heaviest]!) {
        heaviest = at;
      }
    }
    // Rounding must not make a white page grey.
    weights[heaviest]! += rest;
  }
  return { count, sources, weights };
}

function keys(distance: number): number {
  const x = Math.abs(distance);
  if (x >= 2) {
    return 0;
  }
  return x <= 1 ? 1.5 * x ** 3 - 2.5 * x ** 2 + 1 : -0.5 * x ** 3 + 2.5 * x ** 2 - 4 * x + 2;
}

function resampleRow(row: Uint8Array, taps: Taps, to: Uint8Array, start: number): void {
  const { count, sources, weights } = taps;
  for (let at = 0, out = start; at < sources.length; out++) {
    let sum = half;
    for (const end = at + count; at < end; at++) {
      sum += row[sources[at]!]! * weights[at]!;
    }
    const value = sum >> 14;
    to[out] = value < 0 ? 0 : value > 255 ? 255 : value;
  }
}

function addRow(from: Uint8Array, start: number, weight: number, sums: Int32Array): void {
  for (let x = 0, at = start; x < sums.length; x++, at++) {
    sums[x]! += from[at]! * weight;
  }
}

function storeRow(sums: Int32Array, to: Uint8Array, start: number): void {
  for (let x = 0, at = start; x < sums.length; x++, at++) {
    const value = sums[x]! >> 14;
    to[at] = value < 0 ? 0 : value > 255 ? 255 : value;
  }
}
