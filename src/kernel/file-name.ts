/* Names of uploaded files, and names of results as HTTP headers carry them (contract §1.12, §1.13). */

const NAMELESS = "document.pdf";
const MAX_BYTES = 255;
const MAX_EXTENSION_BYTES = 32;
const MAX_PATH_BYTES = 1024;

/** The file name in a part's Content-Disposition: `filename` and `filename*` as written, the latter still encoded. */
export interface GivenFileName {
  readonly plain?: string | undefined;
  readonly extended?: string | undefined;
}

/**
 * Returns the client's name for a file, cleaned; it is used for names of results only, never for a path. `filename*` is
 * preferred.
 */
export function fileNameFrom({ plain, extended }: GivenFileName): string {
  const decoded = extended === undefined ? undefined : decodeExtended(extended);
  return cleanFileName(decoded ?? plain ?? "");
}

/**
 * Returns the client's name for a file as a relative path: `/` between its parts, in NFC, without control characters.
 * Returns undefined when it has none, leads upwards, or is longer than a path may be.
 */
export function relativePathFrom({ plain, extended }: GivenFileName): string | undefined {
  const raw = (extended === undefined ? undefined : decodeExtended(extended)) ?? plain ?? "";
  const parts = raw
    .toWellFormed()
    .replace(/\p{Cc}/gu, "")
    .normalize("NFC")
    .split(/[/\\]/)
    .filter((part) => part !== "" && part !== ".");
  const path = parts.join("/");
  return path === "" || parts.includes("..") || Buffer.byteLength(path) > MAX_PATH_BYTES ? undefined : path;
}

/**
 * Decodes a value of RFC 8187: charset'language'percent-encoded. Returns undefined when it is malformed or of another
 * charset.
 */
function decodeExtended(value: string): string | undefined {
  const [, charset, encoded] = /^([\w-]+)'[^']*'([!#$&+.^`|~\w%-]*)$/.exec(value) ?? [];
  if (charset === undefined || encoded === undefined) {
    return undefined;
  }
  try {
    switch (charset.toLowerCase()) {
      case "utf-8":
        return decodeURIComponent(encoded);
      case "iso-8859-1":
        return encoded.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
      default:
        return undefined;
    }
  } catch (error) {
    // An escape is not UTF-8: `filename` is then the better name.
    if (error instanceof URIError) {
      return undefined;
    }
    throw error;
  }
}

/** Cleans a file name: without path parts and control characters, in NFC, at most 255 bytes of UTF-8; never empty. */
export function cleanFileName(raw: string): string {
  const name = raw
    .toWellFormed()
    .replace(/^.*[/\\]/s, "")
    .replace(/\p{Cc}/gu, "")
    .normalize("NFC")
    .trim();
  return /^\.*$/.test(name) ? NAMELESS : shorten(name);
}

/** Shortens a name by cutting the stem, so that the extension stays. */
function shorten(name: string): string {
  if (Buffer.byteLength(name) <= MAX_BYTES) {
    return name;
  }
  const dot = name.lastIndexOf(".");
  const ending = dot > 0 ? name.slice(dot) : "";
  const extension = Buffer.byteLength(ending) <= MAX_EXTENSION_BYTES ? ending : "";
  const stem = Buffer.from(name.slice(0, name.length - extension.length));
  let end = MAX_BYTES - Buffer.byteLength(extension);
  // A byte 10xxxxxx continues a character: the cut goes before its first byte.
  while (((stem[end] ?? 0) & 0xc0) === 0x80) {
    end -= 1;
  }
  return stem.toString("utf8", 0, end) + extension;
}

/** Returns the Content-Disposition of a result. `filename*` is present only when the name is not ASCII. */
export function attachment(name: string): string {
  const printable = name.replace(/\p{Cc}/gu, "");
  const fallback = printable.replace(/[^\x20-\x7e]/gu, "_");
  const quoted = `attachment; filename="${fallback.replace(/[\\"]/g, "\\$&")}"`;
  return fallback === printable ? quoted : `${quoted}; filename*=UTF-8''${encodeExtended(printable)}`;
}

// RFC 8187 leaves fewer characters unescaped than encodeURIComponent does.
const encodeExtended = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
