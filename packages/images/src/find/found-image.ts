import type { Ref, Stream } from "@quire/cos";

/** An image of a page (ISO 32000-2, 8.9), as the document has it. */
export interface FoundImage {
  /** The entries of the dictionary have their full names, those of an inline image too. */
  readonly stream: Stream;
  /** Undefined for an inline image, and for a stream that a resource dictionary does not refer to. */
  readonly ref: Ref | undefined;
}
