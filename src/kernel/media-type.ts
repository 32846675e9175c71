/** What the service takes as input, told by content. */
export type MediaType = "application/pdf" | "image/png" | "image/jpeg" | "image/webp";

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
