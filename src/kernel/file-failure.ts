import { Failure, type FailureCode } from "./failure.ts";

/** The failures that a file can be the reason for. Everything else that goes wrong is not a file's fault. */
const CODES_OF_FILES: ReadonlySet<FailureCode> = new Set<FailureCode>([
  "empty_file",
  "unsupported_file_type",
  "invalid_pdf",
  "pdf_encrypted",
  "wrong_password",
  "page_out_of_range",
  "too_many_pages",
  "image_too_large",
  "document_too_complex",
]);

/**
 * Returns the failure for what was thrown over file number `index`, from 0, of several: a failure that is the file's
 * fault gets a message that names its position, from 1, and its name; anything else is returned as it is.
 */
export function asFailureOfFile(thrown: unknown, index: number, filename: string): unknown {
  if (!(thrown instanceof Failure && CODES_OF_FILES.has(thrown.code))) {
    return thrown;
  }
  const { code, message, facts } = thrown;
  return new Failure(code, `File ${index + 1} ("${filename}"): ${message}`, {
    facts: { ...facts, file: index + 1 },
    cause: thrown,
  });
}
