import { Failure } from "../../../../kernel/failure.ts";
import type { GivenFileName } from "../../../../kernel/file-name.ts";

/** The contents of a part's headers. */
export interface PartHeaders {
  readonly name: string;
  /** The file name; undefined when the part is not a file. Both members are absent when it is a file without a name. */
  readonly file: GivenFileName | undefined;
  /** The charset of a text. */
  readonly charset: string;
}

const MAX_HEADERS = 32;
// Browsers escape line breaks in names and no other control character; those are removed from file names later.
const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]+$/;
// In quotes, only a quote and a backslash can be escaped: file names hold other backslashes as they are.
const PARAMETER = /;[ \t]*([!#$%&'*+.^_`|~\w-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))[ \t]*/gsy;

// A part without a file name is a file when it names one of these types: some clients leave the name out.
const FILE_TYPES = /^(application\/(octet-stream|pdf)|image\/.+)$/i;

/**
 * Reads the header lines of a part, without the empty line that ends them. Names and file names are UTF-8, as curl and
 * browsers send them (RFC 7578 §5.1.2).
 * @throws Failure `malformed_multipart`
 */
export function parsePartHeaders(bytes: Buffer): PartHeaders {
  const headers = headerLines(decodeText(bytes));
  const disposition = headers.get("content-disposition");
  if (disposition === undefined) {
    return refuse("a part has no Content-Disposition");
  }
  const parameters = dispositionParameters(disposition);
  const name = parameters.get("name");
  if (name === undefined || name === "") {
    return refuse("a part has no name, such as the one that curl's -F file=@document.pdf gives it");
  }
  const plain = unescapeFormName(parameters.get("filename"));
  const extended = parameters.get("filename*");
  const contentType = headers.get("content-type") ?? "";
  const isFile = plain !== undefined || extended !== undefined || FILE_TYPES.test(mediaTypeOf(contentType));
  return { name, file: isFile ? { plain, extended } : undefined, charset: charsetOf(contentType) };
}

function headerLines(text: string): ReadonlyMap<string, string> {
  // A line that begins with a blank continues the one before it.
  const lines = text.replace(/\r\n[ \t]+/g, " ").split("\r\n", MAX_HEADERS + 1);
  if (lines.length > MAX_HEADERS) {
    refuse("a part has too many headers");
  }
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase();
    if (!HEADER_NAME.test(name) || /[\r\n]/.test(line)) {
      return refuse("a part has a malformed header");
    }
    if (headers.has(name)) {
      refuse("a part has the same header twice");
    }
    headers.set(name, withoutBlanks(line.slice(colon + 1)));
  }
  return headers;
}

/** Returns a text without the spaces and tabs at its ends; a pattern would look for the last ones from each blank. */
function withoutBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (BLANKS.has(text[start])) {
    start += 1;
  }
  while (end > start && BLANKS.has(text[end - 1])) {
    end -= 1;
  }
  return text.slice(start, end);
}

const BLANKS: ReadonlySet<string | undefined> = new Set([" ", "\t"]);

function dispositionParameters(disposition: string): ReadonlyMap<string, string> {
  const type = /^form-data[ \t]*(?=;|$)/i.exec(disposition);
  if (type === null) {
    return refuse("a part's Content-Disposition is not form-data");
  }
  const parameters = new Map<string, string>();
  let at = type[0].length;
  while (at < disposition.length) {
    PARAMETER.lastIndex = at;
    const [all, name, quoted, token] = PARAMETER.exec(disposition) ?? [];
    if (all === undefined || name === undefined) {
      return refuse("a part's Content-Disposition is malformed");
    }
    if (parameters.has(name.toLowerCase())) {
      refuse("a part's Content-Disposition has the same parameter twice");
    }
    parameters.set(name.toLowerCase(), quoted?.replace(/\\(["\\])/g, "$1") ?? token ?? "");
    at += all.length;
  }
  return parameters;
}

// The HTML standard's form encoding escapes these three and nothing else, not even the percent sign.
const unescapeFormName = (name: string | undefined): string | undefined =>
  name?.replace(/%(22|0D|0A)/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

const mediaTypeOf = (contentType: string): string => contentType.replace(/;.*$/s, "").trim();

const charsetOf = (contentType: string): string => /;\s*charset="?([\w.:-]+)/i.exec(contentType)?.[1] ?? "utf-8";

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decodeText(bytes: Buffer): string {
  try {
    return UTF8.decode(bytes);
  } catch (error) {
    // Old clients send Latin-1.
    if (error instanceof TypeError) {
      return bytes.toString("latin1");
    }
    throw error;
  }
}

function refuse(reason: string): never {
  throw new Failure("malformed_multipart", `The multipart body cannot be read: ${reason}.`);
}
