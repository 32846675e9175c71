import type { Assembly } from "../assembly.ts";
import type { Excerpt } from "../excerpt.ts";

/** The document that is written again with all its pages and nothing else; undefined when it is another or only a part. */
export function wholeDocument({ excerpts }: Assembly): Excerpt | undefined {
  const [first] = excerpts;
  return excerpts.length === 1 && first?.isWhole === true ? first : undefined;
}
