import type { Assembly } from "../assembly.ts";
import type { Excerpt } from "../excerpt.ts";

/** Returns the excerpt when the new document is made of a single one, with all its pages; undefined otherwise. */
export function wholeDocument({ excerpts }: Assembly): Excerpt | undefined {
  const [first] = excerpts;
  return excerpts.length === 1 && first?.isWhole === true ? first : undefined;
}
