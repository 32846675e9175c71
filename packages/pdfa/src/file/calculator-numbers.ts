import { type Bounds, decodeStream, Lexer, type Stream, Token, type TokenFact } from "@quire/cos";

const CALCULATOR = 4;
/** The number of bytes of a program that are read; no reader would run the function of a longer one. */
const MAX_BYTES = 1 << 20;

/**
 * Returns the numbers of a PostScript calculator function (ISO 32000-2, 7.10.5) that limits may concern, as
 * `TokenFact`s; empty for any other stream.
 */
export function calculatorNumbers(stream: Stream, bounds: Bounds): readonly TokenFact[] {
  if (stream.dict.get("FunctionType") !== CALCULATOR) {
    return NO_FACTS;
  }
  const lexer = new Lexer(decodeStream(stream, bounds).bytes, 0, MAX_BYTES);
  const facts: TokenFact[] = [];
  for (let kind = lexer.next(); kind !== Token.end; kind = lexer.next()) {
    bounds.step();
    const { start: offset, number: value } = lexer;
    if (kind === Token.integer && isLargeInteger(value)) {
      facts.push({ kind: "integer", value, offset });
    } else if (kind === Token.real && isExtremeReal(value)) {
      facts.push({ kind: "real", value, offset });
    }
  }
  return facts;
}

const NO_FACTS: readonly TokenFact[] = [];

const isLargeInteger = (value: number): boolean => value > 2 ** 31 - 1 || value < -(2 ** 31);

const isExtremeReal = (value: number): boolean =>
  Math.abs(value) > 32_767 || (value !== 0 && Math.abs(value) < 1.175494351e-38);
