/** The options by which a template is filled in. */
export interface FillOptions {
  /** The treatment of a variable that is missing: a fault, or an empty text. */
  readonly missing: "error" | "empty";
  /** BCP 47; of dates and numbers, and of the document. */
  readonly locale?: string | undefined;
  /** IANA name; UTC when there is none. */
  readonly timezone?: string | undefined;
}
