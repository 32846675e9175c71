/* What a printed document can be given: values and types alone, for those who load nothing else of this package. */

/** The information to set: undefined keeps what the document itself says, an empty text sets none. */
export interface PrintedInformation {
  readonly title?: string | undefined;
  readonly author?: string | undefined;
  readonly subject?: string | undefined;
  readonly keywords?: string | undefined;
}

/** Part and level of PDF/A (ISO 19005) that printed documents can be made to conform to. */
export const CONFORMANCES = ["2b", "3b"] as const;
export type Conformance = (typeof CONFORMANCES)[number];
