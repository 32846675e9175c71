import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { Failure, UNREADABLE_PDF } from "../../../kernel/failure.ts";
import type { NewProtection } from "../port.ts";
import { QpdfDocument, QpdfError } from "./document.ts";
import { passwordBytes } from "./password-bytes.ts";

/**
 * A document to rewrite. Paths lie in the worker's slot; `password` undefined means that none was given, which is the
 * empty password.
 */
interface Rewrite {
  readonly input: string;
  readonly output: string;
  readonly password: string | undefined;
}

/**
 * Writes the document at `input`, repaired as far as libqpdf can and without protection, to `output`. The same input
 * gives the same bytes.
 * @throws Failure `wrong_password`, `pdf_encrypted`, `invalid_pdf`, `document_too_complex`
 */
export function rewriteUnprotected(job: Rewrite): { warnings: string[]; wasEncrypted: boolean } {
  return withFailures(() => {
    const { input, output, password } = job;
    using document = open(input, password);
    const wasEncrypted = document.isEncrypted;
    write(document, { input, output, protection: undefined });
    return { warnings: [...document.warnings], wasEncrypted };
  });
}

/**
 * Writes the document at `input` to `output` with `protection` in place of its own.
 * @throws Failure as `rewriteUnprotected`
 */
export function encrypt(job: Rewrite & { protection: NewProtection }): { wasEncrypted: boolean } {
  return withFailures(() => {
    using document = open(job.input, job.password);
    const wasEncrypted = document.isEncrypted;
    write(document, job);
    return { wasEncrypted };
  });
}

function open(path: string, password: string | undefined): QpdfDocument {
  for (const bytes of passwordBytes(password ?? "")) {
    try {
      return QpdfDocument.open({ path, password: bytes });
    } catch (error) {
      if (!(error instanceof QpdfError && error.kind === "password")) {
        throw error;
      }
    }
  }
  throw password === undefined
    ? new Failure("pdf_encrypted", "The document is encrypted; it needs a password.")
    : new Failure("wrong_password", "The password is not correct.");
}

type Write = Pick<Rewrite, "input" | "output"> & { protection: NewProtection | undefined };

function write(document: QpdfDocument, { input, output, protection }: Write): void {
  document.write({ path: output, protection });
  const file = openSync(output, "r");
  try {
    const sizeBytes = fstatSync(file).size;
    const end = Buffer.alloc(END_OF_FILE.length);
    readSync(file, end, 0, end.length, Math.max(0, sizeBytes - end.length));
    // libqpdf does not notice when the disk has no room for the last block.
    if (end.toString("latin1") !== END_OF_FILE) {
      throw new Error("libqpdf wrote an incomplete file.");
    }
    if (sizeBytes > 2 * statSync(input).size + GROWTH_BYTES_MAX) {
      const facts = { sizeBytes };
      throw new Failure("document_too_complex", "The document's metadata unpacks to more than 64 MiB.", { facts });
    }
  } finally {
    closeSync(file);
  }
}

const END_OF_FILE = "%%EOF\n";

// The most by which a rewritten document may grow. Streams keep their compression and strings at most double, in
// hexadecimal; only XMP metadata is unpacked, which has kilobytes in real documents and was a bomb when it has more
// than this.
const GROWTH_BYTES_MAX = 64 * 1024 * 1024;

function withFailures<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw error instanceof QpdfError ? failureOf(error) : error;
  }
}

/**
 * Returns the failure that a caller can act on. An error with the worker's own files is a bug or a full disk, and is
 * returned unchanged.
 */
function failureOf(error: QpdfError): Error {
  const facts = { qpdf: error.message, kind: error.kind };
  if (error.kind === "unsupported") {
    const message = "The document is encrypted for a certificate or by a method that no password opens.";
    return new Failure("pdf_encrypted", message, { facts });
  }
  if (error.kind === "memory") {
    return new Failure("document_too_complex", "The document needs too much memory to be rewritten.", { facts });
  }
  if (error.kind === "system" && /^open |Pl_StdioFile/u.test(error.message)) {
    return error;
  }
  // Everything else is thrown because of the document's content, "system" and "internal" included: libqpdf reports
  // every std::runtime_error, such as a number out of range, under these names.
  return new Failure("invalid_pdf", UNREADABLE_PDF, { facts });
}
