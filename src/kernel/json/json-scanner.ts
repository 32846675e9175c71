import { assert } from "../assert.ts";
import type { InvalidContent } from "../faults.ts";
import { jsonFault } from "./json-fault.ts";
import { type Expectation, type OpenBrackets, step } from "./json-syntax.ts";
import { TextPosition } from "./text-position.ts";

/*
 * A scanner of a JSON object (RFC 8259) as it arrives, for bodies too large to be held: it takes bytes and returns the
 * members of the outermost object, each as the bytes of its name and of its value. Whatever lies deeper is checked and
 * passed on.
 */

export type JsonEvent =
  /** The next bytes of a name or value; they share the memory of the chunk. */
  { readonly kind: "name" | "value"; readonly bytes: Buffer } | { readonly kind: "name end" | "value end" };

/** The token that is being read at the moment; `none` between tokens. */
type Token = "none" | "string" | "escape" | "hex" | "word" | NumberState;
type NumberState = "minus" | "zero" | "integer" | "point" | "fraction" | "mark" | "sign" | "exponent";

/**
 * The deepest nesting that is accepted, so that code that works on a value may recurse.
 * @internal Exported for tests.
 */
export const MAX_JSON_DEPTH = 100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
const FIRST_PRINTABLE = 0x20;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
/** What may follow a backslash, but for `u` (RFC 8259 §7). */
const SIMPLE_ESCAPES: ReadonlySet<number> = new Set(Buffer.from('"\\/bfnrt'));
const HEX_DIGITS = 4;
const WORDS: Readonly<Record<string, string>> = { t: "true", f: "false", n: "null" };

export class JsonScanner {
  #offset = 0;
  #token: Token = "none";
  /** The rest of the word that is being read. */
  #word = "";
  /** The number of digits of the escape that are still to come. */
  #digits = 0;
  #expected: Expectation | "end of data" = "value";
  /** The expectation after the token that is being read. */
  #next: Expectation | "done" = "done";
  readonly #open: OpenBrackets = [];
  readonly #maxDepth: number;
  #part: "name" | "value" | undefined;
  #isObject = false;
  #count = 0;
  readonly #position = new TextPosition();
  #chunk: Buffer = Buffer.alloc(0);

  /** Begins a text; `maxDepth` is the number of levels of nesting beyond which it is refused. */
  constructor(maxDepth: number = MAX_JSON_DEPTH) {
    this.#maxDepth = maxDepth;
  }

  /** Whether the outermost value is an object; it is known when the data is complete. */
  get isObject(): boolean {
    return this.#isObject;
  }

  /** The number of names and values, at whatever depth, that have begun. */
  get count(): number {
    return this.#count;
  }

  /**
   * Yields the events of the next bytes, which must be UTF-8.
   * @throws InvalidContent `json_invalid` at the offset of the first byte that is not allowed at its place
   */
  *push(chunk: Buffer): Generator<JsonEvent, void, undefined> {
    let from = 0;
    let at = 0;
    this.#chunk = chunk;
    while (at < chunk.length) {
      if (this.#token === "none") {
        at = this.#skipBlanks(chunk, at);
        if (at === chunk.length) {
          break;
        }
        if (this.#begin(chunk[at] ?? 0, at)) {
          from = at;
        }
        at += 1;
      } else {
        at = this.#read(chunk, at);
      }
      const part = this.#part;
      if (part !== undefined && this.#isComplete()) {
        yield* piece(part, chunk.subarray(from, at));
        yield { kind: `${part} end` };
        this.#part = undefined;
      }
    }
    if (this.#part !== undefined) {
      yield* piece(this.#part, chunk.subarray(from));
    }
    this.#offset += chunk.length;
    this.#position.pass(chunk);
    // A chunk is lent: its memory is gone with the next one.
    this.#chunk = Buffer.alloc(0);
  }

  /**
   * Checks that the data is complete; called at its end.
   * @throws InvalidContent `json_invalid`
   */
  finish(): void {
    this.#endNumber(0);
    if (this.#expected !== "end of data") {
      throw this.#fault(0, this.#token === "none" ? this.#expected : "the rest of a value");
    }
  }

  #skipBlanks(chunk: Buffer, from: number): number {
    let at = from;
    for (; at < chunk.length; at += 1) {
      const byte = chunk[at];
      const isBlank = byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
      // RFC 8259 §8.1 lets a reader pass over a byte order mark. A part of one would not be UTF-8.
      if (!isBlank && BYTE_ORDER_MARK[this.#offset + at] !== byte) {
        break;
      }
    }
    return at;
  }

  /** Begins a token; returns whether a name or value of the outermost object begins with it. */
  #begin(byte: number, at: number): boolean {
    const first = String.fromCharCode(byte);
    const expected = this.#expected;
    const isMember = this.#open.length === 1 && this.#isObject && this.#part === undefined;
    const token = beginningWith(first);
    const next = token === undefined || expected === "end of data" ? undefined : step(first, expected, this.#open);
    if (next === undefined || token === undefined) {
      throw this.#fault(at, expected);
    }
    if (this.#open.length > this.#maxDepth) {
      throw this.#fault(at, `at most ${this.#maxDepth} levels of nesting`);
    }
    if (first === "{" && expected === "value" && this.#open.length === 1) {
      this.#isObject = true;
    }
    if (token !== "none" || first === "{" || first === "[") {
      this.#count += 1;
    }
    this.#token = token;
    this.#next = next;
    this.#word = token === "word" ? (WORDS[first] ?? "").slice(1) : "";
    if (token === "none") {
      this.#endToken();
    }
    if (!isMember || (expected !== "value" && first !== '"')) {
      return false;
    }
    this.#part = expected === "value" ? "value" : "name";
    return true;
  }

  /** Returns whether the name or value of the outermost object has just ended. */
  #isComplete(): boolean {
    return this.#token === "none" && this.#open.length === 1 && this.#expected !== "value";
  }

  #endToken(): void {
    this.#token = "none";
    this.#expected = this.#next === "done" ? "end of data" : this.#next;
  }

  /** Reads on in a token; returns the index of the first byte that was not read. */
  #read(chunk: Buffer, at: number): number {
    const byte = chunk[at] ?? 0;
    if (this.#token === "string") {
      return this.#readString(chunk, at);
    }
    if (this.#token === "escape") {
      return this.#readEscape(byte, at);
    }
    if (this.#token === "hex") {
      return this.#readHex(byte, at);
    }
    return this.#token === "word" ? this.#readWord(byte, at) : this.#readNumber(byte, at);
  }

  #readString(chunk: Buffer, from: number): number {
    let at = from;
    let byte = chunk[at] ?? 0;
    while (at < chunk.length && byte !== QUOTE && byte >= FIRST_PRINTABLE) {
      if (byte !== BACKSLASH) {
        at += 1;
      } else if (SIMPLE_ESCAPES.has(chunk[at + 1] ?? 0)) {
        at += 2;
      } else {
        break;
      }
      byte = chunk[at] ?? 0;
    }
    if (at === chunk.length) {
      return at;
    }
    if (byte === BACKSLASH) {
      this.#token = "escape";
    } else if (byte === QUOTE) {
      this.#endToken();
    } else {
      throw this.#fault(at, "no control character in a string");
    }
    return at + 1;
  }

  #readEscape(byte: number, at: number): number {
    const isUnicode = byte === LETTER_U;
    if (!isUnicode && !SIMPLE_ESCAPES.has(byte)) {
      throw this.#fault(at, "an escape");
    }
    this.#token = isUnicode ? "hex" : "string";
    this.#digits = HEX_DIGITS;
    return at + 1;
  }

  #readHex(byte: number, at: number): number {
    if (!/[\dA-Fa-f]/.test(String.fromCharCode(byte))) {
      throw this.#fault(at, "a hexadecimal digit");
    }
    this.#digits -= 1;
    this.#token = this.#digits === 0 ? "string" : "hex";
    return at + 1;
  }

  #readWord(byte: number, at: number): number {
    if (this.#word.codePointAt(0) !== byte) {
      throw this.#fault(at, "value");
    }
    this.#word = this.#word.slice(1);
    if (this.#word === "") {
      this.#endToken();
    }
    return at + 1;
  }

  #readNumber(byte: number, at: number): number {
    const next = numberAfter(this.#token, byte);
    if (next === undefined) {
      this.#endNumber(at);
      // The byte belongs to the next token.
      return at;
    }
    this.#token = next;
    return at + 1;
  }

  #endNumber(at: number): void {
    if (COMPLETE_NUMBERS.has(this.#token)) {
      this.#endToken();
    } else if (INCOMPLETE_NUMBERS.has(this.#token)) {
      throw this.#fault(at, "a digit");
    }
  }

  #fault(at: number, expected: string): InvalidContent {
    const start = this.#token === "word" ? wordStart(this.#chunk, at) : at;
    return jsonFault({
      ...this.#position.at(this.#chunk, start),
      offsetBytes: this.#offset + at,
      startBytes: this.#offset + start,
      expected,
      found: this.#chunk.toString("utf8", start, at + FOUND_BYTES),
    });
  }
}

/** The bytes that are looked at to see what a mistake is. */
const FOUND_BYTES = 160;

/** Returns where the word begins that goes on at `at`; the words of JSON have few letters. */
function wordStart(chunk: Buffer, at: number): number {
  let start = at;
  while (start > 0 && at - start < "false".length && /[a-z]/.test(String.fromCharCode(chunk[start - 1] ?? 0))) {
    start -= 1;
  }
  return start;
}

const COMPLETE_NUMBERS: ReadonlySet<Token> = new Set(["zero", "integer", "fraction", "exponent"]);
const INCOMPLETE_NUMBERS: ReadonlySet<Token> = new Set(["minus", "point", "mark", "sign"]);

function* piece(kind: "name" | "value", bytes: Buffer): Generator<JsonEvent, void, undefined> {
  if (bytes.length > 0) {
    yield { kind, bytes };
  }
}

/** Returns the token that begins with `first`, `none` for brackets, colons and commas, which are complete with it. */
function beginningWith(first: string): Token | undefined {
  if ("{}[]:,".includes(first)) {
    return "none";
  }
  if (first === '"') {
    return "string";
  }
  return first in WORDS ? "word" : numberBeginningWith(first);
}

function numberBeginningWith(first: string): NumberState | undefined {
  if (first === "-") {
    return "minus";
  }
  if (first === "0") {
    return "zero";
  }
  return first >= "1" && first <= "9" ? "integer" : undefined;
}

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;
const isPoint = (byte: number): boolean => byte === 0x2e;
const isMark = (byte: number): boolean => byte === 0x65 || byte === 0x45;
const isSign = (byte: number): boolean => byte === 0x2b || byte === 0x2d;

/** Returns the state of a number after `byte` (RFC 8259 §6); undefined when the byte does not belong to the number. */
function numberAfter(state: Token, byte: number): NumberState | undefined {
  switch (state) {
    case "minus":
      return isDigit(byte) ? (byte === 0x30 ? "zero" : "integer") : undefined;
    case "zero":
    case "integer":
      if (isDigit(byte) && state === "integer") {
        return "integer";
      }
      return isPoint(byte) ? "point" : isMark(byte) ? "mark" : undefined;
    case "point":
      return isDigit(byte) ? "fraction" : undefined;
    case "fraction":
      return isDigit(byte) ? "fraction" : isMark(byte) ? "mark" : undefined;
    case "mark":
      return isDigit(byte) ? "exponent" : isSign(byte) ? "sign" : undefined;
    case "sign":
    case "exponent":
      return isDigit(byte) ? "exponent" : undefined;
    case "none":
    case "string":
    case "escape":
    case "hex":
    case "word":
      assert(false, "a number is being read");
  }
}
