import { Lexer, Token, type TokenKind } from "@quire/cos";

/**
 * Reads tokens of PostScript as far as fonts and CMaps need them: names have no escapes, numbers may have a radix or
 * exponent.
 */
export class PostScriptTokens {
  readonly #lexer: Lexer;

  constructor(bytes: Uint8Array) {
    this.#lexer = new Lexer(bytes);
  }

  /** Moves to the next token and returns its kind; `end` repeatedly when there is none. */
  next(): TokenKind {
    return this.#lexer.next();
  }

  /** Makes the token that was read last the next one again. */
  back(): void {
    this.#lexer.position = this.#lexer.start;
  }

  get kind(): TokenKind {
    return this.#lexer.kind;
  }

  /** The name without its solidus; undefined where the token is no name. */
  get name(): string | undefined {
    return this.kind === Token.name ? this.#text(1) : undefined;
  }

  /** The executable name; undefined where the token is none. */
  get keyword(): string | undefined {
    return this.kind === Token.keyword ? this.#lexer.keyword : undefined;
  }

  /** The bytes of a string; undefined where the token is no string. */
  get string(): Uint8Array | undefined {
    return this.kind === Token.hexString || this.kind === Token.literalString ? this.#lexer.stringBytes : undefined;
  }

  get isHexString(): boolean {
    return this.kind === Token.hexString;
  }

  /** The integer; undefined where the token is none. */
  get integer(): number | undefined {
    return this.kind === Token.integer ? this.#lexer.number : undefined;
  }

  /** Reads a number: `12`, `-.5`, `1E-3`, `8#101`. Returns undefined for another token, which stays unread. */
  number(): number | undefined {
    this.next();
    const value = this.#numberValue();
    if (value === undefined) {
      this.back();
    }
    return value;
  }

  /** Reads the numbers between brackets or braces. */
  numbers(): readonly number[] {
    const numbers: number[] = [];
    const opening = this.next();
    if (opening !== Token.arrayStart && opening !== Token.braceStart) {
      this.back();
      return numbers;
    }
    for (let number = this.number(); number !== undefined; number = this.number()) {
      numbers.push(number);
    }
    return numbers;
  }

  /** Reads the bytes that begin one byte after the last token, as after RD; at most as many as there are. */
  binary(lengthBytes: number): Uint8Array {
    const start = this.#lexer.position + 1;
    const end = Math.min(start + Math.max(lengthBytes, 0), this.#lexer.end);
    this.#lexer.position = end;
    return this.#lexer.bytes.subarray(start, end);
  }

  #text(skip: number): string {
    const { bytes, start, position } = this.#lexer;
    return Buffer.from(bytes.buffer, bytes.byteOffset + start + skip, position - start - skip).toString("latin1");
  }

  #numberValue(): number | undefined {
    const { kind } = this;
    if (kind === Token.integer) {
      return this.#withRadix(this.#lexer.number);
    }
    if (kind === Token.real) {
      return this.#lexer.number;
    }
    const isExponential =
      kind === Token.keyword && /^[-+]?(\d+(?:\.\d*)?|\.\d+)[eE][-+]?\d+$/.test(this.#lexer.keyword);
    return isExponential ? Number(this.#lexer.keyword) : undefined;
  }

  /** Returns a number, taking it as a radix when `#` and digits follow. */
  #withRadix(value: number): number {
    const lexer = this.#lexer;
    const end = lexer.position;
    if (lexer.bytes[end] !== 0x23 || value < 2 || value > 36) {
      return value;
    }
    lexer.next();
    return Number.parseInt(this.#text(1), value) || 0;
  }
}
