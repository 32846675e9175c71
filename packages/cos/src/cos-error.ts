/**
 * The reasons for which a document cannot be read.
 * - `not_pdf`: nothing in the bytes can be read as a PDF, not even after repair.
 * - `password_needed`, `wrong_password`: encrypted, and the empty or the given password does not open it.
 * - `unsupported_encryption`: a security handler other than the standard one, or a version of it that is not defined.
 * - `too_complex`: a bound was met (bounds.ts); the message says which.
 */
export type CosErrorCode = "not_pdf" | "password_needed" | "wrong_password" | "unsupported_encryption" | "too_complex";

/**
 * The error for what a document, or its password, makes impossible. Everything else that is thrown is a fault of the
 * caller.
 */
export class CosError extends Error {
  readonly code: CosErrorCode;

  constructor(code: CosErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "CosError";
    this.code = code;
  }
}
