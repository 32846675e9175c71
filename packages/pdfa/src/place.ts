/** The place of a subject in a document. */
export interface Place {
  /** The number of the indirect object. */
  readonly object?: number | undefined;
  /** The page number, from 1. */
  readonly page?: number | undefined;
  /** The position there, in the words of the standards: `Annots[3]/AP/N`, `xmp:CreateDate`. */
  readonly at?: string | undefined;
}
