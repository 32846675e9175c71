/** The ways in which an image fills the area between the margins of a page; `none` leaves it at its own size. */
export const IMAGE_FITS = ["contain", "cover", "stretch", "none"] as const;
export type ImageFit = (typeof IMAGE_FITS)[number];

/** The ways in which a page lies; `auto` turns it as its image lies. */
export const PAGE_ORIENTATIONS = ["auto", "portrait", "landscape"] as const;
export type PageOrientation = (typeof PAGE_ORIENTATIONS)[number];

/** The parts and levels of PDF/A that a document of images can claim. */
export const IMAGE_PDFA_LEVELS = ["2b", "3b"] as const;
export type ImagePdfaLevel = (typeof IMAGE_PDFA_LEVELS)[number];

/** How images become pages. */
export interface PageLayout {
  /** The size of all pages; `fit`: each page is as large as its image and the margins. */
  readonly size: "fit" | { readonly widthPt: number; readonly heightPt: number };
  readonly orientation: PageOrientation;
  readonly marginPt: number;
  readonly fit: ImageFit;
  /** The resolution of images that do not state their own. */
  readonly dpi: number;
  /** The colour of the paper, as `#rrggbb`; undefined: the page is left as it is, which readers show as white. */
  readonly background?: string | undefined;
}

/** What the document says about itself. */
export interface ImageDocumentText {
  readonly title?: string | undefined;
  readonly producer: string;
  /** The PDF/A level that the document claims; undefined for none. */
  readonly pdfa?: ImagePdfaLevel | undefined;
}
