import { StringDecoder } from "node:string_decoder";

/**
 * A JSON string as it arrives (RFC 8259 §7), for those too long to be held: out comes its text in UTF-8. A surrogate without
 * its other half becomes U+FFFD.
 */
export class JsonStringDecoder {
  readonly #utf8 = new StringDecoder("utf8");
  #isBegun = false;
  /** The beginning of an escape, or of two that make one character. */
  #held = "";

  /** Returns the text of the next bytes of a string, whose quotation marks are included. */
  push(bytes: Buffer): Buffer {
    const text = this.#held + this.#utf8.write(bytes);
    const end = heldFrom(text);
    this.#held = text.slice(end);
    const opening = this.#isBegun ? '"' : "";
    this.#isBegun ||= text !== "";
    const json = opening + text.slice(0, end);
    return Buffer.from(String(JSON.parse(isClosed(json) ? json : `${json}"`)));
  }
}

const isClosed = (json: string): boolean => json.length > 1 && json.endsWith('"') && !isEscaped(json, json.length - 1);

const UNICODE_ESCAPE_LENGTH = 6;
const HIGH_SURROGATE = /^\\u[dD][89abAB]/;

/** Returns where an escape begins that the next bytes complete, or make a pair of; the length of `text` for none. */
function heldFrom(text: string): number {
  const last = text.lastIndexOf("\\");
  if (last < 0 || isEscaped(text, last)) {
    return text.length;
  }
  const length = text.length - last;
  const isComplete = length >= (text[last + 1] === "u" ? UNICODE_ESCAPE_LENGTH : 2);
  if (isComplete) {
    return length === UNICODE_ESCAPE_LENGTH && HIGH_SURROGATE.test(text.slice(last)) ? last : text.length;
  }
  const before = last - UNICODE_ESCAPE_LENGTH;
  const isSecondOfPair = before >= 0 && HIGH_SURROGATE.test(text.slice(before, last)) && !isEscaped(text, before);
  return isSecondOfPair ? before : last;
}

/** Returns whether the character at `index` has an odd number of backslashes before it. */
function isEscaped(text: string, index: number): boolean {
  let first = index;
  while (text[first - 1] === "\\") {
    first -= 1;
  }
  return (index - first) % 2 === 1;
}
