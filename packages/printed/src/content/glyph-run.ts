/*
 * Most of what a browser writes are glyphs one by one, each with the way from the one before: `9.68 0 Td <002C> Tj`. To
 * read these as any other operators takes ten times as long as to look for just that.
 */

const SPACE = 0x20;
const LINE_FEED = 0x0a;
const POINT = 0x2e;
const MINUS = 0x2d;
const ZERO = 0x30;
/** The most digits of a number that is read here. */
const MAX_DIGITS = 15;
const SHOWN_BYTES = "<0000> Tj\n".length;

/** Reads the two operators at an offset, where they are written as browsers do. */
export class GlyphRun {
  /** The code that `shown` read. */
  code = 0;
  /** The way that `moved` read. */
  x = 0;
  y = 0;
  readonly #bytes: Uint8Array;
  /** The number that `#number` read. */
  #value = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Returns the offset behind `<hhhh> Tj` and the end of its line; -1 where there is something else. */
  shown(at: number): number {
    const bytes = this.#bytes;
    if (
      bytes[at] !== 0x3c ||
      bytes[at + 5] !== 0x3e ||
      bytes[at + 6] !== SPACE ||
      bytes[at + 7] !== 0x54 ||
      bytes[at + 8] !== 0x6a ||
      bytes[at + 9] !== LINE_FEED
    ) {
      return -1;
    }
    let code = 0;
    for (let index = at + 1; index < at + 5; index++) {
      const digit = HEXADECIMAL[bytes[index] ?? 0] ?? -1;
      if (digit < 0) {
        return -1;
      }
      code = code * 16 + digit;
    }
    this.code = code;
    return at + SHOWN_BYTES;
  }

  /** Returns the offset behind `x y Td` and the blank after it; -1 where there is something else. */
  moved(at: number): number {
    const bytes = this.#bytes;
    const afterX = this.#number(at);
    const x = this.#value;
    if (afterX < 0 || bytes[afterX] !== SPACE) {
      return -1;
    }
    const afterY = this.#number(afterX + 1);
    if (
      afterY < 0 ||
      bytes[afterY] !== SPACE ||
      bytes[afterY + 1] !== 0x54 ||
      bytes[afterY + 2] !== 0x64 ||
      (bytes[afterY + 3] !== SPACE && bytes[afterY + 3] !== LINE_FEED)
    ) {
      return -1;
    }
    this.x = x;
    this.y = this.#value;
    return afterY + 4;
  }

  #number(at: number): number {
    const bytes = this.#bytes;
    const first = bytes[at] === MINUS ? at + 1 : at;
    let value = 0;
    let index = first;
    let point = -1;
    for (; index - first <= MAX_DIGITS; index++) {
      const byte = bytes[index] ?? 0;
      const digit = byte - ZERO;
      if (digit >= 0 && digit <= 9) {
        value = value * 10 + digit;
      } else if (byte === POINT && point < 0) {
        point = index;
      } else {
        break;
      }
    }
    if (index === first || index - first > MAX_DIGITS) {
      return -1;
    }
    const scaled = point < 0 ? value : value / (POWERS_OF_TEN[index - point - 1] ?? 1);
    this.#value = first === at ? scaled : -scaled;
    return index;
  }
}

const POWERS_OF_TEN = Float64Array.from({ length: MAX_DIGITS + 1 }, (_, power) => 10 ** power);

/** The values of hexadecimal digits by their codes; -1 for others. */
const HEXADECIMAL = Int8Array.from({ length: 256 }, (_, code) =>
  /[\da-f]/i.test(String.fromCharCode(code)) ? Number.parseInt(String.fromCharCode(code), 16) : -1,
);
