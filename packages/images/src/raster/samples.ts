import { ImageLoss } from "../image-loss.ts";
import { rowBytes } from "./raster.ts";

/** The samples of an image after its filters (ISO 32000-2, 8.9.5.2), in exactly as many bytes as they need. */
export interface Samples {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly components: number;
  readonly bits: number;
  readonly data: Uint8Array;
}

/**
 * Takes `data` as the samples of such an image. What is missing at the end is 0; excess bytes are dropped.
 * @throws ImageLoss when there are no data, or far too few, or the number of bits is none that samples may have
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

/** The size up to which an image is filled up however few of its data are there. */
const SMALL_BYTES = 2 ** 20;
/** The largest ratio of expected to given bytes above that size: a file of a few bytes may claim gigabytes. */
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
