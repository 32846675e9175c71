import type { Bounds } from "../bounds.ts";
import type { Dict } from "../objects.ts";
import { CR, hasBytesAt, isEol, isWhiteSpace, LF, skipWhiteSpace, skipWhiteSpaceAndComments } from "./characters.ts";
import type { StreamSyntax } from "./facts.ts";
import { endstreamTokenAfter, hasTokenAt, nextEndstreamToken } from "./stream-tokens.ts";

export interface StreamExtent {
  readonly syntax: StreamSyntax;
  /** The number of bytes from `dataOffset` on that are the stream's. */
  readonly lengthBytes: number;
  /** The offset after `endstream`, or of the end of the data when there is none. */
  readonly endOffset: number;
}

const STREAM = Buffer.from("stream");
const ENDSTREAM = Buffer.from("endstream");
const ENDOBJ = Buffer.from("endobj");
const OBJ = Buffer.from("obj");
/**
 * The maximum number of white-space bytes accepted between the data and `endstream`: one EOL belongs there; some
 * writers put more.
 */
const MAX_SPACE_BEFORE_ENDSTREAM = 16;

/** How the bytes of a stream are found. */
export interface ExtentContext {
  readonly bounds: Bounds;
  /**
   * Whether `stream` and `endstream` count only as tokens of their own, and all that follows the former is data but for
   * one end-of-line marker. By default what writers do not mean is read as they mean it.
   */
  readonly readsLiterally?: boolean | undefined;
}

/**
 * Finds the extent of the stream (7.3.8.1) whose dictionary ends at `offset`; undefined when no `stream` follows it.
 */
export function streamExtent(
  bytes: Uint8Array,
  offset: number,
  end: number,
  dict: Dict,
  { bounds, readsLiterally = false }: ExtentContext,
): StreamExtent | undefined {
  const keyword = skipWhiteSpaceAndComments(bytes, offset, end);
  if (!(readsLiterally ? hasTokenAt : hasBytesAt)(bytes, keyword, STREAM, end)) {
    return undefined;
  }
  const afterKeyword = keyword + STREAM.length;
  const { dataOffset, eolAfterKeyword } = startOfData(bytes, afterKeyword, end, readsLiterally);
  const length = dict.integer("Length");
  const declaredLength = length === undefined ? null : length;
  const endsAt = declaredLength === null ? -1 : dataOffset + declaredLength;
  const found = (readsLiterally ? endstreamTokenAfter : endstreamAfter)(bytes, endsAt, dataOffset, end);
  const searched =
    found === undefined ? (readsLiterally ? nextEndstreamToken : searchEnd)(bytes, dataOffset, end, bounds) : undefined;
  const dataEnd = found ?? searched?.offset ?? Math.max(dataOffset, end);
  const hasEndstream = found !== undefined || searched?.isEndstream === true;
  const isCut = found === undefined && searched === undefined;
  const eol = isCut ? 0 : eolBefore(bytes, dataEnd, dataOffset, declaredLength);
  const actualLength = dataEnd - eol - dataOffset;
  return {
    syntax: {
      dataOffset,
      declaredLength,
      actualLength,
      eolAfterKeyword,
      hasEolBeforeEndstream: hasEndstream && eol > 0,
      hasEndstream,
    },
    lengthBytes: found === undefined ? actualLength : (declaredLength ?? actualLength),
    endOffset: hasEndstream ? dataEnd + ENDSTREAM.length : dataEnd,
  };
}

function startOfData(
  bytes: Uint8Array,
  afterKeyword: number,
  end: number,
  readsLiterally: boolean,
): { dataOffset: number; eolAfterKeyword: StreamSyntax["eolAfterKeyword"] } {
  const eol = eolAt(bytes, afterKeyword, end);
  if (eol !== "none") {
    return { dataOffset: afterKeyword + (eol === "CRLF" ? 2 : 1), eolAfterKeyword: eol };
  }
  if (readsLiterally) {
    return { dataOffset: afterKeyword, eolAfterKeyword: "none" };
  }
  // `stream` is followed by spaces and then an EOL: no writer means the spaces as data.
  let offset = afterKeyword;
  while (offset < end && (bytes[offset] === 0x20 || bytes[offset] === 0x09)) {
    offset++;
  }
  const later = eolAt(bytes, offset, end);
  const dataOffset = later === "none" ? afterKeyword : offset + (later === "CRLF" ? 2 : 1);
  return { dataOffset, eolAfterKeyword: "none" };
}

function eolAt(bytes: Uint8Array, offset: number, end: number): StreamSyntax["eolAfterKeyword"] {
  if (offset >= end || !isEol(bytes[offset])) {
    return "none";
  }
  if (bytes[offset] === LF) {
    return "LF";
  }
  return offset + 1 < end && bytes[offset + 1] === LF ? "CRLF" : "CR";
}

/**
 * Returns the offset of `endstream` when nothing but white-space stands before it from `offset` on; undefined
 * otherwise.
 */
function endstreamAfter(bytes: Uint8Array, offset: number, dataOffset: number, end: number): number | undefined {
  if (offset < dataOffset || offset > end) {
    return undefined;
  }
  const keyword = skipWhiteSpace(bytes, offset, Math.min(end, offset + MAX_SPACE_BEFORE_ENDSTREAM));
  return hasBytesAt(bytes, keyword, ENDSTREAM, end) ? keyword : undefined;
}

/** Returns the length of the EOL before `endstream`. Where a CR LF may be data and EOL, the declared length decides. */
function eolBefore(bytes: Uint8Array, dataEnd: number, dataOffset: number, declaredLength: number | null): number {
  if (dataEnd <= dataOffset || !isEol(bytes[dataEnd - 1])) {
    return 0;
  }
  const isCrLf = bytes[dataEnd - 1] === LF && dataEnd - 2 >= dataOffset && bytes[dataEnd - 2] === CR;
  return isCrLf && declaredLength !== dataEnd - 1 - dataOffset ? 2 : 1;
}

/**
 * Finds the end of the data: the first `endstream`, or an `endobj` before it when another object follows there, or when
 * there is no `endstream`. Undefined when there is neither.
 */
function searchEnd(
  bytes: Uint8Array,
  offset: number,
  end: number,
  bounds: Bounds,
): { offset: number; isEndstream: boolean } | undefined {
  bounds.look();
  const rest = Buffer.from(bytes.buffer, bytes.byteOffset + offset, Math.max(end - offset, 0));
  const endstream = rest.indexOf(ENDSTREAM);
  if (endstream === -1) {
    const endobj = rest.indexOf(ENDOBJ);
    return endobj === -1 ? undefined : { offset: offset + endobj, isEndstream: false };
  }
  const before = rest.subarray(0, endstream);
  for (let at = before.indexOf(ENDOBJ); at !== -1; at = before.indexOf(ENDOBJ, at + ENDOBJ.length)) {
    bounds.step();
    if (isObjectAt(rest, at + ENDOBJ.length)) {
      return { offset: offset + at, isEndstream: false };
    }
  }
  return { offset: offset + endstream, isEndstream: true };
}

/** Returns whether `n g obj` stands at `offset`. */
function isObjectAt(bytes: Uint8Array, offset: number): boolean {
  let at = offset;
  for (let integers = 0; integers < 2; integers++) {
    const start = skipWhiteSpace(bytes, at);
    at = start;
    while (at < bytes.length && at - start < 10 && bytes[at]! >= 0x30 && bytes[at]! <= 0x39) {
      at++;
    }
    if (at === start || isWhiteSpace[bytes[at]!] !== 1) {
      return false;
    }
  }
  return hasBytesAt(bytes, skipWhiteSpace(bytes, at), OBJ);
}
