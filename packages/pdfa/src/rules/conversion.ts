/**
 * What a conversion to PDF/A, which keeps text, images and looks, does about a broken rule; a rule has none where it does not
 * mend all documents that break it.
 */
export type Conversion =
  /** What breaks the rule is corrected. */
  | "mends"
  /** What breaks the rule is removed. */
  | "drops"
  /** A font is embedded in place of one that is not, where there is one of the same widths and that is asked for. */
  | "substitutes";
