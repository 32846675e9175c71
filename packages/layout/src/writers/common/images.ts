interface ImageOnPage {
  /** The page's number, from 1. */
  readonly page: number;
  /** The number of the image on its page, as `Figure.image` has it. */
  readonly image: number;
}

/**
 * Returns the address of an image: a name of a file next to the text, or a data URL; undefined for an image that is
 * left out.
 */
export type ImageUrl = (image: ImageOnPage) => string | undefined;
