import { ContentError } from "../composed.ts";
import { markAmounts } from "./currencies.ts";
import { CompactJson, JsonNumber, type JsonValue } from "./json-value.ts";

/*
 * A reader of JSON (RFC 8259). JSON.parse would lose what a report shows: the digits of numbers, and the order of
 * members whose names are numbers, such as years.
 */

/** The deepest level of values; deeper ones are kept as text, so that no work on values recurses deeper than this. */
const MAX_DEPTH = 16;

/**
 * The greatest number of values; more make more pages than a document may have, and more memory than is worth waiting
 * for.
 */
const MAX_VALUES = 1_000_000;

/**
 * Reads JSON.
 * @throws ContentError `json_invalid` for text that is not JSON, with the place; `too_complex` for more than a million
 * values
 */
export function readJson(text: string): JsonValue {
  const reader = new JsonReader(text);
  const value = reader.value(0);
  reader.end();
  return value;
}

class JsonReader {
  readonly #text: string;
  #at = 0;
  #values = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(depth: number): JsonValue {
    this.#count();
    this.#skipWhiteSpace();
    const opener = this.#text[this.#at];
    if (opener !== "{" && opener !== "[") {
      return this.#scalar();
    }
    if (depth === MAX_DEPTH) {
      return new CompactJson(this.#compact());
    }
    return opener === "{" ? this.#object(depth) : this.#array(depth);
  }

  end(): void {
    this.#skipWhiteSpace();
    if (this.#at < this.#text.length) {
      this.#fail("the end of the text");
    }
  }

  #object(depth: number): JsonValue {
    const members = new Map<string, JsonValue>();
    this.#at += 1;
    if (this.#take("}")) {
      return members;
    }
    do {
      const name = this.#name();
      members.set(name, this.value(depth + 1));
    } while (this.#take(","));
    this.#expect("}", "a comma or }");
    markAmounts(members);
    return members;
  }

  #array(depth: number): JsonValue {
    const items: JsonValue[] = [];
    this.#at += 1;
    if (this.#take("]")) {
      return items;
    }
    do {
      items.push(this.value(depth + 1));
    } while (this.#take(","));
    this.#expect("]", "a comma or ]");
    return items;
  }

  /**
   * Returns the value here as text, checked like everything else, without recursion: nesting may be as deep as the text
   * is long.
   */
  #compact(): string {
    const parts: string[] = [];
    const closers: string[] = [];
    do {
      const opener = this.#text[this.#at] ?? "";
      if (opener === "{" || opener === "[") {
        this.#at += 1;
        parts.push(opener);
        closers.push(opener === "{" ? "}" : "]");
        if (!this.#nextIs(closers.at(-1) ?? "")) {
          this.#compactName(closers, parts);
          continue;
        }
      } else {
        parts.push(this.#scalarSource());
      }
      this.#closeCompact(closers, parts);
    } while (closers.length > 0);
    return parts.join("");
  }

  /** Closes, after a value, the arrays and objects that end here, up to a comma and what comes after it. */
  #closeCompact(closers: string[], parts: string[]): void {
    for (let closer = closers.at(-1); closer !== undefined; closer = closers.at(-1)) {
      if (this.#take(closer)) {
        parts.push(closer);
        closers.pop();
        continue;
      }
      this.#expect(",", `a comma or ${closer}`);
      parts.push(",");
      this.#compactName(closers, parts);
      return;
    }
  }

  #compactName(closers: readonly string[], parts: string[]): void {
    this.#count();
    if (closers.at(-1) === "}") {
      parts.push(JSON.stringify(this.#name()), ":");
    }
    this.#skipWhiteSpace();
  }

  #name(): string {
    this.#skipWhiteSpace();
    if (this.#text[this.#at] !== '"') {
      this.#fail("a name in quotation marks");
    }
    const name = this.#string();
    this.#expect(":", "a colon");
    return name;
  }

  #scalar(): JsonValue {
    if (this.#text[this.#at] === '"') {
      return this.#string();
    }
    const source = this.#scalarSource();
    switch (source) {
      case "true":
        return true;
      case "false":
        return false;
      case "null":
        return null;
      default:
        return new JsonNumber(source);
    }
  }

  #scalarSource(): string {
    if (this.#text[this.#at] === '"') {
      return JSON.stringify(this.#string());
    }
    WORD.lastIndex = this.#at;
    const [source] = WORD.exec(this.#text) ?? [];
    if (source === undefined) {
      this.#fail("a value");
    }
    this.#at += source.length;
    return source;
  }

  #string(): string {
    const start = this.#at;
    this.#at += 1;
    for (;;) {
      PLAIN.lastIndex = this.#at;
      PLAIN.exec(this.#text);
      this.#at = PLAIN.lastIndex;
      const character = this.#text[this.#at];
      if (character === '"') {
        this.#at += 1;
        return String(JSON.parse(this.#text.slice(start, this.#at)));
      }
      ESCAPE.lastIndex = this.#at;
      const [escape] = ESCAPE.exec(this.#text) ?? [];
      if (escape === undefined) {
        this.#fail(character === "\\" ? "an escape that JSON allows" : "a quotation mark that ends the text");
      }
      this.#at += escape.length;
    }
  }

  #count(): void {
    this.#values += 1;
    if (this.#values > MAX_VALUES) {
      throw new ContentError("too_complex", `The data has more than ${MAX_VALUES} values.`);
    }
  }

  /** Passes over `character` if it comes next after white space, and returns whether it does. */
  #take(character: string): boolean {
    const isNext = this.#nextIs(character);
    this.#at += isNext ? 1 : 0;
    return isNext;
  }

  #nextIs(character: string): boolean {
    this.#skipWhiteSpace();
    return this.#text[this.#at] === character;
  }

  #expect(character: string, what: string): void {
    if (!this.#take(character)) {
      this.#fail(what);
    }
  }

  #skipWhiteSpace(): void {
    while (WHITE_SPACE.has(this.#text.charCodeAt(this.#at))) {
      this.#at += 1;
    }
  }

  /** Throws an error with the place; lines and columns are counted from 1, columns in characters. */
  #fail(expected: string): never {
    const before = this.#text.slice(0, this.#at).split("\n");
    const column = Array.from(before.at(-1) ?? "").length + 1;
    const [found] = this.#text.slice(this.#at, this.#at + 2);
    const stood = found === undefined ? "the text ends here" : `found \`${CONTROLS[found] ?? found}\``;
    const cause = causeOf({ found, expected, before: before.at(-1) ?? "" });
    const message = `JSON decode error at line ${before.length}, column ${column}: ${stood}; expected ${expected}${cause}`;
    throw new ContentError("json_invalid", message);
  }
}

const CONTROLS: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Returns the common cause of a mistake, in words that follow the message; "" when none is known. */
function causeOf({
  found = "",
  expected,
  before,
}: {
  readonly found: string | undefined;
  readonly expected: string;
  readonly before: string;
}): string {
  if (found === "'" || found === "“" || found === "”") {
    return "; JSON has straight double quotes";
  }
  if ((found === "}" || found === "]") && before.trimEnd().endsWith(",")) {
    return "; the comma before it is one too many";
  }
  if (found === "/" || found === "#") {
    return "; JSON has no comments";
  }
  if (expected === "a name in quotation marks") {
    return found === "" ? "" : "; names have double quotes";
  }
  return expected === "a value" && /[A-Z]/.test(found) ? "; JSON has true, false and null, and no NaN" : "";
}

const WHITE_SPACE = new Set([0x20, 0x09, 0x0a, 0x0d]);
/** The literals and numbers; a character that is glued to one is found to be wrong by whatever is expected after it. */
const WORD = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y;
// oxlint-disable-next-line eslint/no-control-regex -- RFC 8259, §7: they have to be escaped
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
