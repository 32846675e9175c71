import { Bounds, CosDocument, CosError } from "@quire/cos";
import { Failure, UNREADABLE_PDF } from "../../../kernel/failure.ts";
import { bytesOfFile } from "./file-bytes.ts";

// This is less than any deadline of the engine process, whose end costs more than an error.
export const OPEN_TIMEOUT_MS = 20_000;

/**
 * Opens the PDF at `path`. `password` is undefined when none was given.
 * @throws Failure `invalid_pdf`, `pdf_encrypted`, `wrong_password`, `document_too_complex`
 */
export function openCosDocument(path: string, password: string | undefined): CosDocument {
  return openCosBytes(bytesOfFile(path), password, OPEN_TIMEOUT_MS);
}

/** Opens the PDF in `bytes`. They are shared with the document, which may be used for `timeoutMs`. */
export function openCosBytes(bytes: Uint8Array, password: string | undefined, timeoutMs: number): CosDocument {
  return withFailures(() => CosDocument.open(bytes, { password, bounds: new Bounds({ timeoutMs }) }));
}

/** Runs `work` on a document, and throws the service's failure for what the document made impossible. */
export function withFailures<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw withoutCosError(error);
  }
}

/** Returns the service's failure for what a document made impossible; any other error as it is. */
export const withoutCosError = (error: unknown): unknown => (error instanceof CosError ? failureOf(error) : error);

function failureOf(error: CosError): Failure {
  const { code, message } = error;
  switch (code) {
    case "not_pdf":
      return new Failure("invalid_pdf", UNREADABLE_PDF, { cause: error });
    case "password_needed":
      return new Failure("pdf_encrypted", "The document is encrypted; it needs a password.", { cause: error });
    case "wrong_password":
      return new Failure("wrong_password", "The password is not correct.", { cause: error });
    case "unsupported_encryption":
      return new Failure(
        "pdf_encrypted",
        "The document is encrypted for a certificate, or by a method that no password opens.",
        { facts: { opens: "never" }, cause: error },
      );
    case "too_complex":
      return new Failure("document_too_complex", message, { cause: error });
  }
}
