import type { ImageSelection, PictureFormat } from "@quire/images/options";
import type { Work } from "../../kernel/timing/work.ts";

export { PICTURE_FORMATS } from "@quire/images/options";

export interface ExtractedImage {
  /** The first page that has the image. */
  readonly page: number;
  /** The image's place among those of that page, from 1. */
  readonly number: number;
  /**
   * The role of the file; a mask belongs to an image and has a separate file: the soft mask of a JPEG that is extracted
   * byte for byte.
   */
  readonly role: "image" | "mask";
  readonly extension: "jpg" | "jp2" | "png";
  readonly path: string;
  readonly sizeBytes: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** An image that could not be extracted to a file. */
export interface LostImage {
  readonly page: number;
  readonly number: number;
  readonly reason: string;
}

export interface ImageExtractor {
  /**
   * Gives the images of `pages` in the order of the pages, and on a page in the order in which it has them. `original`:
   * JPEG and JPEG 2000 byte for byte, everything else as PNG.
   */
  extract(
    job: {
      input: string;
      password?: string | undefined;
      pages: readonly number[];
      format: PictureFormat;
      maxPixels: number;
      outputDirectory: string;
    } & ImageSelection &
      Work,
  ): AsyncIterable<ExtractedImage | LostImage>;
}
