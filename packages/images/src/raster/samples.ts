import { ImageLoss } from "../image-loss.ts";
import { rowBytes } from "./raster.ts";

/** The samples of an image as its filters leave them (ISO 32000-2, 8.9.5.2), exactly as many bytes as they need. */
export interface Samples {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly components: number;
  readonly bits: number;
  readonly data: Uint8Array;
}

/**
 * Takes `data` for the samples of that image. What is missing at the end is 0; what is too much is left out.
 * @throws ImageLoss when there are none at all, or no such samples
 */
export function samplesOf(data: Uint8Array, { widthPx, heightPx, components, bits }: Omit<Samples, "data">): Samples {
  if (![1, 2, 4, 8, 16].includes(bits)) {
    throw new ImageLoss(`It has ${bits} bits in each component; there may be 1, 2, 4, 8 or 16.`);
  }
  if (data.length === 0) {
    throw new ImageLoss("It has no data.");
  }
  const sizeBytes = rowBytes(widthPx * components, bits) * heightPx;
  return { widthPx, heightPx, components, bits, data: lengthened(data, sizeBytes) };
}

/** Fewer bytes than this for an image are not worth a look at how many of its data are there. */
const SMALL_BYTES = 2 ** 20;
/** A file of a few bytes may promise gigabytes. */
const MISSING_MAX = 1000;

function lengthened(data: Uint8Array, sizeBytes: number): Uint8Array {
  if (data.length >= sizeBytes) {
    return data.subarray(0, sizeBytes);
  }
  if (sizeBytes > SMALL_BYTES && sizeBytes > data.length * MISSING_MAX) {
    throw new ImageLoss(`It has ${data.length} bytes of data in place of ${sizeBytes}.`);
  }
  const longer = new Uint8Array(sizeBytes);
  longer.set(data);
  return longer;
}
