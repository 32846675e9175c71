interface ImageOnPage {
  /** 1-based. */
  readonly page: number;
  /** As of `Figure.image`. */
  readonly image: number;
}

/** Where an image is found: a name of a file beside the text, or a data URL; undefined: it is left out. */
export type ImageUrl = (image: ImageOnPage) => string | undefined;
