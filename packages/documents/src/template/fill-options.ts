/** How a template is filled in. */
export interface FillOptions {
  /** What becomes of a variable that is not there: a fault, or an empty text. */
  readonly missing: "error" | "empty";
  /** BCP 47; of dates and numbers, and of the document. */
  readonly locale?: string | undefined;
  /** IANA name; UTC when there is none. */
  readonly timezone?: string | undefined;
}
