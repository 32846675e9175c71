import type { GreyImage } from "./grey-image.ts";
import { convolve } from "./smooth.ts";

export interface Blur {
  /**
   * The standard deviation of the Gaussian by which edges seem smoothed, in pixels; about 0.8 for edges as sharp as
   * pixels are.
   */
  readonly sigmaPx: number;
  /** The number of edges that were measured. */
  readonly edges: number;
}

const leastSlope = 24;
const leastStep = 90;
const farthest = 10;

/**
 * Measures how blurred print is: the height of an edge over its steepest slope, which for a step smoothed by a Gaussian
 * is sigma·sqrt(2·pi); the median over the edges along every fourth row (edge-width measures: Marziliano et al., A
 * No-Reference Perceptual Blur Metric, 2002). Print should be dark on white.
 */
export function blurOf({ widthPx, heightPx, pixels }: GreyImage): Blur {
  const sigmas: number[] = [];
  for (let y = 2; y < heightPx - 2; y += 4) {
    const row = y * widthPx;
    for (let at = row + farthest + 2, end = row + widthPx - farthest - 2; at < end; at++) {
      const slope = pixels[at + 1]! - pixels[at - 1]!;
      const steepness = slope < 0 ? -slope : slope;
      if (steepness < leastSlope || !isSteepest(pixels, at, steepness)) {
        continue;
      }
      const step = stepAt(pixels, at, slope < 0 ? -1 : 1);
      if (step >= leastStep) {
        sigmas.push(step / (steepness / 2) / Math.sqrt(2 * Math.PI));
      }
    }
  }
  const sorted = Float64Array.from(sigmas).toSorted();
  return { sigmaPx: sorted[sorted.length >> 1] ?? 0, edges: sorted.length };
}

function isSteepest(pixels: Uint8Array, at: number, steepness: number): boolean {
  return Math.abs(pixels[at]! - pixels[at - 2]!) <= steepness && Math.abs(pixels[at + 2]! - pixels[at]!) < steepness;
}

/** Returns the height of an edge from its foot to its top: as far as the row goes on rising, or falling. */
function stepAt(pixels: Uint8Array, at: number, sign: 1 | -1): number {
  let low = at;
  let high = at;
  while (low > at - farthest && (pixels[low]! - pixels[low - 1]!) * sign > 0) {
    low--;
  }
  while (high < at + farthest && (pixels[high + 1]! - pixels[high]!) * sign > 0) {
    high++;
  }
  return Math.abs(pixels[high]! - pixels[low]!);
}

/**
 * Undoes a Gaussian blur of `sigmaPx` as far as noise allows: Wiener's filter (Gonzalez and Woods, Digital Image
 * Processing, 5.8) with a constant noise to signal ratio, made separable: G/(G² + ratio) for each axis.
 */
export function deblur(image: GreyImage, sigmaPx: number, noiseToSignal = 0.03): GreyImage {
  return convolve(image, wienerTaps(sigmaPx, noiseToSignal));
}

const frequencies = 512;

function wienerTaps(sigmaPx: number, ratio: number): readonly number[] {
  const radius = Math.ceil(3 * sigmaPx) + 2;
  const taps = Array.from({ length: radius + 1 }, (_, x) => {
    let sum = 0;
    for (let i = 0; i < frequencies; i++) {
      const w = (Math.PI * (i + 0.5)) / frequencies;
      const gain = Math.exp((-sigmaPx * sigmaPx * w * w) / 2);
      sum += (gain / (gain * gain + ratio)) * Math.cos(w * x);
    }
    // A raised cosine lets the cut-off response end in zero, so that it does not ring.
    return sum * (0.5 + 0.5 * Math.cos((Math.PI * x) / (radius + 1)));
  });
  const total = taps.reduce((sum, tap, x) => sum + (x === 0 ? tap : 2 * tap), 0);
  return taps.map((tap) => tap / total);
}
