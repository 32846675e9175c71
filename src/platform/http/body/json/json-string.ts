/*
 * A decoder of a JSON string as it arrives (RFC 8259 §7), for strings too long to be held; it returns their text in
 * UTF-8.
 */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const UNICODE_ESCAPE_LENGTH = 6;
// A pair of surrogates is two escapes, which belong together.
const HIGH_SURROGATE_LAST = /\\u[dD][89abAB][\dA-Fa-f]{2}$/;
const MANY_CHARACTERS = 4096;

/** The characters that may follow a backslash, except `u`, and the character that each represents. */
export const SIMPLE_ESCAPES: ReadonlyMap<number, number> = new Map([
  [QUOTE, QUOTE],
  [BACKSLASH, BACKSLASH],
  [0x2f, 0x2f],
  [0x62, 0x08],
  [0x66, 0x0c],
  [0x6e, 0x0a],
  [0x72, 0x0d],
  [0x74, 0x09],
]);

export class JsonStringDecoder {
  /** The escape that is not complete yet. */
  #escape = "";
  /** The Unicode escapes that are complete and follow each other. */
  #unicode = "";

  /** Returns the text of the next bytes of a string, whose quotation marks are included. */
  push(bytes: Buffer): Buffer {
    const text: Buffer[] = [];
    // The text fits into as many bytes as are read: an escape is longer than the character that it represents.
    let run = Buffer.allocUnsafe(bytes.length);
    let length = 0;
    const flush = (): void => {
      if (this.#unicode !== "") {
        text.push(run.subarray(0, length), decoded(this.#unicode));
        run = run.subarray(length);
        length = 0;
        this.#unicode = "";
      }
    };
    for (const byte of bytes) {
      if (this.#escape === "") {
        if (byte === BACKSLASH) {
          this.#escape = "\\";
        } else {
          flush();
          if (byte !== QUOTE) {
            run[length] = byte;
            length += 1;
          }
        }
        continue;
      }
      const simple = this.#escape === "\\" ? SIMPLE_ESCAPES.get(byte) : undefined;
      if (simple !== undefined) {
        flush();
        run[length] = simple;
        length += 1;
        this.#escape = "";
        continue;
      }
      this.#escape += String.fromCharCode(byte);
      if (this.#escape.length === UNICODE_ESCAPE_LENGTH) {
        this.#unicode += this.#escape;
        this.#escape = "";
        if (this.#unicode.length > MANY_CHARACTERS && !HIGH_SURROGATE_LAST.test(this.#unicode)) {
          flush();
        }
      }
    }
    text.push(run.subarray(0, length));
    return Buffer.concat(text);
  }
}

/** Decodes Unicode escapes; a surrogate without its other half becomes U+FFFD. */
const decoded = (escapes: string): Buffer => Buffer.from(String(JSON.parse(`"${escapes}"`)));
