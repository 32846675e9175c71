/** The options by which a template is filled in. */
export interface FillOptions {
  /** The treatment of a variable that is missing: a fault, or an empty text. */
  readonly missing: "error" | "empty";
  /** BCP 47; of dates and numbers, and of the document. */
  readonly locale?: string | undefined;
  /** The language of the template's labels that is written; absent: none, and `t` fails. */
  readonly language?: string | undefined;
  /** IANA name; UTC when there is none. */
  readonly timezone?: string | undefined;
}
