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

/** Reads the text of the codes of a font. */
interface CodeReader {
  textOfCode(code: number): string;
}

/** A run of glyphs, and of ways between them, as `read` found it last. */
export class GlyphRun {
  /** The offset behind the run; that at which it was looked for when there is none. */
  end = 0;
  /** The number of operators in the run. */
  operators = 0;
  /** The offset of the first glyph; negative when there is none. */
  shownStart = -1;
  /** The offset behind the last glyph. */
  shownEnd = -1;
  text = "";
  /** The place of the first glyph. */
  firstX = 0;
  firstY = 0;
  /** The place behind the last way. */
  x = 0;
  y = 0;
  readonly #bytes: Uint8Array;
  /** The number that `#number` read. */
  #value = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Reads the run at an offset, where it is written as browsers do, from the place at which it begins. */
  read(from: number, start: { readonly x: number; readonly y: number }, font: CodeReader): void {
    let { x, y } = start;
    let text = "";
    let operators = 0;
    let at = from;
    this.shownStart = -1;
    for (;;) {
      const code = this.#codeAt(at);
      if (code >= 0) {
        if (this.shownStart < 0) {
          this.shownStart = at;
          this.firstX = x;
          this.firstY = y;
        }
        text += font.textOfCode(code);
        at += SHOWN_BYTES;
        this.shownEnd = at - 1;
      } else {
        const afterX = this.#number(at);
        const dx = this.#value;
        const afterY = afterX < 0 || this.#bytes[afterX] !== SPACE ? -1 : this.#number(afterX + 1);
        if (afterY < 0 || !this.#isMove(afterY)) {
          break;
        }
        x += dx;
        y += this.#value;
        at = afterY + " Td ".length;
      }
      operators += 1;
    }
    this.end = at;
    this.operators = operators;
    this.text = text;
    this.x = x;
    this.y = y;
  }

  /** Returns the code in `<hhhh> Tj` and the end of its line; -1 where there is something else. */
  #codeAt(at: number): number {
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
    return code;
  }

  /** Returns whether there is ` Td` and a blank. */
  #isMove(at: number): boolean {
    const bytes = this.#bytes;
    return (
      bytes[at] === SPACE &&
      bytes[at + 1] === 0x54 &&
      bytes[at + 2] === 0x64 &&
      (bytes[at + 3] === SPACE || bytes[at + 3] === LINE_FEED)
    );
  }

  /** Reads a number; returns the offset behind it, -1 where there is something else. */
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
