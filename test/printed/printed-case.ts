/** A request of a creating operation, with the name of the document. */
export interface PrintedCase {
  readonly name: string;
  readonly path: string;
  readonly value: Readonly<Record<string, unknown>>;
}
