/** The place where a text stops being JSON (RFC 8259), which JSON.parse reports only in words. */
export interface JsonFault {
  /** The index of a UTF-16 code unit. */
  readonly index: number;
  readonly expected: string;
}

export type Expectation =
  | "value"
  | "value or end of array"
  | "name"
  | "name or end of object"
  | "colon"
  | "comma or end";

/** The brackets that are open, from the outside in. */
export type OpenBrackets = ("{" | "[")[];

// RFC 8259 §7: a string holds all characters unescaped except control characters, quotation mark and backslash.
const TOKEN =
  /[{}[\]:,]|"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const WHITESPACE = /[ \t\n\r]*/y;

/** Finds the first fault of `text`; undefined when it is JSON. Nesting costs memory, not stack. */
export function findJsonFault(text: string): JsonFault | undefined {
  const open: OpenBrackets = [];
  let expected: Expectation = "value";
  let index = skipWhitespace(text, 0);
  let isDone = false;
  while (!isDone) {
    TOKEN.lastIndex = index;
    const token = TOKEN.exec(text)?.[0];
    const next: Expectation | "done" | undefined = token === undefined ? undefined : step(token, expected, open);
    if (token === undefined || next === undefined) {
      return { index, expected };
    }
    index = skipWhitespace(text, index + token.length);
    isDone = next === "done";
    expected = next === "done" ? expected : next;
  }
  return index < text.length ? { index, expected: "end of data" } : undefined;
}

function skipWhitespace(text: string, index: number): number {
  WHITESPACE.lastIndex = index;
  return index + (WHITESPACE.exec(text)?.[0].length ?? 0);
}

/**
 * Returns what may follow `token`, of which the first character is enough; undefined when it is not what was expected.
 * Updates the open brackets.
 */
export function step(token: string, expected: Expectation, open: OpenBrackets): Expectation | "done" | undefined {
  const afterValue = (): Expectation | "done" => (open.length > 0 ? "comma or end" : "done");
  const close = (): Expectation | "done" => {
    open.pop();
    return afterValue();
  };
  switch (expected) {
    case "value":
    case "value or end of array":
      if (token === "{" || token === "[") {
        open.push(token);
        return token === "{" ? "name or end of object" : "value or end of array";
      }
      if (token === "]" && expected === "value or end of array") {
        return close();
      }
      return /^[}\]:,]/.test(token) ? undefined : afterValue();
    case "name":
    case "name or end of object":
      if (token === "}" && expected === "name or end of object") {
        return close();
      }
      return token.startsWith('"') ? "colon" : undefined;
    case "colon":
      return token === ":" ? "value" : undefined;
    case "comma or end": {
      const isObject = open.at(-1) === "{";
      if (token === ",") {
        return isObject ? "name" : "value";
      }
      return token === (isObject ? "}" : "]") ? close() : undefined;
    }
  }
}
