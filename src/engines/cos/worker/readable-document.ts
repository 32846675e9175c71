import type { CosDocument } from "@quire/cos";
import { Failure } from "../../../kernel/failure.ts";
import { scratchFile } from "../../pool/scratch-file.ts";
import { rewriteUnprotected } from "../../qpdf/worker/rewrite.ts";
import { bytesOfFile } from "./file-bytes.ts";
import { openCosBytes } from "./open-document.ts";

export interface Reading {
  readonly input: string;
  /** The password; undefined when none was given. */
  readonly password: string | undefined;
  /** The directory for the copy of a document that only libqpdf can read, until the end of the task. */
  readonly scratchDirectory: string;
  /** The time for which the document may be used, in milliseconds. */
  readonly timeoutMs: number;
}

export interface ReadableDocument {
  readonly document: CosDocument;
  /** Whether libqpdf had to rewrite the document. */
  readonly isRewritten: boolean;
  /** Whether the document was rewritten, and was encrypted before, which `document` does not show. */
  readonly hasLostProtection: boolean;
  /** Opens the same bytes once more. */
  readonly reopen: (timeoutMs: number) => CosDocument;
}

/**
 * Opens a document by our own object layer or, when that cannot read it, as libqpdf rewrites it. `openOriginal` opens the
 * document as it is; a test gives one that refuses, since no document is known that only libqpdf reads.
 * @throws Failure `invalid_pdf`, `pdf_encrypted`, `wrong_password`, `document_too_complex`
 */
export function openReadable(reading: Reading, openOriginal = openCosBytes): ReadableDocument {
  const { input, password, timeoutMs } = reading;
  const bytes = bytesOfFile(input);
  try {
    return {
      document: openOriginal(bytes, password, timeoutMs),
      isRewritten: false,
      hasLostProtection: false,
      reopen: (timeMs) => openOriginal(bytes, password, timeMs),
    };
  } catch (error) {
    if (error instanceof Failure && error.code === "invalid_pdf" && hasObjects(bytes)) {
      return openRewritten(reading);
    }
    throw error;
  }
}

/**
 * Returns whether there may be an indirect object (ISO 32000-2, 7.3.10). libqpdf searches for one for minutes where
 * there is none.
 */
const hasObjects = ({ buffer, byteOffset, byteLength }: Uint8Array): boolean =>
  Buffer.from(buffer, byteOffset, byteLength).includes("obj");

function openRewritten({ input, password, scratchDirectory, timeoutMs }: Reading): ReadableDocument {
  const copy = scratchFile(scratchDirectory, "pdf");
  const { wasEncrypted } = rewriteUnprotected({ input, output: copy, password });
  const bytes = bytesOfFile(copy);
  return {
    document: openCosBytes(bytes, undefined, timeoutMs),
    isRewritten: true,
    hasLostProtection: wasEncrypted,
    reopen: (timeMs) => openCosBytes(bytes, undefined, timeMs),
  };
}
