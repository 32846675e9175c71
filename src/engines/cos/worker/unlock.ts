import { writeDocument } from "@quire/cos";
import { bytesOfFile } from "./file-bytes.ts";
import { OPEN_TIMEOUT_MS, withFailures } from "./open-document.ts";
import { openReadable } from "./readable-document.ts";
import { WrittenFile } from "./written-file.ts";

/**
 * Writes the document at `input` to `output` without its protection, or copies one that has none. The same input gives the
 * same bytes.
 * @throws Failure `invalid_pdf`, `pdf_encrypted`, `wrong_password`, `document_too_complex`
 */
export function unlock(job: {
  readonly input: string;
  readonly output: string;
  readonly password: string;
  readonly scratchDirectory: string;
}): { readonly wasEncrypted: boolean } {
  const { document, hasLostProtection } = openReadable({ ...job, timeoutMs: OPEN_TIMEOUT_MS });
  const wasEncrypted = document.security !== undefined || hasLostProtection;
  using output = new WrittenFile(job.output);
  if (wasEncrypted) {
    // Nothing but the protection changes: streams that are the same stay apart.
    withFailures(() => writeDocument(document.trailer, output, { unifyStreams: false }, document.bounds));
  } else {
    output.write(bytesOfFile(job.input));
  }
  return { wasEncrypted };
}
