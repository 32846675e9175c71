import type { Ref, Stream } from "@quire/cos";

/** An image of a page (ISO 32000-2, 8.9), as it is in the document. */
export interface FoundImage {
  /** The image's stream; the entries of its dictionary have their full names, those of an inline image too. */
  readonly stream: Stream;
  /** The reference to the stream; undefined for an inline image, and for a stream to which no reference leads. */
  readonly ref: Ref | undefined;
}
