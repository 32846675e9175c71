/** Where something is. */
export interface Place {
  /** Number of the indirect object. */
  readonly object?: number | undefined;
  /** From 1. */
  readonly page?: number | undefined;
  /** What there, in the words of the standards: `Annots[3]/AP/N`, `xmp:CreateDate`. */
  readonly at?: string | undefined;
}
