import { Failure } from "./failure.ts";

/** The types of files that the service takes as input, determined by their content: documents and images of pages. */
export const MEDIA_TYPES = [
  "application/pdf",
  "image/png",
  "image/jpeg",
  "image/webp",
  "image/tiff",
  "image/gif",
  "image/bmp",
  "image/avif",
] as const;

export type MediaType = (typeof MEDIA_TYPES)[number];

/** The names of the types for people. */
export const MEDIA_TYPE_NAMES: Readonly<Record<MediaType, string>> = {
  "application/pdf": "PDF",
  "image/png": "PNG",
  "image/jpeg": "JPEG",
  "image/webp": "WebP",
  "image/tiff": "TIFF",
  "image/gif": "GIF",
  "image/bmp": "BMP",
  "image/avif": "AVIF",
};

/** The types of content; texts have no signature by which they could be recognised. */
export type ContentType = "text/html" | "text/plain" | "text/markdown" | "application/json" | "application/zip";

/**
 * The number of bytes at the start of a file in which a PDF header may be (ISO 32000-2, annex I: readers accept the
 * first 1024 bytes).
 */
export const SNIFFED_BYTES = 1024;

/** Returns the type of a file by its first `SNIFFED_BYTES` bytes; undefined when it is none that the service takes. */
export function sniffMediaType(head: Uint8Array): MediaType | undefined {
  const text = latin1Of(head);
  const image = SIGNATURES.find(([signature]) => signature.test(text))?.[1];
  return image ?? (isBmp(head) ? "image/bmp" : text.includes("%PDF-") ? "application/pdf" : undefined);
}

const latin1Of = (head: Uint8Array): string =>
  Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, SNIFFED_BYTES)).toString("latin1");

/** The beginnings of images, in Latin-1. The brands of AVIF are a list (ISO 14496-12, 4.3). */
const SIGNATURES: readonly (readonly [RegExp, MediaType])[] = [
  [/^\x89PNG\r\n.\n/s, "image/png"],
  [/^\xff\xd8\xff/, "image/jpeg"],
  [/^RIFF.{4}WEBP/s, "image/webp"],
  [/^(?:II[*+]\0|MM\0[*+])/, "image/tiff"],
  [/^GIF8[79]a/, "image/gif"],
  [/^\0{2}.{2}ftyp(?:avi[fs]|.{4}.{4}(?:.{4}){0,16}avi[fs])/s, "image/avif"],
];

/** The sizes of the headers that a BMP may have, as its fifteenth byte; three zeros follow. */
const BMP_HEADERS: readonly number[] = [12, 16, 40, 52, 56, 64, 108, 124];

/** Returns whether a file is a BMP, whose two letters begin texts as well. */
const isBmp = (head: Uint8Array): boolean =>
  head[0] === 0x42 &&
  head[1] === 0x4d &&
  BMP_HEADERS.includes(head[14] ?? 0) &&
  head[15] === 0 &&
  head[16] === 0 &&
  head[17] === 0;

/**
 * Returns the type of content by the first bytes of its file; undefined when it is none of `accepted`. A text cannot be
 * recognised: what is not known to be anything else is the first text type that is accepted.
 */
export function sniffContentType(head: Uint8Array, accepted: readonly ContentType[]): ContentType | undefined {
  const text = latin1Of(head);
  // These signatures begin a file in the archive, or the end of one without files (APPNOTE 4.3.7 and 4.3.16).
  if (text.startsWith("PK\x03\x04") || text.startsWith("PK\x05\x06")) {
    return accepted.find((type) => type === "application/zip");
  }
  const isUtf16 = text.startsWith("\xff\xfe") || text.startsWith("\xfe\xff");
  // A text may mention PDF: its words are a signature only at the very beginning.
  const isOther = sniffMediaType(head.subarray(0, SIGNATURE_BYTES)) !== undefined;
  return isOther || (text.includes("\0") && !isUtf16) ? undefined : accepted.find((type) => type !== "application/zip");
}

// This is enough for each of the signatures but for those that zeros follow, and too few for one further on.
const SIGNATURE_BYTES = 12;

/** The beginnings of files that are often sent by mistake, in Latin-1, with what they are. */
const KNOWN_BEGINNINGS: readonly (readonly [beginning: string, name: string])[] = [
  ["PK\u0003", "a ZIP archive, as documents of Word, Excel and PowerPoint are"],
  ["PK\u0005", "a ZIP archive, as documents of Word, Excel and PowerPoint are"],
  ["\u00d0\u00cf\u0011\u00e0", "a document of an old Office version"],
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
  [
    /^.{4}ftyp(?:he[iv][cmsx]|mif1|msf1)/s,
    "a HEIC image, as phones take them, which has to be converted to JPEG before it is sent (a phone does so when it is set to the most compatible format; `heif-convert photo.heic photo.jpg` does it on a computer)",
  ],
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
