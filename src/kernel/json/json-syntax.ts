export type Expectation =
  | "value"
  | "value or end of array"
  | "name"
  | "name or end of object"
  | "colon"
  | "comma or end";

/** The brackets that are open, from the outside in. */
export type OpenBrackets = ("{" | "[")[];

/**
 * Returns what may follow a token of JSON (RFC 8259) that begins with the character `token`; undefined when it is not
 * what was expected. Adds to `open` the bracket that it opens, or removes the one that it closes.
 */
export function step(token: string, expected: Expectation, open: OpenBrackets): Expectation | "done" | undefined {
  switch (expected) {
    case "value":
    case "value or end of array":
      if (token === "{" || token === "[") {
        open.push(token);
        return token === "{" ? "name or end of object" : "value or end of array";
      }
      if (token === "]" && expected === "value or end of array") {
        return close(open);
      }
      return "}]:,".includes(token) ? undefined : afterValue(open);
    case "name":
    case "name or end of object":
      if (token === "}" && expected === "name or end of object") {
        return close(open);
      }
      return token === '"' ? "colon" : undefined;
    case "colon":
      return token === ":" ? "value" : undefined;
    case "comma or end": {
      const isObject = open.at(-1) === "{";
      if (token === ",") {
        return isObject ? "name" : "value";
      }
      return token === (isObject ? "}" : "]") ? close(open) : undefined;
    }
  }
}

const afterValue = (open: OpenBrackets): Expectation | "done" => (open.length > 0 ? "comma or end" : "done");

function close(open: OpenBrackets): Expectation | "done" {
  open.pop();
  return afterValue(open);
}
