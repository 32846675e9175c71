import type { Dict, StreamBytes } from "@quire/cos";

/** A resolution in dots per inch; where a file states no unit, its numbers stand for the shape of pixels alone. */
export interface Resolution {
  readonly x: number;
  readonly y: number;
  readonly isAbsolute: boolean;
}

/** An image XObject (ISO 32000-2, 8.9.5) in two parts: its entries, and its data as the filter in them left them. */
export interface ImageData {
  readonly dict: Dict;
  readonly bytes: StreamBytes;
}

/** What an image has beside its pixels. */
export interface ImageFacts {
  /** The orientation by which the image is shown, as in EXIF, 1 to 8. */
  readonly orientation: number;
  /** The resolution by which the image is shown at its own size, of the image as it is stored. */
  readonly resolution: Resolution | undefined;
}

/** An image that is put on a page of its own. Its size is as stored: the orientation is not applied. */
export interface PageImage extends ImageFacts {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly colours: ImageData;
  /** The opacity of each pixel (8.9.5.4), of the same or another size; undefined: everything is opaque. */
  readonly opacity?: ImageData | undefined;
  /** Whether the file's colour profile is left out because it does not fit the image. */
  readonly hasLostProfile?: boolean | undefined;
}

/** Returns data that are in memory. */
export const madeBytes = (bytes: Uint8Array): StreamBytes => ({ encoded: () => bytes, lengthBytes: bytes.length });
