import { Failure } from "./failure.ts";

/** The types of files that the service takes as input, determined by their content. */
export type MediaType = "application/pdf" | "image/png" | "image/jpeg" | "image/webp";

/** The types of content; texts have no signature by which they could be recognised. */
export type ContentType = "text/html" | "text/plain" | "text/markdown" | "application/json" | "application/zip";

/**
 * The number of bytes at the start of a file in which a PDF header may be (ISO 32000-2, annex I: readers accept the
 * first 1024 bytes).
 */
export const SNIFFED_BYTES = 1024;

/** Returns the type of a file by its first `SNIFFED_BYTES` bytes; undefined when it is none that the service takes. */
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
 * Returns the type of content by the first bytes of its file; undefined when it is none of `accepted`. A text cannot be
 * recognised: what is not known to be anything else is the first text type that is accepted.
 */
export function sniffContentType(head: Uint8Array, accepted: readonly ContentType[]): ContentType | undefined {
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, SNIFFED_BYTES)).toString("latin1");
  // These signatures begin a file in the archive, or the end of one without files (APPNOTE 4.3.7 and 4.3.16).
  if (text.startsWith("PK\x03\x04") || text.startsWith("PK\x05\x06")) {
    return accepted.find((type) => type === "application/zip");
  }
  const isUtf16 = text.startsWith("\xff\xfe") || text.startsWith("\xfe\xff");
  // A text may mention PDF: its words are a signature only at the very beginning.
  const isOther = sniffMediaType(head.subarray(0, SIGNATURE_BYTES)) !== undefined;
  return isOther || (text.includes("\0") && !isUtf16) ? undefined : accepted.find((type) => type !== "application/zip");
}

// This is enough for each of the signatures, and too few for one further on.
const SIGNATURE_BYTES = 12;

/** The beginnings of files that are often sent by mistake, in Latin-1, with what they are. */
const KNOWN_BEGINNINGS: readonly (readonly [beginning: string, name: string])[] = [
  ["PK\u0003", "a ZIP archive, as documents of Word, Excel and PowerPoint are"],
  ["PK\u0005", "a ZIP archive, as documents of Word, Excel and PowerPoint are"],
  ["\u00d0\u00cf\u0011\u00e0", "a document of an old Office version"],
  ["GIF8", "a GIF image"],
  ["II*\0", "a TIFF image"],
  ["MM\0*", "a TIFF image"],
  ["BM", "a BMP image"],
  ["%!PS", "PostScript"],
  ["{\\rtf", "a document in RTF"],
  ["\u001f\u008b", "compressed with gzip"],
  ["JVBERi0", "a PDF in base64, which has to be decoded before it is sent"],
  ["iVBORw0KGgo", "a PNG image in base64, which has to be decoded before it is sent"],
  ["/9j/", "a JPEG image in base64, which has to be decoded before it is sent"],
  ["data:", "a data: URL, of which the content has to be decoded before it is sent"],
  ["version https://git-lfs", "a pointer of Git LFS, in place of the file itself ('git lfs pull' fetches it)"],
];

/** Patterns of beginnings that vary. */
const KNOWN_PATTERNS: readonly (readonly [beginning: RegExp, name: string])[] = [
  [/^.{4}ftyp(?:heic|heix|mif1|avif)/s, "a HEIC or AVIF image"],
  [/^(?:\xef\xbb\xbf)?\s{0,100}<(?:!doctype|html|\?xml|svg)/i, "HTML or XML"],
  [/^(?:\xef\xbb\xbf)?\s{0,100}[{[]/, "text that looks like JSON"],
];

/** Returns whether a byte is a control character that no text has. */
const isControl = (byte: number): boolean => byte < 0x09 || (byte > 0x0d && byte < 0x20);

/** Returns what a file seems to be by its beginning. */
function kindOf(head: Uint8Array): string {
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString("latin1");
  const known =
    KNOWN_BEGINNINGS.find(([beginning]) => text.startsWith(beginning)) ??
    KNOWN_PATTERNS.find(([beginning]) => beginning.test(text));
  return (
    sniffMediaType(head) ?? known?.[1] ?? (head.some(isControl) ? "of a type that is not known here" : "plain text")
  );
}

/**
 * Returns the failure of a file of another type than those in `accepts`, which says what it seems to be; `field` is where
 * it came, when that is not the one field for files.
 */
export function unsupportedFile(
  head: Uint8Array,
  accepts: readonly (MediaType | ContentType)[],
  field?: string,
): Failure {
  const found = kindOf(head.subarray(0, SNIFFED_BYTES));
  return new Failure(
    "unsupported_file_type",
    `The type of the file${field === undefined ? "" : ` in \`${field}\``} is not accepted: by its content it is ${found}. Accepted: ${accepts.join(", ")}.`,
  );
}
