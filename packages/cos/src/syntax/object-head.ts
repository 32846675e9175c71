import { isWhiteSpace } from "./characters.ts";
import { Lexer, Token } from "./lexer.ts";

/* The head of an indirect object: its number, its generation and obj (ISO 32000-1, 7.3.10). */

interface ObjectHead {
  readonly number: number;
  readonly generation: number;
  readonly offset: number;
  readonly endOffset: number;
  readonly hasSingleSpaces: boolean;
}

/** Reads `n g obj` and leaves the lexer after it; undefined when something else is there. */
export function readHead(lexer: Lexer): ObjectHead | undefined {
  if (lexer.next() !== Token.integer || lexer.flags !== 0 || !isPlainInteger(lexer)) {
    return undefined;
  }
  const { number, start: offset, position: numberEnd } = lexer;
  if (lexer.next() !== Token.integer || !isPlainInteger(lexer)) {
    return undefined;
  }
  const { number: generation, start: generationStart, position: generationEnd } = lexer;
  if (lexer.next() !== Token.keyword || !lexer.keyword.startsWith("obj")) {
    return undefined;
  }
  const { bytes, start: keywordStart } = lexer;
  // The value may follow without white-space: `1 0 obj5`.
  lexer.position = keywordStart + 3;
  return {
    number,
    generation,
    offset,
    endOffset: lexer.position,
    hasSingleSpaces: isOneSpace(bytes, numberEnd, generationStart) && isOneSpace(bytes, generationEnd, keywordStart),
  };
}

/** Returns whether the lexer's integer has digits only, no sign, and is a safe integer. */
function isPlainInteger(lexer: Lexer): boolean {
  const first = lexer.bytes[lexer.start]!;
  return first >= 0x30 && first <= 0x39 && Number.isSafeInteger(lexer.number);
}

const isOneSpace = (bytes: Uint8Array, start: number, end: number): boolean =>
  end - start === 1 && isWhiteSpace[bytes[start]!] === 1;
