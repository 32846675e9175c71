/* What a printed document can be given: values and types alone, for those who load nothing else of this package. */

/** The information to set: undefined keeps what the document itself says, an empty text sets none. */
export interface PrintedInformation {
  readonly title?: string | undefined;
  readonly author?: string | undefined;
  readonly subject?: string | undefined;
  readonly keywords?: string | undefined;
}

/** A heading of the document that was printed. */
export interface PrintedHeading {
  /** The level, 1 being the highest. */
  readonly level: number;
  /** What the outline calls it. */
  readonly text: string;
  /** What is shown of it, where that is not the text: pictures are shown as well. */
  readonly printed?: string | undefined;
}

/** Part and level of PDF/A (ISO 19005) that printed documents can be made to conform to. */
export type Conformance = "1b" | "2b" | "2u" | "2a" | "3b" | "3u" | "3a" | "4";

/** Part of PDF/UA (ISO 14289) that printed documents can be made to conform to. */
export type AccessibilityPart = 1 | 2;

/**
 * What keeps a tagged document from being accessible, and cannot be mended without its author.
 * - `alternative_text`: a picture has none.
 * - `missing_glyph`: a character is shown that no font has.
 * - `title`: the document is to have no title.
 * - `content`: content could not be read, or not be marked.
 * - `structure`: elements break the rule of ISO 14289-1 that `rule` has the number of.
 */
export interface Obstacle {
  readonly kind: "alternative_text" | "missing_glyph" | "title" | "content" | "structure";
  readonly rule?: string;
  /** The page, from 1, where it is on one that is known. */
  readonly page?: number;
  /** The element of a picture, as a start tag of HTML, where it was marked. */
  readonly element?: string;
}

/** What is known of a finished document's accessibility. */
export interface Accessibility {
  /** The part of PDF/UA that the document claims; undefined where it claims none. */
  readonly claimed?: AccessibilityPart;
  /** The first obstacles, and the number of all. Always empty for a document without tags. */
  readonly obstacles: readonly Obstacle[];
  readonly obstacleCount: number;
  /** The language that was chosen by the text, for a document whose language nothing states. */
  readonly guessedLanguage?: string;
}
