/** What the service takes as input, told by content. */
export type MediaType = "application/pdf" | "image/png" | "image/jpeg" | "image/webp";

/** What content can be; texts have no signature to tell them by. */
export type ContentType = "text/html" | "text/plain" | "text/markdown" | "application/json" | "application/zip";

/** How far a PDF header may stand from the start of the file (ISO 32000-2, annex I: readers accept the first 1024 bytes). */
export const SNIFFED_BYTES = 1024;

/** The type of a file by its first `SNIFFED_BYTES` bytes; undefined when it is none that the service takes. */
export function sniffMediaType(head: Uint8Array): MediaType | undefined {
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, SNIFFED_BYTES)).toString("latin1");
  if (text.startsWith("\x89PNG\r\n\x1a\n")) {
    return "image/png";
  }
  if (text.startsWith("\xff\xd8\xff")) {
    return "image/jpeg";
  }
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") {
    return "image/webp";
  }
  return text.includes("%PDF-") ? "application/pdf" : undefined;
}

/**
 * The type of content by the first bytes of its file; undefined when it is none of `accepted`. A text has nothing to tell it
 * by: what is not known to be anything else is the first text type that is accepted.
 */
export function sniffContentType(head: Uint8Array, accepted: readonly ContentType[]): ContentType | undefined {
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, SNIFFED_BYTES)).toString("latin1");
  // APPNOTE 4.3.7 and 4.3.16: a file in the archive, or the end of one without files.
  if (text.startsWith("PK\x03\x04") || text.startsWith("PK\x05\x06")) {
    return accepted.find((type) => type === "application/zip");
  }
  const isUtf16 = text.startsWith("\xff\xfe") || text.startsWith("\xfe\xff");
  // A text may well speak of PDF: only at its very beginning the words are a signature.
  const isOther = sniffMediaType(head.subarray(0, SIGNATURE_BYTES)) !== undefined;
  return isOther || (text.includes("\0") && !isUtf16) ? undefined : accepted.find((type) => type !== "application/zip");
}

// Enough for each of the signatures, and too few for one that stands further on.
const SIGNATURE_BYTES = 12;
