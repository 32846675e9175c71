import type { CompactJson, JsonValue } from "./json-value.ts";
import { readJson } from "./read-json.ts";

/** The bounds of what is read again, in characters and levels: each reading takes sixteen levels off. */
const LONGEST_READ_AGAIN = 1_000_000;
const DEEPEST_READ_AGAIN = 64;

/** Reads what was too deep to be read at once; undefined for what is deeper, or longer, than any report can show. */
export const readAgain = ({ source }: CompactJson): JsonValue | undefined =>
  source.length > LONGEST_READ_AGAIN || depthOf(source) > DEEPEST_READ_AGAIN ? undefined : readJson(source);

/** Returns the number of levels of JSON. */
function depthOf(source: string): number {
  let depth = 0;
  let deepest = 0;
  let isInText = false;
  for (let at = 0; at < source.length; at += 1) {
    const character = source[at];
    if (isInText) {
      // An escape is at least two characters long.
      at += character === "\\" ? 1 : 0;
      isInText = character !== '"';
    } else if (character === '"') {
      isInText = true;
    } else if (character === "{" || character === "[") {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (character === "}" || character === "]") {
      depth -= 1;
    }
  }
  return deepest;
}
