import { skipWhiteSpace } from "../syntax/characters.ts";
import { digitsValue, eolLength, searchable, skipDigits } from "./scan.ts";

/** The end of the file as it is written (ISO 32000-2, 7.5.5). Offsets are from the start of the bytes. */
export interface StartxrefFacts {
  /** The offset of the last `startxref`. */
  readonly offset: number;
  /** The number after it, as written. */
  readonly value: number;
  /** The offset of the last `%%EOF`; null when none comes after `startxref`. */
  readonly eofOffset: number | null;
  /** The offset after `%%EOF` and one end-of-line marker; without `%%EOF`, after the number. */
  readonly endOffset: number;
  /** The number of bytes from `endOffset` to the end of the file. */
  readonly trailingBytes: number;
}

/** Finds the last `startxref` of the file; undefined when there is none, or no number follows it. */
export function findStartxref(bytes: Uint8Array): StartxrefFacts | undefined {
  const buffer = searchable(bytes);
  const offset = buffer.lastIndexOf("startxref");
  if (offset < 0) {
    return undefined;
  }
  const number = skipWhiteSpace(bytes, offset + "startxref".length);
  const numberEnd = skipDigits(bytes, number);
  if (number === numberEnd) {
    return undefined;
  }
  const eof = buffer.lastIndexOf("%%EOF");
  const eofOffset = eof > offset ? eof : null;
  const end = eofOffset === null ? numberEnd : eofOffset + "%%EOF".length;
  const endOffset = end + eolLength(bytes, end);
  return {
    offset,
    value: digitsValue(bytes, number, numberEnd),
    eofOffset,
    endOffset,
    trailingBytes: bytes.length - endOffset,
  };
}

/** The number of bytes behind a cross-reference section in which its `%%EOF` is looked for. */
const END_WINDOW = 1024;

/**
 * Returns the offset at which the revision ends whose last section ends at `offset`: after its `%%EOF`, or `offset`
 * when there is none.
 */
export function endOfRevision(bytes: Uint8Array, offset: number): number {
  const eof = searchable(bytes.subarray(offset, offset + END_WINDOW)).indexOf("%%EOF");
  if (eof < 0) {
    return offset;
  }
  const end = offset + eof + "%%EOF".length;
  return end + eolLength(bytes, end);
}
