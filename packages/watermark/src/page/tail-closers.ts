import { type Bounds, Lexer, Token, TokenFlag, type TokenKind } from "@quire/cos";

/** The largest number of open arrays, dictionaries and strings: deeper nesting does not occur in practice. */
const MAX_OPEN = 1000;

/**
 * Returns the text that ends the arrays, dictionaries and strings that are open at the end of content whose last
 * operator ended at `offset`; undefined when there are too many.
 */
export function tailClosers(bytes: Uint8Array, offset: number, bounds: Bounds): string | undefined {
  const lexer = new Lexer(bytes, offset);
  const open: string[] = [];
  for (let kind = lexer.next(); kind !== Token.end && open.length <= MAX_OPEN; kind = lexer.next()) {
    bounds.step();
    if (kind === Token.arrayEnd || kind === Token.dictEnd) {
      open.pop();
    } else {
      const closer = closerOf(kind, lexer);
      if (closer !== undefined) {
        open.push(closer);
      }
    }
  }
  const closers = open.toReversed().join("");
  if (closers.length > 2 * MAX_OPEN) {
    return undefined;
  }
  return closers === "" ? "" : `${closers}\n`;
}

function closerOf(kind: TokenKind, { bytes, start, flags }: Lexer): string | undefined {
  if (kind === Token.arrayStart) {
    return "]";
  }
  if (kind === Token.dictStart) {
    return ">>";
  }
  if ((flags & TokenFlag.unterminated) === 0) {
    return undefined;
  }
  return kind === Token.hexString ? ">" : ")".repeat(Math.min(depthOfString(bytes, start), 2 * MAX_OPEN + 1));
}

/** Counts the parentheses that are open at the end of an unterminated string (ISO 32000-2, 7.3.4.2). */
function depthOfString(bytes: Uint8Array, start: number): number {
  let depth = 0;
  for (let offset = start; offset < bytes.length; offset++) {
    const byte = bytes[offset];
    if (byte === BACKSLASH) {
      offset++;
    } else if (byte === OPENING) {
      depth++;
    } else if (byte === CLOSING) {
      depth--;
    }
  }
  return depth;
}

const BACKSLASH = 0x5c;
const OPENING = 0x28;
const CLOSING = 0x29;
