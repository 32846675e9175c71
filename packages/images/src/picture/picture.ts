import type { Dict } from "@quire/cos";
import type { Raster } from "../raster/raster.ts";

/** An image as it can be written to a file. */
export type Picture = EncodedPicture | { readonly kind: "raster"; readonly raster: Raster };

/** A JPEG or JPEG 2000 file, byte for byte. */
export interface EncodedPicture {
  readonly kind: "encoded";
  readonly extension: "jpg" | "jp2";
  readonly widthPx: number;
  readonly heightPx: number;
  readonly bytes: Uint8Array;
  /** The image's mask, white where it is opaque, as such a file cannot hold it. */
  readonly mask?: Raster | undefined;
}

/** The data of an image in one of the filters of images, for a decoder that knows nothing else of the document. */
export interface CodedImage {
  readonly filter: "DCTDecode" | "JPXDecode" | "CCITTFaxDecode" | "JBIG2Decode";
  /** The parameters of the filter; they may refer to streams of the document (JBIG2Globals). */
  readonly parameters: Dict | undefined;
  readonly bytes: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly bitsPerComponent: 1 | 8;
  /**
   * The number of components; of 1 and 3 the decoder leaves the samples as they are, 4 it converts to red, green and
   * blue.
   */
  readonly components: 1 | 3 | 4;
  /** The Decode array, which applies while the samples are converted; undefined when they are not. */
  readonly decode: readonly number[] | undefined;
}

export interface DecodedImage {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly channels: 1 | 3;
  /** One byte for each channel, in rows from the top without gaps; samples of one bit are 0 and 255. */
  readonly samples: Uint8Array;
}

/** Decodes an image; returns undefined when that is not possible. */
export type DecodeImage = (image: CodedImage) => DecodedImage | undefined;
