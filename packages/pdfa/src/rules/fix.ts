/** The kind of change that fixes a document which breaks the rule. */
export type Fix =
  /** A change of XMP or of the information dictionary. */
  | "metadata"
  /** A key, an action, an annotation flag or a dictionary can be changed or removed without a visible change. */
  | "dictionary"
  /** The file has to be rewritten. */
  | "rewrite"
  /** A stream has to be encoded again. */
  | "re-encode"
  /** A font has to be embedded or repaired. */
  | "font"
  /** Colours have to be given a meaning, by an output intent or another colour space. */
  | "colour"
  /** The author has to supply what no program can know: alternative texts, languages, structure. */
  | "author"
  /** The page has to be rendered again. */
  | "render";
