import type { Bounds } from "../bounds.ts";
import { hasBytesAt, isRegular, skipWhiteSpaceAndComments } from "./characters.ts";

/* The keywords around the bytes of a stream, where they are tokens of their own (ISO 32000-2, 7.2.3). */

const ENDSTREAM = Buffer.from("endstream");

/** Returns whether a keyword stands at `offset`, and no regular character follows it. */
export function hasTokenAt(bytes: Uint8Array, offset: number, keyword: Uint8Array, end: number): boolean {
  const after = offset + keyword.length;
  return hasBytesAt(bytes, offset, keyword, end) && (after >= end || isRegular[bytes[after]!] !== 1);
}

/**
 * Returns the offset of `endstream` when nothing but white-space and comments stands before it from `offset` on;
 * undefined otherwise.
 */
export function endstreamTokenAfter(
  bytes: Uint8Array,
  offset: number,
  dataOffset: number,
  end: number,
): number | undefined {
  if (offset < dataOffset || offset > end) {
    return undefined;
  }
  const keyword = skipWhiteSpaceAndComments(bytes, offset, end);
  return hasTokenAt(bytes, keyword, ENDSTREAM, end) ? keyword : undefined;
}

/** Finds the next `endstream`, whatever is before it, other objects included; undefined where there is none. */
export function nextEndstreamToken(
  bytes: Uint8Array,
  dataOffset: number,
  end: number,
  bounds: Bounds,
): { offset: number; isEndstream: boolean } | undefined {
  bounds.look();
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, end);
  let offset = file.indexOf(ENDSTREAM, dataOffset);
  while (offset !== -1 && !hasTokenAt(bytes, offset, ENDSTREAM, end)) {
    bounds.step();
    offset = file.indexOf(ENDSTREAM, offset + 1);
  }
  return offset === -1 ? undefined : { offset, isEndstream: true };
}
