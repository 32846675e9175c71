/** What would mend a document that breaks the rule. */
export type Fix =
  /** Change of XMP or of the information dictionary. */
  | "metadata"
  /** A key, an action, an annotation flag, a dictionary can be changed or taken out without a change of what is seen. */
  | "dictionary"
  /** The file has to be written anew. */
  | "rewrite"
  /** A stream has to be encoded anew. */
  | "re-encode"
  /** A font has to be embedded or mended. */
  | "font"
  /** Colours have to be given a meaning: an output intent, or another colour space. */
  | "colour"
  /** The author has to say what no program can know: alternative texts, languages, structure. */
  | "author"
  /** The page has to be drawn anew. */
  | "render";
