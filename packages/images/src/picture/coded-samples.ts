import type { Decoded, Dict } from "@quire/cos";
import type { ImageEntries } from "../image-entries.ts";
import { ImageLoss } from "../image-loss.ts";
import type { Samples } from "../raster/samples.ts";
import { packed } from "../raster/unpack.ts";
import { type CodedSize, jpegSize } from "./jpeg-header.ts";
import { jpxSize } from "./jpx-header.ts";
import type { CodedImage, DecodeImage } from "./picture.ts";

/** The data of an image up to the first filter that is specific to images. */
export interface Coded {
  readonly filter: CodedImage["filter"];
  readonly parameters: Dict | undefined;
  readonly bytes: Uint8Array;
  /** The size that the data themselves state. */
  readonly size: CodedSize;
}

/**
 * Returns what `decoded` leaves to an image decoder; undefined when nothing is left.
 * @throws ImageLoss when it is nothing that can be decoded
 */
export function codedOf(decoded: Decoded, entries: ImageEntries): Coded | undefined {
  const [first, ...more] = decoded.remaining;
  if (!first) {
    return undefined;
  }
  const { filter, parameters } = first;
  if (!isImageFilter(filter)) {
    throw new ImageLoss(`Its filter, ${filter.slice(0, 40)}, is not known.`);
  }
  if (more.length > 0) {
    throw new ImageLoss(`It has filters behind ${filter}.`);
  }
  const { bytes } = decoded;
  const size = codedSize(filter, bytes, entries);
  if (!size) {
    throw new ImageLoss(`Its data are not what its filter, ${filter}, decodes.`);
  }
  return { filter, parameters, bytes, size };
}

const FILTERS: ReadonlySet<string> = new Set<CodedImage["filter"]>([
  "DCTDecode",
  "JPXDecode",
  "CCITTFaxDecode",
  "JBIG2Decode",
]);

const isImageFilter = (filter: string): filter is CodedImage["filter"] => FILTERS.has(filter);

function codedSize(
  filter: CodedImage["filter"],
  bytes: Uint8Array,
  { widthPx, heightPx }: ImageEntries,
): CodedSize | undefined {
  switch (filter) {
    case "DCTDecode":
      return withHeight(jpegSize(bytes), heightPx);
    case "JPXDecode":
      return jpxSize(bytes);
    case "CCITTFaxDecode":
    case "JBIG2Decode":
      return bytes.length > 0 ? { widthPx, heightPx, components: 1 } : undefined;
  }
}

/** Completes the size with the document's height: a JPEG file may state its own only at its end (T.81, B.2.5). */
const withHeight = (size: CodedSize | undefined, heightPx: number): CodedSize | undefined =>
  size && { ...size, heightPx: size.heightPx || heightPx };

/**
 * Decodes the samples; those of one bit are packed again.
 * @throws ImageLoss when they cannot be decoded, or there are too many
 */
export function decodedSamples(
  { filter, parameters, bytes, size }: Coded,
  entries: Pick<ImageEntries, "decode">,
  { maxPixels, decode }: { maxPixels: number; decode: DecodeImage },
): Samples {
  if (size.widthPx * size.heightPx > maxPixels) {
    throw new ImageLoss(
      `It has ${size.widthPx} x ${size.heightPx} pixels, more than the ${maxPixels} that are allowed.`,
    );
  }
  const isBilevel = filter === "CCITTFaxDecode" || filter === "JBIG2Decode";
  // The second of two components, and the fourth of a JPEG 2000 file, is alpha.
  const components = size.components <= 2 ? 1 : size.components === 3 ? 3 : 4;
  const decoded = decode({
    filter,
    parameters,
    bytes,
    widthPx: size.widthPx,
    heightPx: size.heightPx,
    bitsPerComponent: isBilevel ? 1 : 8,
    components,
    decode: components === 4 ? entries.decode : undefined,
  });
  if (!decoded) {
    throw new ImageLoss(`Its data cannot be decoded by ${filter}.`);
  }
  const { widthPx, heightPx, channels, samples } = decoded;
  return isBilevel
    ? { widthPx, heightPx, components: 1, bits: 1, data: bilevel(samples, widthPx, heightPx) }
    : { widthPx, heightPx, components: channels, bits: 8, data: samples };
}

function bilevel(samples: Uint8Array, samplesInRow: number, rows: number): Uint8Array {
  const bits = samples.map((sample) => {
    if (sample !== 0 && sample !== 255) {
      throw new ImageLoss("Its data are not of one bit.");
    }
    return sample & 1;
  });
  return packed(bits, { samplesInRow, rows, bits: 1 });
}
