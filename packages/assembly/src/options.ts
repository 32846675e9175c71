/* What can be asked of a merge: values and types alone, for those who choose and load nothing else of this package. */

/**
 * The treatment of outlines: `keep` keeps all entries that lead to pages taken, one document's after another's; `files`
 * makes one entry for each document, named by its title; `none` makes no outline.
 */
export const BOOKMARKS = ["keep", "files", "none"] as const;
export type Bookmarks = (typeof BOOKMARKS)[number];

/**
 * Document information (ISO 32000-2, table 349) that takes the place of the first document's; an empty text leaves an
 * entry out.
 */
export type DocumentInformation = Readonly<
  Partial<Record<"title" | "author" | "subject" | "keywords" | "creator" | "producer", string>>
>;
