import type { Work } from "../../kernel/timing/work.ts";

export interface PdfFacts {
  readonly pages: number;
  /**
   * How the document is protected. `none`: not encrypted. `owner`: opens with the empty user password, an owner
   * password restricts what may be done. `user`: needs a password, which was given.
   */
  readonly protection: "none" | "owner" | "user";
  /** Whether the file could only be read after a repair. */
  readonly repaired: boolean;
  /** The first page as a viewer shows it (CropBox, /Rotate applied); null when it cannot be loaded. */
  readonly firstPage: { readonly widthPt: number; readonly heightPt: number } | null;
}

export interface DocumentFacts {
  /** Opens the PDF at `input` and returns its facts. */
  inspect(job: { input: string; password?: string | undefined } & Work): Promise<PdfFacts>;
  /**
   * Returns the pages that the named destinations of a printed document lead to, by the `id` of the element that each
   * was made from; at most 10,000.
   */
  destinations(job: { input: string } & Work): Promise<ReadonlyMap<string, number>>;
}
