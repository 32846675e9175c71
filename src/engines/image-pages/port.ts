import type { ImagePdfaLevel, PageLayout } from "@quire/image-pages/options";
import type { Work } from "../../kernel/timing/work.ts";

export { IMAGE_FITS, IMAGE_PDFA_LEVELS, PAGE_ORIENTATIONS, type PageLayout } from "@quire/image-pages/options";

/** Something of an image that is not in the document, or not as the image says. */
export interface ImageLoss {
  readonly code: "frames_dropped" | "image_clipped" | "image_resized" | "profile_dropped";
  /** The image's place in the list, from 0. */
  readonly source: number;
}

/** Makes documents of image files. */
export interface ImageDocuments {
  /**
   * Writes a document to `output` with a page for each image, in their order: for a TIFF for each of its pages, for an
   * animation for its first frame. Data are taken over as they are where PDF has their coding; what is decoded stays
   * lossless, except that lossy WebP and AVIF, and JPEG within a TIFF, are coded as JPEG.
   * @returns the number of pages
   * @throws Failure of an image, with its place in the list, from 0, as the fact `source`: `unsupported_file_type` for
   * one that is damaged or cut off, `image_too_large` for one of more than `maxPixels`; `document_too_complex` also when
   * the document would be larger than `maxBytes`
   */
  write(
    job: {
      readonly images: readonly string[];
      readonly layout: PageLayout;
      readonly title: string | undefined;
      /** The PDF/A level that the document claims; whether it conforms is for a validator to say. */
      readonly pdfa: ImagePdfaLevel | undefined;
      readonly maxPixels: number;
      readonly maxBytes: number;
      readonly output: string;
    } & Work,
  ): Promise<{ readonly pages: number; readonly losses: readonly ImageLoss[] }>;
}
