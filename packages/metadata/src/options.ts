/* What is said about the metadata of a document (ISO 32000-2, 14.3), and what may be changed of them. */

/** The texts and dates that both the information dictionary and XMP have a place for. */
export const METADATA_FIELDS = [
  "title",
  "author",
  "subject",
  "keywords",
  "creator",
  "producer",
  "creationDate",
  "modificationDate",
] as const;
export type MetadataField = (typeof METADATA_FIELDS)[number];

export const isDateField = (field: MetadataField): boolean => field.endsWith("Date");

/** The limits of what is said: longer texts end with an ellipsis, longer lists say how long they are. */
export const METADATA_LIMITS = {
  characters: 10_000,
  nameCharacters: 300,
  entries: 500,
  /** All texts of a list, and all of a packet, have no more characters than this; a list is cut there. */
  totalCharacters: 300_000,
  depth: 6,
} as const;

export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** A value of XMP: a text, the items of an array, or members by their names; the texts of languages are by languages. */
export type XmpShown = string | readonly XmpShown[] | { readonly [name: string]: XmpShown };

export interface XmpMetadata {
  readonly sizeBytes: number;
  /** The reason why the packet cannot be read; null where it can. */
  readonly problem: string | null;
  /** The properties by qualified names, such as `dc:title`; at most the first 500. */
  readonly properties: readonly { readonly name: string; readonly value: XmpShown }[];
  readonly total: number;
}

/** The standards that XMP claims the document to conform to, in their own words, such as `PDF/A-2b`. Nothing is checked. */
export interface Claims {
  readonly pdfa: string | null;
  readonly pdfua: string | null;
  readonly pdfx: string | null;
}

export interface DocumentMetadata {
  /** The value in XMP, or else that of the information dictionary; dates are RFC 3339. Null where neither has one. */
  readonly fields: Readonly<Record<MetadataField, string | null>>;
  /** The fields that the information dictionary and XMP both have, with different values. */
  readonly differing: readonly MetadataField[];
  readonly language: string | null;
  /** The entries that are no standard ones, of the information dictionary or of XMP; the first 500. */
  readonly custom: readonly NamedText[];
  readonly customTotal: number;
  /** The information dictionary as it is, with its own names and forms of dates; the first 500 entries. */
  readonly information: readonly NamedText[];
  readonly informationTotal: number;
  /** The document's packet; null where there is none. */
  readonly xmp: XmpMetadata | null;
  readonly claims: Claims;
}

/** What is to become of the metadata: what is not named stays, an empty text removes. */
export interface MetadataChanges {
  /** Dates are RFC 3339. */
  readonly fields: Readonly<Partial<Record<MetadataField, string>>>;
  readonly language?: string | undefined;
  /** Entries of the document's own, by their names. */
  readonly custom: Readonly<Record<string, string>>;
  /**
   * Whether all metadata are removed before: the information dictionary, all XMP, thumbnails, private data of programs,
   * and what JPEG images say about themselves. The language stays, as readers need it.
   */
  readonly strips: boolean;
}

/** What a change of metadata cost, or could not do. */
export const METADATA_NOTES = [
  "signatures_removed",
  "pdfa_claim_dropped",
  "pdfua_claim_dropped",
  "pdfx_claim_dropped",
  "xmp_replaced",
] as const;
export type MetadataNote = (typeof METADATA_NOTES)[number];
