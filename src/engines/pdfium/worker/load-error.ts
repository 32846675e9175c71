/* The failure of opening a document by PDFium. */

/** The error of a file that PDFium does not open. `security`: it is encrypted by something other than passwords. */
export class PdfiumLoadError extends Error {
  readonly reason: "password" | "security" | "damaged";

  constructor(reason: PdfiumLoadError["reason"]) {
    super(`PDFium does not open the document: ${reason}.`);
    this.reason = reason;
  }
}
