import type { GreyImage } from "./grey-image.ts";

/**
 * Weights each row and each column of a picture by `weights`: the middle one, then those of the neighbours at a
 * distance of 1, 2 and so on, on both sides. At the edges the last pixel is repeated. The weights of one row should sum
 * up to 1; values outside 0 to 255 are cut off at the end of each axis.
 */
export function convolve(image: GreyImage, weights: readonly number[]): GreyImage {
  const { widthPx, heightPx } = image;
  const fixed = Int32Array.from(weights, (weight) => Math.round(weight * 16_384));
  fixed[0]! += 16_384 - fixed.reduce((sum, weight, at) => sum + (at === 0 ? weight : 2 * weight), 0);
  const radius = fixed.length - 1;
  const wide = new Uint8Array(widthPx * heightPx);
  const padded = new Int32Array(widthPx + 2 * radius);
  const sums = new Int32Array(widthPx);
  for (let y = 0; y < heightPx; y++) {
    const start = y * widthPx;
    padded.fill(image.pixels[start]!, 0, radius);
    padded.set(image.pixels.subarray(start, start + widthPx), radius);
    padded.fill(image.pixels[start + widthPx - 1]!, radius + widthPx);
    weigh(padded, radius, fixed[0]!, sums);
    for (let distance = 1; distance <= radius; distance++) {
      addBoth(padded, [radius - distance, radius + distance], fixed[distance]!, sums);
    }
    store(sums, wide, start);
  }
  const pixels = new Uint8Array(widthPx * heightPx);
  for (let y = 0; y < heightPx; y++) {
    weigh(wide, y * widthPx, fixed[0]!, sums);
    for (let distance = 1; distance <= radius; distance++) {
      const above = Math.max(0, y - distance) * widthPx;
      const below = Math.min(heightPx - 1, y + distance) * widthPx;
      addBoth(wide, [above, below], fixed[distance]!, sums);
    }
    store(sums, pixels, y * widthPx);
  }
  return { widthPx, heightPx, pixels };
}

/** Smooths a picture by a Gaussian of `sigmaPx`, cut off at three sigma. */
export function gauss(image: GreyImage, sigmaPx: number): GreyImage {
  const weights = Array.from({ length: Math.ceil(3 * sigmaPx) + 1 }, (_, x) => Math.exp((-x * x) / (2 * sigmaPx ** 2)));
  const sum = weights.reduce((total, weight, at) => total + (at === 0 ? weight : 2 * weight), 0);
  return convolve(
    image,
    weights.map((weight) => weight / sum),
  );
}

/** Returns the mean of (2·radius + 1)² pixels around each, by running sums; the cost does not depend on the radius. */
export function box(image: GreyImage, radius: number): GreyImage {
  const { widthPx, heightPx, pixels: from } = image;
  const wide = new Uint8Array(widthPx * heightPx);
  const pixels = new Uint8Array(widthPx * heightPx);
  for (let y = 0; y < heightPx; y++) {
    runningMeans(from, wide, { start: y * widthPx, step: 1, count: widthPx, radius });
  }
  for (let x = 0; x < widthPx; x++) {
    runningMeans(wide, pixels, { start: x, step: widthPx, count: heightPx, radius });
  }
  return { widthPx, heightPx, pixels };
}

interface Run {
  readonly start: number;
  readonly step: number;
  readonly count: number;
  readonly radius: number;
}

function runningMeans(from: Uint8Array, to: Uint8Array, { start, step, count, radius }: Run): void {
  const length = 2 * radius + 1;
  const last = start + (count - 1) * step;
  let sum = from[start]! * (radius + 1);
  for (let i = 1; i <= radius; i++) {
    sum += from[Math.min(last, start + i * step)]!;
  }
  for (let i = 0, at = start; i < count; i++, at += step) {
    to[at] = (sum / length + 0.5) | 0;
    const enters = at + (radius + 1) * step;
    const leaves = at - radius * step;
    sum += from[enters < last ? enters : last]! - from[leaves > start ? leaves : start]!;
  }
}

function weigh(from: Uint8Array | Int32Array, start: number, weight: number, sums: Int32Array): void {
  for (let x = 0, at = start; x < sums.length; x++, at++) {
    sums[x] = 8192 + from[at]! * weight;
  }
}

function addBoth(
  from: Uint8Array | Int32Array,
  [a, b]: readonly [number, number],
  weight: number,
  sums: Int32Array,
): void {
  for (let x = 0, i = a, j = b; x < sums.length; x++, i++, j++) {
    sums[x]! += (from[i]! + from[j]!) * weight;
  }
}

function store(sums: Int32Array, to: Uint8Array, start: number): void {
  for (let x = 0, at = start; x < sums.length; x++, at++) {
    const value = sums[x]! >> 14;
    to[at] = value < 0 ? 0 : value > 255 ? 255 : value;
  }
}
