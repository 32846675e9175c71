import { isAscii } from "node:buffer";

/** A place in a text; lines and columns are counted from 1, columns in characters. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

const LINE_FEED = 0x0a;

/** Counts lines and columns of a text in UTF-8 that arrives in chunks: one pass over its bytes. */
export class TextPosition {
  #line = 1;
  #column = 1;

  /** Counts the next bytes. */
  pass(bytes: Buffer): void {
    ({ line: this.#line, column: this.#column } = this.at(bytes, bytes.length));
  }

  /** Returns the place of the byte at `index` of `next`, the bytes that follow those that were counted. */
  at(next: Buffer, index: number): Position {
    const before = next.subarray(0, Math.max(0, index));
    const lineStart = before.lastIndexOf(LINE_FEED) + 1;
    return {
      line: this.#line + (lineStart === 0 ? 0 : lineFeedsIn(before)),
      column: (lineStart === 0 ? this.#column : 1) + charactersIn(before.subarray(lineStart)),
    };
  }
}

function lineFeedsIn(bytes: Buffer): number {
  let count = 0;
  for (const byte of bytes) {
    count += byte === LINE_FEED ? 1 : 0;
  }
  return count;
}

function charactersIn(bytes: Buffer): number {
  if (isAscii(bytes)) {
    return bytes.length;
  }
  let count = 0;
  for (const byte of bytes) {
    // 10xxxxxx continues a character (RFC 3629 §3).
    count += (byte & 0xc0) === 0x80 ? 0 : 1;
  }
  return count;
}
