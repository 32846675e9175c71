/* What images can be asked for as: values and types alone, for those who load nothing else of this package. */

/** `png` and `jpeg`: a JPEG file as it is counts as `jpeg` only when every program shows it as the document does. */
export const PICTURE_FORMATS = ["original", "png", "jpeg"] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** The selection of the images to extract. */
export interface ImageSelection {
  readonly minWidthPx: number;
  readonly minHeightPx: number;
  /** An image that comes again, as the same object or as a copy of it, is given once. */
  readonly dedupe: boolean;
}
