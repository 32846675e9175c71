import { Lexer, Token, type TokenKind } from "@quire/cos";

/** Tokens of PostScript as far as fonts and CMaps need them: names have no escapes, numbers may have a radix or exponent. */
export class PostScriptTokens {
  readonly #lexer: Lexer;

  constructor(bytes: Uint8Array) {
    this.#lexer = new Lexer(bytes);
  }

  /** `end` again and again when there is none. */
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

  /** Of a name, without its solidus; undefined where the token is none. */
  get name(): string | undefined {
    return this.kind === Token.name ? this.#text(1) : undefined;
  }

  /** Of an executable name; undefined where the token is none. */
  get keyword(): string | undefined {
    return this.kind === Token.keyword ? this.#lexer.keyword : undefined;
  }

  /** The bytes of a string; undefined where the token is none. */
  get string(): Uint8Array | undefined {
    return this.kind === Token.hexString || this.kind === Token.literalString ? this.#lexer.stringBytes : undefined;
  }

  get isHexString(): boolean {
    return this.kind === Token.hexString;
  }

  /** Reads a number: `12`, `-.5`, `1E-3`, `8#101`. Another token stays unread. */
  number(): number | undefined {
    this.next();
    const value = this.#numberValue();
    if (value === undefined) {
      this.back();
    }
    return value;
  }

  /** Numbers between brackets or braces. */
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

  /** The bytes after the last token and one more, as after RD; as many of them as there are. */
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
    const isExponential = kind === Token.keyword && /^[-+]?(\d+\.?\d*|\.\d+)[eE][-+]?\d+$/.test(this.#lexer.keyword);
    return isExponential ? Number(this.#lexer.keyword) : undefined;
  }

  /** A number that `#` follows is the radix of what comes then. */
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
