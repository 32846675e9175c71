import { Name } from "../objects.ts";
import { CR, hexDigits, isEol, isRegular, isWhiteSpace, NOT_HEX } from "./characters.ts";
import { internedName, latin1 } from "./name-table.ts";
import { hexDecoded, unescapedString } from "./strings.ts";

/** The kinds of tokens of ISO 32000-2, 7.2 and 7.3, and the braces of 7.10.5. */
export const Token = {
  end: 0,
  integer: 1,
  real: 2,
  name: 3,
  literalString: 4,
  hexString: 5,
  arrayStart: 6,
  arrayEnd: 7,
  dictStart: 8,
  dictEnd: 9,
  braceStart: 10,
  braceEnd: 11,
  /** Any other run of regular characters; also a `)` or `>` that closes nothing. */
  keyword: 12,
} as const;
export type TokenKind = (typeof Token)[keyof typeof Token];

/** The mistakes in a token, as bits; `Lexer.flags` is the sum of them. */
export const TokenFlag = {
  /** A hexadecimal string with an odd number of characters, white-space aside, be they digits or not. */
  hexStringOdd: 1,
  hexStringInvalid: 2,
  numberMalformed: 4,
  nameEscape: 8,
  unterminated: 16,
} as const;

/** The possible results of `Lexer.integersAhead`. */
export const Ahead = { nothing: 0, reference: 1, object: 2 } as const;

const MAX_KEYWORD_LENGTH = 128;
/**
 * The maximum number of digits that are kept before, and after, the point: more do not change the JavaScript number,
 * which is 0 or the greatest by then.
 */
const MAX_DIGITS = 400;
/**
 * The maximum number of digits for which both the integer and its division by a power of ten are exact or exactly
 * rounded.
 */
const EXACT_DIGITS = 15;
const POWERS_OF_TEN = Float64Array.from({ length: EXACT_DIGITS + 1 }, (_, power) => Number(`1e${power}`));
const NO_BYTES = new Uint8Array(0);
const NO_NAME = new Name("");

/**
 * Reads the tokens of `bytes`, from `position` to before `end` (ISO 32000-2, 7.2, 7.3). Everything is some token;
 * mistakes in it are in `flags`. After `next`, the field of the token's kind has its value; the other fields keep older
 * ones.
 */
export class Lexer {
  readonly bytes: Uint8Array;
  readonly end: number;
  /** The offset at which the next token is looked for: after the last one. */
  position: number;

  kind: TokenKind = Token.end;
  /** The offset at which the token starts. */
  start: number;
  flags = 0;
  /** The value of the last number: finite, and never -0. */
  number = 0;
  /** The last name. Equal names are mostly the same instance. */
  nameValue: Name = NO_NAME;
  /**
   * The bytes of the last string, without the delimiters and with escapes resolved; a view of `bytes` when nothing had
   * to be changed.
   */
  stringBytes: Uint8Array = NO_BYTES;
  /** The first 128 characters of the last keyword. */
  keyword = "";
  /** The generation that `integersAhead` found. */
  generation = 0;

  constructor(bytes: Uint8Array, position = 0, end: number = bytes.length) {
    this.bytes = bytes;
    this.end = Math.min(end, bytes.length);
    this.position = Math.max(position, 0);
    this.start = this.position;
  }

  get name(): string {
    return this.nameValue.value;
  }

  get isHex(): boolean {
    return this.kind === Token.hexString;
  }

  /** Reads the next token and returns its kind; `end` each time when there is none left. */
  next(): TokenKind {
    const kind = this.#read();
    this.kind = kind;
    return kind;
  }

  /**
   * Returns whether `g R` (7.3.10) or `g obj` follows the integer that was just read; `generation` is `g` then. The
   * position moves behind an `R`, otherwise it stays.
   */
  integersAhead(): (typeof Ahead)[keyof typeof Ahead] {
    const { bytes, end } = this;
    let offset = this.position;
    if (offset + 1 < end && bytes[offset] === 0x20 && bytes[offset + 1]! > 0x20) {
      offset++;
    }
    const byteAhead = offset < end ? bytes[offset]! : 0x2f;
    if (byteAhead > 0x39) {
      return Ahead.nothing;
    }
    offset = this.#pastSpace(offset);
    const first = offset;
    let value = 0;
    // Table C.1: a generation has five digits at most; ten are read, for leading zeros.
    while (offset < end && offset - first < 10) {
      const digit = bytes[offset]! - 0x30;
      if (digit < 0 || digit > 9) {
        break;
      }
      value = value * 10 + digit;
      offset++;
    }
    if (offset === first || first === this.position || offset >= end) {
      return Ahead.nothing;
    }
    const afterDigits = offset;
    offset = this.#pastSpace(offset);
    if (offset >= end) {
      return Ahead.nothing;
    }
    const byte = bytes[offset];
    if (byte === 0x52) {
      if (afterDigits === offset || (offset + 1 < end && isRegular[bytes[offset + 1]!] === 1)) {
        return Ahead.nothing;
      }
      this.generation = value;
      this.position = offset + 1;
      return Ahead.reference;
    }
    if (byte === 0x6f && offset + 3 <= end && bytes[offset + 1] === 0x62 && bytes[offset + 2] === 0x6a) {
      this.generation = value;
      return Ahead.object;
    }
    return Ahead.nothing;
  }

  #read(): TokenKind {
    const { bytes, end } = this;
    let start = this.position;
    if (start < end && bytes[start] === 0x20) {
      start++;
    }
    if (start < end && (bytes[start]! <= 0x20 || bytes[start] === 0x25)) {
      start = this.#pastSpace(start);
    }
    this.start = start;
    this.flags = 0;
    if (start >= end) {
      this.position = end;
      return Token.end;
    }
    const byte = bytes[start]!;
    switch (byte) {
      case 0x2f:
        return this.#readName(start);
      case 0x2b:
      case 0x2d:
      case 0x2e:
      case 0x30:
      case 0x31:
      case 0x32:
      case 0x33:
      case 0x34:
      case 0x35:
      case 0x36:
      case 0x37:
      case 0x38:
      case 0x39:
        return this.#readNumber(start);
      case 0x28:
        return this.#readLiteralString(start);
      case 0x3c:
        if (start + 1 < end && bytes[start + 1] === 0x3c) {
          this.position = start + 2;
          return Token.dictStart;
        }
        return this.#readHexString(start);
      case 0x3e:
        if (start + 1 < end && bytes[start + 1] === 0x3e) {
          this.position = start + 2;
          return Token.dictEnd;
        }
        this.position = start + 1;
        this.keyword = ">";
        return Token.keyword;
      case 0x29:
        this.position = start + 1;
        this.keyword = ")";
        return Token.keyword;
      case 0x5b:
        this.position = start + 1;
        return Token.arrayStart;
      case 0x5d:
        this.position = start + 1;
        return Token.arrayEnd;
      case 0x7b:
        this.position = start + 1;
        return Token.braceStart;
      case 0x7d:
        this.position = start + 1;
        return Token.braceEnd;
      default:
        return this.#readKeyword(start);
    }
  }

  #pastSpace(position: number): number {
    const { bytes, end } = this;
    let offset = position;
    while (offset < end) {
      const byte = bytes[offset]!;
      if (isWhiteSpace[byte] === 1) {
        offset++;
      } else if (byte === 0x25) {
        while (offset < end && !isEol(bytes[offset])) {
          offset++;
        }
      } else {
        break;
      }
    }
    return offset;
  }

  #readKeyword(start: number): TokenKind {
    const { bytes, end } = this;
    let offset = start;
    while (offset < end && isRegular[bytes[offset]!] === 1) {
      offset++;
    }
    this.position = offset;
    this.keyword =
      offset - start > MAX_KEYWORD_LENGTH
        ? latin1(bytes, start, start + MAX_KEYWORD_LENGTH)
        : internedName(bytes, start, offset).value;
    return Token.keyword;
  }

  #readName(start: number): TokenKind {
    const { bytes, end } = this;
    let offset = start + 1;
    let hasEscapes = false;
    while (offset < end) {
      const byte = bytes[offset]!;
      if (isRegular[byte] === 0) {
        break;
      }
      if (byte === 0x23) {
        hasEscapes = true;
      }
      offset++;
    }
    this.position = offset;
    this.nameValue = hasEscapes ? this.#unescapedName(start + 1) : internedName(bytes, start + 1, offset);
    return Token.name;
  }

  /**
   * Resolves the escapes of a name (7.3.5): `#` and two hexadecimal digits are a byte. Any other `#` stands for itself,
   * as in PDF 1.1.
   */
  #unescapedName(start: number): Name {
    const bytes = this.bytes;
    const end = this.position;
    const unescaped = new Uint8Array(end - start);
    let length = 0;
    for (let offset = start; offset < end; offset++) {
      let byte = bytes[offset]!;
      if (byte === 0x23) {
        const high = offset + 2 < end ? hexDigits[bytes[offset + 1]!]! : NOT_HEX;
        const low = offset + 2 < end ? hexDigits[bytes[offset + 2]!]! : NOT_HEX;
        if (high !== NOT_HEX && low !== NOT_HEX) {
          byte = high * 16 + low;
          offset += 2;
        } else {
          this.flags |= TokenFlag.nameEscape;
        }
      }
      unescaped[length] = byte;
      length++;
    }
    return internedName(unescaped, 0, length);
  }

  #readNumber(start: number): TokenKind {
    const { bytes, end } = this;
    const sign = bytes[start]!;
    let offset = sign === 0x2d || sign === 0x2b ? start + 1 : start;
    const first = offset;
    let value = 0;
    let decimals = -1;
    while (offset < end) {
      const byte = bytes[offset]!;
      if (byte >= 0x30 && byte <= 0x39) {
        value = value * 10 + (byte - 0x30);
      } else if (byte === 0x2e && decimals < 0) {
        decimals = offset;
      } else if (isRegular[byte] === 0) {
        break;
      } else {
        return this.#readOddNumber(start);
      }
      offset++;
    }
    const digits = decimals < 0 ? offset - first : offset - first - 1;
    if (digits === 0 || digits > EXACT_DIGITS) {
      return this.#readOddNumber(start);
    }
    this.position = offset;
    if (decimals >= 0) {
      value /= POWERS_OF_TEN[offset - decimals - 1]!;
    }
    this.number = sign === 0x2d && value !== 0 ? -value : value;
    return decimals < 0 ? Token.integer : Token.real;
  }

  /**
   * Reads a number that is long or malformed, or a keyword after all, in the way of other readers: of several signs the
   * first counts, a sign within is skipped, and so are the digits after a second point. A number ends where letters
   * begin (`0cm`), unless they may be an exponent, which PDF does not have.
   */
  #readOddNumber(start: number): TokenKind {
    const { bytes, end } = this;
    let offset = start;
    let whole = "";
    let fraction = "";
    let digits = 0;
    let points = 0;
    let signs = 0;
    let isOdd = false;
    for (; offset < end; offset++) {
      const byte = bytes[offset]!;
      if (byte >= 0x30 && byte <= 0x39) {
        digits++;
        if (points === 0 && whole.length < MAX_DIGITS && (byte !== 0x30 || whole !== "")) {
          whole += String.fromCharCode(byte);
        } else if (points === 1 && fraction.length < MAX_DIGITS) {
          fraction += String.fromCharCode(byte);
        }
      } else if (byte === 0x2e) {
        points++;
      } else if (byte === 0x2d || byte === 0x2b) {
        signs++;
        isOdd ||= offset > start;
      } else {
        break;
      }
    }
    if (offset < end && isRegular[bytes[offset]!] === 1) {
      if (digits === 0 || this.#isExponent(offset)) {
        return this.#readKeyword(start);
      }
      isOdd = true;
    }
    if (isOdd || signs > 1 || points > 1 || digits === 0) {
      this.flags |= TokenFlag.numberMalformed;
    }
    this.position = offset;
    const value = Math.min(Number(`${whole}.${fraction}0`), Number.MAX_VALUE);
    this.number = bytes[start] === 0x2d && value !== 0 ? -value : value;
    return points === 0 ? Token.integer : Token.real;
  }

  #isExponent(offset: number): boolean {
    const letter = this.bytes[offset];
    const next = offset + 1 < this.end ? this.bytes[offset + 1]! : 0;
    return (letter === 0x65 || letter === 0x45) && ((next >= 0x30 && next <= 0x39) || next === 0x2d || next === 0x2b);
  }

  #readLiteralString(start: number): TokenKind {
    const { bytes, end } = this;
    let offset = start + 1;
    let depth = 1;
    let isChanged = false;
    while (offset < end) {
      const byte = bytes[offset]!;
      if (byte === 0x29) {
        depth--;
        if (depth === 0) {
          break;
        }
      } else if (byte === 0x28) {
        depth++;
      } else if (byte === 0x5c) {
        isChanged = true;
        offset++;
      } else if (byte === CR) {
        isChanged = true;
      }
      offset++;
    }
    const stringEnd = Math.min(offset, end);
    if (depth > 0) {
      this.flags |= TokenFlag.unterminated;
    }
    this.position = Math.min(offset + 1, end);
    this.stringBytes = isChanged
      ? unescapedString(bytes, start + 1, stringEnd)
      : new Uint8Array(bytes.buffer, bytes.byteOffset + start + 1, stringEnd - start - 1);
    return Token.literalString;
  }

  /**
   * Reads a hexadecimal string (7.3.4.3): white-space does not count, an odd last digit has a 0 after it, and other
   * characters are skipped.
   */
  #readHexString(start: number): TokenKind {
    const { bytes, end } = this;
    let offset = start + 1;
    let digits = 0;
    let others = 0;
    while (offset < end) {
      const byte = bytes[offset]!;
      if (byte === 0x3e) {
        break;
      }
      if (hexDigits[byte] !== NOT_HEX) {
        digits++;
      } else if (isWhiteSpace[byte] === 0) {
        others++;
        this.flags |= TokenFlag.hexStringInvalid;
      }
      offset++;
    }
    this.position = Math.min(offset + 1, end);
    this.flags |=
      (offset < end ? 0 : TokenFlag.unterminated) | ((digits + others) % 2 === 1 ? TokenFlag.hexStringOdd : 0);
    this.stringBytes = hexDecoded(bytes, start + 1, offset, digits);
    return Token.hexString;
  }
}
