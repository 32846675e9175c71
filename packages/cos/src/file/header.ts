import { CR, LF } from "../syntax/characters.ts";
import { eolLength, isDigit, searchable } from "./scan.ts";

/** The header line and the bytes around it (ISO 32000-2, 7.5.2; ISO 19005-2, 6.1.2). */
export interface HeaderFacts {
  /** The offset of `%PDF-` from the start of the bytes; null when there is no header. */
  readonly offset: number | null;
  /** The version as written: "1.7". Empty when there is none. */
  readonly version: string;
  /** Whether nothing but the version and an end-of-line marker follows `%PDF-`. */
  readonly isAlone: boolean;
  /** The offset after the header line's end-of-line marker. */
  readonly endOffset: number;
  /** The comment on the line that follows directly, without `%` and end-of-line marker. */
  readonly comment: Uint8Array | null;
  /** Whether that comment starts with four bytes or more of which each is above 127. */
  readonly hasBinaryComment: boolean;
}

/** The number of bytes from the start of the file in which readers look for the header. */
const HEADER_WINDOW = 1024;

const noHeader: HeaderFacts = {
  offset: null,
  version: "",
  isAlone: false,
  endOffset: 0,
  comment: null,
  hasBinaryComment: false,
};

export function readHeader(bytes: Uint8Array): HeaderFacts {
  const offset = searchable(bytes.subarray(0, HEADER_WINDOW + 5)).indexOf("%PDF-");
  if (offset < 0) {
    return noHeader;
  }
  const versionEnd = endOfVersion(bytes, offset + 5);
  const lineEnd = endOfLine(bytes, versionEnd);
  const endOffset = lineEnd + eolLength(bytes, lineEnd);
  const comment = bytes[endOffset] === 0x25 ? bytes.subarray(endOffset + 1, endOfLine(bytes, endOffset)) : null;
  return {
    offset,
    version: searchable(bytes.subarray(offset + 5, versionEnd)).toString("latin1"),
    isAlone: versionEnd > offset + 5 && versionEnd === lineEnd && endOffset > lineEnd,
    endOffset,
    comment,
    hasBinaryComment: comment !== null && comment.length >= 4 && comment.subarray(0, 4).every((byte) => byte > 127),
  };
}

function endOfVersion(bytes: Uint8Array, offset: number): number {
  let at = offset;
  while (isDigit(bytes[at]) && at < offset + 3) {
    at++;
  }
  if (at === offset || bytes[at] !== 0x2e || !isDigit(bytes[at + 1])) {
    return offset;
  }
  at++;
  const minor = at;
  while (isDigit(bytes[at]) && at < minor + 3) {
    at++;
  }
  return at;
}

function endOfLine(bytes: Uint8Array, offset: number): number {
  const end = Math.min(bytes.length, offset + HEADER_WINDOW);
  let at = offset;
  while (at < end && bytes[at] !== CR && bytes[at] !== LF) {
    at++;
  }
  return at;
}
