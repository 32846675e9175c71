import type { Dict } from "@quire/cos";
import type { Raster } from "../raster/raster.ts";

/** An image as it can be written to a file. */
export type Picture = EncodedPicture | { readonly kind: "raster"; readonly raster: Raster };

/** JPEG or JPEG 2000, byte for byte. */
export interface EncodedPicture {
  readonly kind: "encoded";
  readonly extension: "jpg" | "jp2";
  readonly widthPx: number;
  readonly heightPx: number;
  readonly bytes: Uint8Array;
  /** What of it is there, white, as it has no place within. */
  readonly mask?: Raster | undefined;
}

/** The data of an image in one of the filters of images, for a decoder that knows nothing else of the document. */
export interface CodedImage {
  readonly filter: "DCTDecode" | "JPXDecode" | "CCITTFaxDecode" | "JBIG2Decode";
  /** They may refer to streams of the document (JBIG2Globals). */
  readonly parameters: Dict | undefined;
  readonly bytes: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly bitsPerComponent: 1 | 8;
  /** In which the decoder leaves samples as they are; 4: it converts them to red, green and blue. */
  readonly components: 1 | 3 | 4;
  /** The Decode array, which is to be kept to while they are converted; undefined when they are not. */
  readonly decode: readonly number[] | undefined;
}

export interface DecodedImage {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly channels: 1 | 3;
  /** A byte for each channel, rows from the top without gaps; of one bit 0 and 255. */
  readonly samples: Uint8Array;
}

/** Decodes an image; undefined when that is not possible. */
export type DecodeImage = (image: CodedImage) => DecodedImage | undefined;
